/// Frame lines of text reports.
enum TextFrameLine {
    /// `0   libsystem_kernel.dylib   0x39d59eb4 0x39d59000 + 3764`, `… mach_msg_trap + 8`,
    /// `… 0x1000 + 16 (-[Sample go] + 16)`, `… symbol + 24 (File.m:33)`, and lines without addresses.
    static func parse(_ line: ArraySlice<UInt8>, _ place: TextLines.Line) -> TextReport.Frame? {
        var i = line.startIndex
        skipBlanks(line, &i)
        let digits = i
        while i < line.endIndex, line[i] >= 0x30, line[i] <= 0x39, i - digits < 6 { i += 1 }
        guard i > digits, i < line.endIndex, TextLines.isBlank(line[i]),
            let number = NumberText.decimal(line[digits..<i])
        else { return nil }
        skipBlanks(line, &i)
        var frame = TextReport.Frame(
            number: Int(number), image: "", address: 0, line: place.number, bytes: place.bytes)
        guard let address = addressToken(line, from: i) else {
            return withoutAddress(line, from: i, frame)
        }
        frame.image = trimmed(line[i..<address.start])
        frame.address = address.value
        i = address.end
        skipBlanks(line, &i)
        readRest(line[i...], &frame)
        return frame.image.isEmpty ? nil : frame
    }

    /// ` 15  ??? (libsystem_pthread.dylib + 14340) [0x1d09c3804]`, `48  main + 88 (Sample + 3120) [0x…]`.
    static func parseSampled(_ line: ArraySlice<UInt8>, _ place: TextLines.Line) -> TextReport.Frame? {
        var i = line.startIndex
        skipBlanks(line, &i)
        let digits = i
        while i < line.endIndex, line[i] >= 0x30, line[i] <= 0x39, i - digits < 9 { i += 1 }
        guard i > digits, let count = NumberText.decimal(line[digits..<i]) else { return nil }
        skipBlanks(line, &i)
        let text = String(decoding: line[i...], as: UTF8.self)
        var frame = TextReport.Frame(
            number: Int(clamping: count), image: "???", address: 0, line: place.number, bytes: place.bytes)
        guard let open = text.lastIndex(of: "("), let close = text[open...].firstIndex(of: ")") else { return nil }
        let inner = text[text.index(after: open)..<close].split(separator: " ")
        if let name = inner.first { frame.image = String(name) }
        if inner.count >= 3 { frame.imageOffset = NumberText.unsigned(inner[2]) }
        let symbol = text[..<open].prefix(while: { $0 != "+" })
        let name = String(symbol.reversed().drop { $0 == " " }.reversed())
        if name != "???" && !name.isEmpty { frame.symbol = name }
        if let bracket = text.range(of: "[0x"),
            let value = NumberText.hex(text[bracket.upperBound...].utf8.prefix { $0 != 0x5D })
        {
            frame.address = value
        }
        return frame
    }

    // MARK: Parts

    private static func readRest(_ rest: ArraySlice<UInt8>, _ frame: inout TextReport.Frame) {
        var text = String(decoding: rest.filter { $0 != 0 }, as: UTF8.self)[...]
        if text.hasPrefix("0x") {
            // Base + offset; old tools add the symbol in brackets behind it.
            let words = text.split(separator: " ", maxSplits: 3)
            if words.count >= 3, words[1] == "+" { frame.imageOffset = NumberText.unsigned(words[2]) }
            guard let open = text.firstIndex(of: "("), text.hasSuffix(")") else { return }
            text = text[text.index(after: open)...].dropLast()
        }
        readSource(&text, &frame)
        if let plus = text.range(of: " + ", options: .last) {
            let tail = text[plus.upperBound...].prefix { $0.isNumber || $0 == "x" || $0.isHexDigit }
            if !tail.isEmpty { text = text[..<plus.lowerBound] }
        }
        let symbol = text.reversed().drop { $0 == " " || $0 == "\t" }.reversed()
        if !symbol.isEmpty { frame.symbol = String(symbol) }
    }

    /// A trailing `(File.m:33)` or `[inlined]`.
    private static func readSource(_ text: inout Substring, _ frame: inout TextReport.Frame) {
        while text.last == " " { text = text.dropLast() }
        guard text.last == ")", let open = text.lastIndex(of: "(") else { return }
        let inner = text[text.index(after: open)...].dropLast()
        guard let colon = inner.lastIndex(of: ":"), let number = Int(inner[inner.index(after: colon)...]) else {
            return
        }
        let file = inner[..<colon]
        if !file.isEmpty {
            frame.sourceFile = String(file)
            if number > 0 { frame.sourceLine = number }
        }
        text = text[..<open]
    }

    /// `1  libdispatch         _dlock_wait`: the image ends at two blanks or a tab.
    private static func withoutAddress(
        _ line: ArraySlice<UInt8>, from start: Int, _ empty: TextReport.Frame
    ) -> TextReport.Frame? {
        var frame = empty
        var i = start
        while i < line.endIndex, !(line[i] == 0x09 || (line[i] == 0x20 && i + 1 < line.endIndex && line[i + 1] == 0x20))
        {
            i += 1
        }
        let image = trimmed(line[start..<i])
        skipBlanks(line, &i)
        guard !image.isEmpty, i < line.endIndex else {
            // "6   App" cut off, or one blank only: take the first word as the image.
            let words = image.split(separator: " ", maxSplits: 1)
            guard words.count == 2, empty.number > 0 || words[0].contains(".") else { return nil }
            frame.image = String(words[0])
            readRest(Array(words[1].utf8)[...], &frame)
            return frame
        }
        frame.image = image
        readRest(line[i...], &frame)
        return frame
    }

    /// The frame's own address: a hexadecimal token of at least five digits behind a blank.
    private static func addressToken(_ line: ArraySlice<UInt8>, from: Int) -> (start: Int, end: Int, value: UInt64)? {
        var i = from
        while i + 2 < line.endIndex {
            if line[i] == 0x30, line[i + 1] | 0x20 == 0x78, i == from || TextLines.isBlank(line[i - 1]) {
                var end = i + 2
                while end < line.endIndex, NumberText.hexDigit(line[end]) != nil { end += 1 }
                if end - i >= 6, let value = NumberText.hex(line[(i + 2)..<end]) { return (i, end, value) }
            }
            i += 1
        }
        return nil
    }

    private static func skipBlanks(_ line: ArraySlice<UInt8>, _ i: inout Int) {
        while i < line.endIndex, TextLines.isBlank(line[i]) { i += 1 }
    }

    static func trimmed(_ slice: ArraySlice<UInt8>) -> String {
        var slice = slice
        while let last = slice.last, TextLines.isBlank(last) { slice = slice.dropLast() }
        while let first = slice.first, TextLines.isBlank(first) { slice = slice.dropFirst() }
        return String(decoding: slice.filter { $0 != 0 }, as: UTF8.self)
    }
}
