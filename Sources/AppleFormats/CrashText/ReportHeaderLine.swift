/// `Exception Type:  EXC_CRASH (SIGKILL)`, `OS Version : iOS 8.0`, `exception.type|EXC_CRASH`.
struct ReportHeaderLine {
    var key: String
    var value: String
    /// UTF-8 offset of the value in the line.
    var valueOffset: Int

    init?(_ line: ArraySlice<UInt8>) {
        var i = line.startIndex
        while i < line.endIndex,
            TextLines.isBlank(line[i]) || line[i] == 0x22 || line[i] == 0x2A || line[i] == 0x2D || line[i] == 0x23
        { i += 1 }
        let start = i
        guard i < line.endIndex, Self.isLetter(line[i]) else { return nil }
        var words = 1
        while i < line.endIndex, line[i] != 0x3A, line[i] != 0x7C {
            guard Self.isKeyByte(line[i]), i - start < 48 else { return nil }
            if line[i] == 0x20, i > start, line[i - 1] != 0x20 { words += 1 }
            i += 1
        }
        guard i < line.endIndex, words <= 6 else { return nil }
        // "a|b" is a pair only for machine-made keys; in prose a bar means something else.
        if line[i] == 0x7C, words > 1 { return nil }
        // A time of day is no key: log lines stand between the lines of a report in what people paste.
        let isDigit = { (index: Int) in index < line.endIndex && line[index] >= 0x30 && line[index] <= 0x39 }
        if line[i] == 0x3A, isDigit(i - 1), isDigit(i + 1) { return nil }
        key = ReportKeys.normalise(line[start..<i])
        guard !key.isEmpty else { return nil }
        i += 1
        // `**Key:** value` and `Thread 0 Crashed:: name`
        while i < line.endIndex, TextLines.isBlank(line[i]) || line[i] == 0x2A || line[i] == 0x3A || line[i] == 0x60 {
            i += 1
        }
        var end = line.endIndex
        while end > i, TextLines.isBlank(line[end - 1]) || line[end - 1] == 0x60 { end -= 1 }
        valueOffset = i - line.startIndex
        value = HTMLEntities.decode(String(decoding: line[i..<end].filter { $0 != 0 }, as: UTF8.self))
    }

    private static func isLetter(_ byte: UInt8) -> Bool { byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A }

    private static func isKeyByte(_ byte: UInt8) -> Bool {
        isLetter(byte) || (byte >= 0x30 && byte <= 0x39) || byte == 0x20 || byte == 0x09 || byte == 0x2F || byte == 0x2E
            || byte == 0x5F || byte == 0x2D || byte == 0x28 || byte == 0x29 || byte == 0x2A
    }
}

/// A line that begins a thread, its name, its registers, or the exception backtrace.
struct TextThreadLine {
    enum Kind { case frames, name, registers, lastException }

    var kind: Kind
    var number = 0
    var name: String?
    var queue: String?
    var mark: String?

    /// `Thread 0 name:  Dispatch queue: com.apple.main-thread`, `Thread 0 Crashed:`, `Thread 3:`,
    /// `Thread 0 Crashed:: name  Dispatch queue: q`, `Thread 0 (main-thread) :`,
    /// `Thread 0 crashed with ARM Thread State (64-bit):`.
    init?(_ line: ArraySlice<UInt8>) {
        var i = line.startIndex
        while i < line.endIndex, TextLines.isBlank(line[i]) || line[i] == 0x23 || line[i] == 0x2A { i += 1 }
        if line[i...].starts(with: "Last Exception Backtrace".utf8) {
            kind = .lastException
            return
        }
        guard line[i...].starts(with: "Thread ".utf8) else { return nil }
        i += 7
        var number = 0
        let digits = i
        while i < line.endIndex, line[i] >= 0x30, line[i] <= 0x39, i - digits < 7 {
            number = number * 10 + Int(line[i] - 0x30)
            i += 1
        }
        guard i > digits else { return nil }
        self.number = number
        let rest = String(decoding: line[i...].filter { $0 != 0 && $0 != 0x2A }, as: UTF8.self)
        if rest.contains("with ARM") || rest.contains("Thread State") || rest.contains("with X86") {
            kind = .registers
            return
        }
        guard rest.contains(":") || rest.allSatisfy({ $0 == " " }) else { return nil }
        let isName = rest.drop { $0 == " " }.hasPrefix("name")
        kind = isName ? .name : .frames
        for word in ["Crashed", "Highlighted", "Triggered", "Attributed"] where rest.contains(word) { mark = word }
        readNames(rest, isName: isName)
    }

    private mutating func readNames(_ rest: String, isName: Bool) {
        var text = Substring(rest)
        if let bracket = text.firstIndex(of: "("), let close = text.lastIndex(of: ")"), bracket < close, !isName {
            let inner = text[text.index(after: bracket)..<close]
            name = inner.split(separator: ",").first.map { Self.trim($0) }
            if name == "main-thread" { queue = "com.apple.main-thread" }
        }
        guard let colon = text.firstIndex(of: ":") else { return }
        text = text[text.index(after: colon)...].drop { $0 == ":" || $0 == " " }
        let upper = text
        if let queueStart = Self.range(of: "Dispatch queue:", in: upper) {
            let value = Self.trim(upper[queueStart.upperBound...])
            queue = value.isEmpty ? nil : value
            text = upper[..<queueStart.lowerBound]
        }
        let value = Self.trim(text)
        if !value.isEmpty { name = value }
    }

    private static func trim(_ text: some StringProtocol) -> String {
        var end = text.endIndex
        while end > text.startIndex, " :`\t".contains(text[text.index(before: end)]) { end = text.index(before: end) }
        return String(text[..<end].drop { $0 == " " || $0 == "\t" || $0 == "`" })
    }

    private static func range(of needle: String, in text: Substring) -> Range<Substring.Index>? {
        var start = text.startIndex
        while start < text.endIndex {
            if text[start...].hasPrefix(needle) { return start..<text.index(start, offsetBy: needle.count) }
            start = text.index(after: start)
        }
        return nil
    }
}
