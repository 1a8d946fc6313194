/// What an input is, told from its first bytes: a file's name proves nothing.
public enum InputKind: String, Sendable {
    case empty
    case json
    case jsonMembers = "json-members"
    case text
    case propertyList = "property-list"
    case archive
    case unifiedLog = "unified-log"
    case database
    case binary

    static func sniff(_ bytes: [UInt8]) -> InputKind {
        if bytes.isEmpty { return .empty }
        for (magic, offset, kind) in magics where bytes.count >= offset + magic.count {
            if bytes[offset..<offset + magic.count].elementsEqual(magic) { return kind }
        }
        let start = firstContent(bytes)
        guard start < bytes.count else { return .empty }
        let rest = bytes[start...]
        if rest.starts(with: "<?xml".utf8) || rest.starts(with: "<plist".utf8)
            || rest.starts(with: "<!DOCTYPE plist".utf8)
        {
            return .propertyList
        }
        switch bytes[start] {
        case UInt8(ascii: "{"): return .json
        case UInt8(ascii: "["): return startsJSONArray(bytes, start) ? .json : .text
        case UInt8(ascii: "\""): return startsMember(bytes, start) ? .jsonMembers : .text
        default: return looksBinary(bytes) ? .binary : .text
        }
    }

    private static let magics: [([UInt8], Int, InputKind)] = [
        (Array("bplist".utf8), 0, .propertyList),
        ([0x1F, 0x8B], 0, .archive),
        (Array("PK\u{3}\u{4}".utf8), 0, .archive),
        ([0xFD, 0x37, 0x7A, 0x58, 0x5A], 0, .archive),
        (Array("BZh".utf8), 0, .archive),
        (Array("ustar".utf8), 257, .archive),
        ([0x00, 0x10, 0x00, 0x00, 0x11], 0, .unifiedLog),
        (Array("SQLite format 3".utf8), 0, .database),
    ]

    /// Behind a byte order mark and blanks.
    static func firstContent(_ bytes: [UInt8]) -> Int {
        var i = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        while i < bytes.count, [0x20, 0x09, 0x0A, 0x0D, 0x00].contains(bytes[i]) { i += 1 }
        return i
    }

    private static func startsJSONArray(_ bytes: [UInt8], _ start: Int) -> Bool {
        var i = start + 1
        while i < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[i]) { i += 1 }
        return i < bytes.count && [0x7B, 0x22, 0x5B, 0x5D].contains(bytes[i])
    }

    /// `"termination" : {`: the inside of an object.
    private static func startsMember(_ bytes: [UInt8], _ start: Int) -> Bool {
        guard let close = bytes[(start + 1)...].prefix(80).firstIndex(of: 0x22) else { return false }
        var i = close + 1
        while i < bytes.count, bytes[i] == 0x20 { i += 1 }
        guard i < bytes.count, bytes[i] == 0x3A else { return false }
        i += 1
        while i < bytes.count, bytes[i] == 0x20 { i += 1 }
        return i < bytes.count && [0x7B, 0x5B, 0x22, 0x2D].contains(bytes[i])
            || (i < bytes.count && (0x30...0x39).contains(bytes[i]))
    }

    /// Text has few control characters; a stray NUL does not make it binary.
    private static func looksBinary(_ bytes: [UInt8]) -> Bool {
        let sample = bytes.prefix(4096)
        let odd = sample.count { ($0 < 0x20 && ![0x09, 0x0A, 0x0D, 0x1B].contains($0)) || $0 == 0x7F }
        return odd * 10 > sample.count * 3
    }
}
