/// A text input cut into lines that remember where they stood, with the marks removed that people and
/// tools put around a pasted report: `> ` and `// ` prefixes, code fences, backticks, list quotes.
///
/// Offsets and line numbers are those of the input, so citations stay true after the repair.
public struct TextLines: Sendable {
    public struct Line: Sendable {
        /// 1-based line number in the input.
        public var number: Int
        /// Bytes of the cleaned text within the input.
        public var bytes: Range<Int>
    }

    public let input: [UInt8]
    public var lines: [Line] = []
    public var issues: [FormatIssue] = []

    public func slice(_ line: Line) -> ArraySlice<UInt8> { input[line.bytes] }
    public func text(_ line: Line) -> String { String(decoding: input[line.bytes], as: UTF8.self) }

    /// - Parameter range: the part of the input to cut; line numbers still count from its start.
    public init(_ input: [UInt8], range: Range<Int>? = nil) {
        self.input = input
        let range = range ?? 0..<input.count
        var number = 1
        if range.lowerBound > 0 { number += input[..<range.lowerBound].count { $0 == 0x0A } }
        var start = range.lowerBound
        if input[start..<min(start + 3, range.upperBound)].elementsEqual([0xEF, 0xBB, 0xBF]) { start += 3 }
        lines.reserveCapacity(range.count / 48 + 4)
        var sawNUL = false
        while start < range.upperBound {
            var end = start
            while end < range.upperBound, input[end] != 0x0A, input[end] != 0x0D {
                if input[end] == 0 { sawNUL = true }
                end += 1
            }
            lines.append(Line(number: number, bytes: start..<end))
            if end < range.upperBound, input[end] == 0x0D, end + 1 < range.upperBound, input[end + 1] == 0x0A {
                end += 1
            }
            start = end + 1
            number += 1
        }
        if sawNUL { issues.append(FormatIssue(.nulBytes, "NUL bytes in the text; kept out of names and values")) }
        removeQuoting()
        removeCommonPrefix()
    }

    // MARK: Repair

    private mutating func removeQuoting() {
        var removed = 0
        for i in lines.indices {
            let cleaned = Self.unquoted(input, lines[i].bytes)
            if cleaned.lowerBound != lines[i].bytes.lowerBound || cleaned.upperBound != lines[i].bytes.upperBound {
                if Self.hasMark(input, lines[i].bytes) { removed += 1 }
                lines[i].bytes = cleaned
            }
        }
        if removed > 0 {
            issues.append(
                FormatIssue(.quotingRemoved, "quoting marks (>, //, `) removed from \(removed) line(s)"))
        }
    }

    private static func hasMark(_ input: [UInt8], _ range: Range<Int>) -> Bool {
        guard let first = input[range].first(where: { $0 != 0x20 && $0 != 0x09 }) else { return false }
        return first == 0x3E || first == 0x2F || first == 0x60
    }

    /// The line without leading quote marks, enclosing backticks and trailing blanks. Leading blanks stay:
    /// frames and assertion lists are indented.
    private static func unquoted(_ input: [UInt8], _ range: Range<Int>) -> Range<Int> {
        var start = range.lowerBound
        var end = range.upperBound
        while end > start, isBlank(input[end - 1]) { end -= 1 }
        while true {
            var i = start
            while i < end, isBlank(input[i]) { i += 1 }
            if i < end, input[i] == UInt8(ascii: ">") {
                start = i + 1
                if start < end, input[start] == 0x20 { start += 1 }
            } else if i + 1 < end, input[i] == 0x2F, input[i + 1] == 0x2F {
                start = i + 2
                if start < end, input[start] == 0x20 { start += 1 }
            } else if i < end, input[i] == 0x60 {
                while i < end, input[i] == 0x60 { i += 1 }
                start = i
            } else if i + 1 < end, input[i] == 0x2A || input[i] == 0x2D, input[i + 1] == 0x20 {
                // A list's bullet. Objective-C methods and `**bold**` have no blank behind the mark.
                start = i + 2
            } else {
                break
            }
        }
        while end > start, input[end - 1] == 0x60 || isBlank(input[end - 1]) { end -= 1 }
        return start..<end
    }

    /// Log tools put the same words before every line (`[device] `, `12:00:01 `). When the longer lines all start
    /// with the same bytes up to a blank, those are cut off.
    private mutating func removeCommonPrefix() {
        let full = lines.filter { $0.bytes.count > 12 }
        guard full.count >= 4, let first = full.first else { return }
        var length = min(64, first.bytes.count)
        for line in full.dropFirst() {
            var i = 0
            let limit = min(length, line.bytes.count)
            while i < limit, input[line.bytes.lowerBound + i] == input[first.bytes.lowerBound + i] { i += 1 }
            length = i
            if length < 3 { return }
        }
        // Only marks ending in a blank count: reports themselves share nothing that long.
        while length > 0, !Self.isBlank(input[first.bytes.lowerBound + length - 1]) { length -= 1 }
        let prefix = input[first.bytes.lowerBound..<first.bytes.lowerBound + length]
        // The entries of an assertion list share their first words.
        let isEntry = ByteSearch.find(Array("ProcessAssertion".utf8), in: Array(prefix)) != nil
        guard length >= 3, !isEntry, !prefix.allSatisfy(Self.isBlank) else { return }
        for i in lines.indices {
            // Short lines have lost the blank at the prefix's end, or are nothing but the prefix.
            let matched = zip(input[lines[i].bytes], prefix).prefix { $0 == $1 }.count
            guard matched >= length - 1 else { continue }
            lines[i].bytes =
                min(lines[i].bytes.lowerBound + length, lines[i].bytes.upperBound)..<lines[i].bytes.upperBound
        }
        issues.append(FormatIssue(.quotingRemoved, "the same \(length)-byte prefix removed from every line"))
    }

    @inline(__always)
    static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0 }
}
