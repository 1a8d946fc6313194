/// Text joined from pieces of an input, which still knows where each piece stood.
public struct SourceText: Sendable {
    struct Segment: Sendable {
        /// UTF-8 offset in `text`.
        var start: Int
        var source: Range<Int>
        var line: Int
        var path: String?
        /// Copied byte for byte, so that offsets in the piece are offsets in the source.
        var isExact: Bool
    }

    /// Where a part of the text stood in the input.
    public struct Place: Sendable, Equatable {
        public var bytes: Range<Int>
        /// 1-based, or 0 when lines were not counted.
        public var line: Int
        public var path: String?
    }

    public private(set) var bytes: [UInt8] = []
    var segments: [Segment] = []

    public init() {}

    public init(_ text: String, source: Range<Int> = 0..<0, line: Int = 0, path: String? = nil) {
        append(text, source: source, line: line, path: path)
    }

    public var isEmpty: Bool { bytes.isEmpty }
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Adds a piece on a line of its own and returns where it starts. NUL bytes are dropped, and what is not UTF-8
    /// is replaced, so a piece may be longer or shorter than its source.
    @discardableResult
    public mutating func append(_ text: String, source: Range<Int>, line: Int, path: String? = nil) -> Int {
        if !bytes.isEmpty { bytes.append(0x0A) }
        let start = bytes.count
        bytes.append(contentsOf: HTMLEntities.decode(text).utf8.lazy.filter { $0 != 0 })
        let isExact = path == nil && bytes.count - start == source.count
        segments.append(Segment(start: start, source: source, line: line, path: path, isExact: isExact))
        return start
    }

    public mutating func append(_ other: SourceText) {
        if !bytes.isEmpty, !other.bytes.isEmpty { bytes.append(0x0A) }
        let base = bytes.count
        segments += other.segments.map {
            Segment(start: $0.start + base, source: $0.source, line: $0.line, path: $0.path, isExact: $0.isExact)
        }
        bytes += other.bytes
    }

    public func string(_ range: Range<Int>) -> String {
        String(decoding: bytes[range.clamped(to: 0..<bytes.count)], as: UTF8.self)
    }

    /// The place of a range of `bytes`; the piece it starts in decides.
    public func place(of range: Range<Int>) -> Place? {
        guard let segment = segments.last(where: { $0.start <= range.lowerBound }) else { return nil }
        // Pieces of a text input are mostly copied byte for byte, so offsets carry over; a decoded JSON string has
        // escapes, and NUL bytes, entities and what is no UTF-8 change lengths: then the whole piece is cited.
        guard segment.isExact else {
            return Place(bytes: segment.source, line: segment.line, path: segment.path)
        }
        let start = segment.source.lowerBound + range.lowerBound - segment.start
        return Place(
            bytes: min(start, segment.source.upperBound)..<min(start + range.count, segment.source.upperBound),
            line: segment.line, path: nil)
    }

    /// First occurrence of `needle` at or after `from`, as a range of `bytes`.
    public func find(_ needle: String, from: Int = 0, ignoringCase: Bool = false) -> Range<Int>? {
        ByteSearch.find(Array(needle.utf8), in: bytes, from: from, ignoringCase: ignoringCase).map {
            $0..<$0 + needle.utf8.count
        }
    }
}

/// Plain substring search on bytes.
public enum ByteSearch {
    public static func find(
        _ needle: [UInt8], in bytes: [UInt8], from: Int = 0, to: Int? = nil, ignoringCase: Bool = false
    ) -> Int? {
        let end = (to ?? bytes.count) - needle.count
        guard let first = needle.first, from >= 0, from <= end else { return nil }
        let firstFolded = ignoringCase ? fold(first) : first
        var i = from
        while i <= end {
            if (ignoringCase ? fold(bytes[i]) : bytes[i]) == firstFolded {
                var j = 1
                while j < needle.count,
                    ignoringCase ? fold(bytes[i + j]) == fold(needle[j]) : bytes[i + j] == needle[j]
                {
                    j += 1
                }
                if j == needle.count { return i }
            }
            i += 1
        }
        return nil
    }

    @inline(__always)
    static func fold(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte }
}

/// The entities that web pages put into pasted reports; nothing else of HTML is meant here.
enum HTMLEntities {
    private static let known: [(entity: String, character: Character)] = [
        ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&apos;", "'"), ("&nbsp;", " "),
        ("&amp;", "&"),
    ]

    static func decode(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
        var out = ""
        var rest = text[...]
        while let mark = rest.firstIndex(of: "&") {
            out += rest[..<mark]
            rest = rest[mark...]
            if let hit = known.first(where: { rest.hasPrefix($0.entity) }) {
                out.append(hit.character)
                rest = rest.dropFirst(hit.entity.count)
            } else {
                out.append("&")
                rest = rest.dropFirst()
            }
        }
        return out + rest
    }
}
