/// A log line or phrase written as it reads, with holes: `{event:word} watchdog transgression: {reason}`.
///
/// Text outside holes compares byte for byte, except that white space in the shape (any run of spaces, tabs and line
/// breaks) stands for one or more of them in the line. `{{` and `}}` are literal braces. A hole is `{name}` or
/// `{name:type}`; names are unique, but `{_}` may repeat and captures nothing. See `HoleType` for the types.
///
/// Matching never goes back on a decision: a hole that ends at "the next text of the shape" ends at the first
/// occurrence of all that stands between it and the next hole (at the last possible one when nothing else follows in
/// an anchored match). So time is linear in the line, and a shape says at a glance what it will take.
public struct LineShape: Sendable, Equatable, CustomStringConvertible {
    /// A named gap of the shape.
    public struct Hole: Sendable, Equatable {
        /// Unique in its shape, or "_".
        public let name: String
        /// What the hole takes; `text` when the shape does not say.
        public let type: HoleType
    }

    /// The holes from left to right; captures are numbered the same way.
    public let holes: [Hole]
    /// The text the shape was parsed from.
    public let description: String
    /// The longest byte sequence that every matching line contains: what a reader may look for first, over millions
    /// of lines, before it asks the shape. Never empty.
    public let longestLiteral: [UInt8]
    let parts: [Part]

    /// The shape alternates: a fixed run (perhaps empty, only at the start or after a self-ending hole), a hole, …
    enum Part: Sendable, Equatable {
        case fixed(FixedRun)
        case hole(Int, HoleType)
    }

    /// Parses a shape of at most 4,096 bytes and 64 holes.
    public init(parsing text: String) throws(LineShapeError) {
        var parser = LineShapeParser(text)
        try parser.parse()
        holes = parser.holes
        parts = parser.parts
        description = text
        longestLiteral = parser.longestLiteral
    }

    /// Shapes are equal when they match the same lines the same way, however their white space is written.
    public static func == (a: LineShape, b: LineShape) -> Bool { a.parts == b.parts && a.holes == b.holes }

    /// Matches a whole line: the shape's first byte at the range's first, its last at the range's last. Nil range: all
    /// the bytes. A text hole may span line breaks. A line that was cut short does not match.
    public func match(_ bytes: [UInt8], in range: Range<Int>? = nil) -> Captures? {
        let range = (range ?? 0..<bytes.count).clamped(to: 0..<bytes.count)
        var matcher = ShapeMatcher(shape: self, bytes: bytes, range: range)
        return matcher.matchWhole() ? matcher.captures(bytes) : nil
    }

    /// Matches a whole text; capture ranges are UTF-8 offsets into it.
    public func match(_ text: String) -> Captures? { match(Array(text.utf8)) }

    /// Finds the leftmost place where the shape matches. Nil range: all the bytes.
    ///
    /// A hole at the start of the shape extends backwards from the first text after it: `word`, `int`, `hex` and
    /// `seconds` over the bytes of their type, `text` to the start of the line, `process` over balanced brackets to
    /// the start of the line, a ": ", a quote or an open bracket. A `text` hole at the end stops at the end of the
    /// line, a `process` hole where the handle ends; `rest` takes everything.
    public func firstMatch(in bytes: [UInt8], range: Range<Int>? = nil) -> Captures? {
        let range = (range ?? 0..<bytes.count).clamped(to: 0..<bytes.count)
        var matcher = ShapeMatcher(shape: self, bytes: bytes, range: range)
        return matcher.findFirst() ? matcher.captures(bytes) : nil
    }

    /// Finds the leftmost place in a text; capture ranges are UTF-8 offsets into it.
    public func firstMatch(in text: String) -> Captures? { firstMatch(in: Array(text.utf8)) }
}

/// What a hole of a line shape takes.
public enum HoleType: String, Sendable, CaseIterable {
    /// Anything, also nothing, up to the next text of the shape.
    case text
    /// At least one byte, no white space.
    case word
    /// Decimal digits, perhaps signed; at most 64 bytes.
    case int
    /// Hexadecimal digits, perhaps after `0x`; at most 64 bytes.
    case hex
    /// A decimal number, "30" or "29.50", or "inf"; at most 64 bytes, unit not included.
    case seconds
    /// A text in single or double quotes, at most 4,096 bytes; the capture is what stands between the quotes. A
    /// quote after a backslash does not end it.
    case quoted
    /// A process in any of the spellings `ProcessHandleText` reads: at least one byte, up to the next text of the
    /// shape that stands outside the handle's own brackets.
    case process
    /// Everything to the end, line breaks included; the last hole of its shape.
    case rest

    /// Knows where it ends by itself, so that a hole may follow it directly.
    var endsItself: Bool {
        switch self {
        case .int, .hex, .seconds, .quoted: true
        case .text, .word, .process, .rest: false
        }
    }
}
