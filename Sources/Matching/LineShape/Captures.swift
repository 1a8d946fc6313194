/// What a line shape's holes took, as ranges of UTF-8 offsets into the bytes that were matched.
public struct Captures: Sendable {
    /// The part of the bytes that the whole shape matched.
    public let range: Range<Int>
    private let bytes: [UInt8]
    private let holes: [LineShape.Hole]
    private let ranges: [Range<Int>]

    init(range: Range<Int>, bytes: [UInt8], holes: [LineShape.Hole], ranges: [Range<Int>]) {
        self.range = range
        self.bytes = bytes
        self.holes = holes
        self.ranges = ranges
    }

    /// The range of a hole by its number in `LineShape.holes`; nil outside it.
    public subscript(hole: Int) -> Range<Int>? { ranges.indices.contains(hole) ? ranges[hole] : nil }

    /// The range of a hole by name; nil for a name the shape does not have, and for `_`.
    public subscript(name: String) -> Range<Int>? {
        name == "_" ? nil : holes.firstIndex { $0.name == name }.flatMap { self[$0] }
    }

    /// The hole's text, with U+FFFD for bytes that are not UTF-8.
    public func string(_ name: String) -> String? {
        self[name].map { String(decoding: bytes[$0], as: UTF8.self) }
    }

    /// The hole's text as a signed decimal integer; nil when it is none or does not fit.
    public func int(_ name: String) -> Int? { string(name).flatMap { Int($0) } }

    /// The hole's text as a decimal number, "inf" included; nil when it is none.
    public func double(_ name: String) -> Double? { string(name).flatMap { Double($0) } }

    /// The hole's text as an unsigned integer: hexadecimal in a `hex` hole or after `0x`, else decimal.
    public func unsigned(_ name: String) -> UInt64? {
        guard let text = string(name) else { return nil }
        if text.hasPrefix("0x") || text.hasPrefix("0X") { return UInt64(text.dropFirst(2), radix: 16) }
        let isHex = holes.contains { $0.name == name && $0.type == .hex }
        return UInt64(text, radix: isHex ? 16 : 10)
    }

    /// The hole's text as a process.
    public func process(_ name: String) -> ProcessHandleText? { string(name).map { ProcessHandleText.parse($0) } }
}
