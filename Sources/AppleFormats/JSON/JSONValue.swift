/// One value of a `JSONDocument`. Cheap to copy; decodes on demand.
public struct JSONValue: Sendable {
    public enum Kind: UInt8, Sendable { case object, array, key, string, number, `true`, `false`, null }

    public let document: JSONDocument
    let index: Int

    private var node: JSONDocument.Node { document.nodes[index] }
    public var kind: Kind { node.kind }

    /// Bytes of the value in the input; strings without their quotes.
    public var byteRange: Range<Int> { Int(node.start)..<max(Int(node.start), Int(node.end)) }

    /// False for an object or array that the end of the input or damage left open.
    public var isComplete: Bool { (kind != .object && kind != .array) || node.flag }

    // MARK: Containers

    /// The member's value; nil when this is no object or has no such key. Of equal keys the first counts.
    public subscript(key: String) -> JSONValue? {
        guard kind == .object else { return nil }
        var child = index + 1
        let end = Int(node.next)
        while child < end {
            let candidate = document.nodes[child]
            guard candidate.kind == .key else {
                child = Int(candidate.next)
                continue
            }
            let value = child + 1
            guard value < end, document.nodes[value].kind != .key else {
                child = value
                continue
            }
            if keyEquals(candidate, key) { return JSONValue(document: document, index: value) }
            child = Int(document.nodes[value].next)
        }
        return nil
    }

    private func keyEquals(_ node: JSONDocument.Node, _ key: String) -> Bool {
        Key(document: document, node: node) == key
    }

    /// A member's key, compared without decoding or copying it.
    public struct Key: Sendable {
        let document: JSONDocument
        let node: JSONDocument.Node

        @inline(__always)
        public static func == (key: Key, text: String) -> Bool {
            if key.node.flag { return key.text == text }
            guard Int(key.node.end) - Int(key.node.start) == text.utf8.count else { return false }
            var i = Int(key.node.start)
            for byte in text.utf8 {
                if key.document.bytes[i] != byte { return false }
                i += 1
            }
            return true
        }

        public var count: Int { Int(node.end) - Int(node.start) }

        public var text: String {
            let slice = document.bytes[Int(node.start)..<Int(node.end)]
            return node.flag ? JSONEscapes.decode(slice) : String(decoding: slice, as: UTF8.self)
        }
    }

    /// Calls `body` with each member's key and value.
    @inline(__always)
    public func forEachMember(_ body: (Key, JSONValue) -> Void) {
        guard kind == .object else { return }
        var child = index + 1
        let end = Int(node.next)
        while child < end {
            let key = document.nodes[child]
            guard key.kind == .key else {
                child = Int(key.next)
                continue
            }
            let value = child + 1
            guard value < end, document.nodes[value].kind != .key else {
                child = value
                continue
            }
            body(Key(document: document, node: key), JSONValue(document: document, index: value))
            child = Int(document.nodes[value].next)
        }
    }

    /// Calls `body` with each element of an array, at most `limit`.
    @inline(__always)
    public func forEachElement(limit: Int, _ body: (JSONValue) -> Void) {
        guard kind == .array else { return }
        var child = index + 1
        let end = Int(node.next)
        var count = 0
        while child < end, count < limit {
            body(JSONValue(document: document, index: child))
            child = Int(document.nodes[child].next)
            count += 1
        }
    }

    /// Keys in order, decoded.
    public var keys: [String] {
        var keys: [String] = []
        forEachMember { key, _ in keys.append(key.text) }
        return keys
    }

    /// Elements of an array; empty for anything else.
    public var elements: [JSONValue] {
        guard kind == .array else { return [] }
        var result: [JSONValue] = []
        var child = index + 1
        let end = Int(node.next)
        while child < end {
            result.append(JSONValue(document: document, index: child))
            child = Int(document.nodes[child].next)
        }
        return result
    }

    // MARK: Scalars

    /// The decoded text of a string; nil for other kinds.
    public var string: String? {
        guard kind == .string else { return nil }
        let slice = document.bytes[byteRange]
        return node.flag ? JSONEscapes.decode(slice) : String(decoding: slice, as: UTF8.self)
    }

    /// A string, or a number or boolean as it is written: reports change their minds between versions.
    public var text: String? {
        switch kind {
        case .string: string
        case .number, .true, .false: String(decoding: document.bytes[byteRange], as: UTF8.self)
        default: nil
        }
    }

    /// A whole number: written as one, as a boolean (1 or 0), or as decimal or `0x` text.
    public var unsigned: UInt64? {
        switch kind {
        case .true: 1
        case .false: 0
        case .number, .string: NumberText.unsigned(document.bytes[byteRange])
        default: nil
        }
    }

    public var int: Int? {
        if let value = unsigned { return Int(exactly: value) }
        guard kind == .number || kind == .string else { return nil }
        return NumberText.signed(document.bytes[byteRange])
    }

    public var double: Double? {
        guard kind == .number || kind == .string else { return nil }
        return Double(String(decoding: document.bytes[byteRange], as: UTF8.self))
    }

    public var bool: Bool? {
        switch kind {
        case .true: true
        case .false: false
        default: text.flatMap { ["1": true, "true": true, "yes": true, "0": false, "false": false][$0.lowercased()] }
        }
    }

    /// `$.threads[3].frames`; found by walking down from the root, so only for citation.
    public var path: String {
        var path = "$"
        var current = 0
        while current < index {
            let node = document.nodes[current]
            guard node.kind == .object || node.kind == .array, index < Int(node.next) else { return path }
            guard let step = document.child(of: current, holding: index) else { return path }
            path += node.kind == .object ? ".\(step.key ?? "")" : "[\(step.position)]"
            current = step.child
        }
        return path
    }
}

/// Backslash escapes of JSON strings.
enum JSONEscapes {
    static func decode(_ slice: ArraySlice<UInt8>) -> String {
        var out: [UInt8] = []
        out.reserveCapacity(slice.count)
        var i = slice.startIndex
        while i < slice.endIndex {
            let byte = slice[i]
            guard byte == 0x5C, i + 1 < slice.endIndex else {
                out.append(byte)
                i += 1
                continue
            }
            let code = slice[i + 1]
            i += 2
            switch code {
            case UInt8(ascii: "n"): out.append(0x0A)
            case UInt8(ascii: "t"): out.append(0x09)
            case UInt8(ascii: "r"): out.append(0x0D)
            case UInt8(ascii: "b"): out.append(0x08)
            case UInt8(ascii: "f"): out.append(0x0C)
            case UInt8(ascii: "u"): appendUnicode(slice, &i, &out)
            default: out.append(code)
            }
        }
        return String(decoding: out, as: UTF8.self)
    }

    private static func appendUnicode(_ slice: ArraySlice<UInt8>, _ i: inout Int, _ out: inout [UInt8]) {
        guard var value = hex4(slice, i) else { return out.append(contentsOf: "\u{FFFD}".utf8) }
        i += 4
        if (0xD800..<0xDC00).contains(value), i + 1 < slice.endIndex, slice[i] == 0x5C,
            slice[i + 1] == UInt8(ascii: "u"), let low = hex4(slice, i + 2), (0xDC00..<0xE000).contains(low)
        {
            value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
            i += 6
        }
        let scalar = Unicode.Scalar(value) ?? "\u{FFFD}"
        out.append(contentsOf: String(Character(scalar)).utf8)
    }

    private static func hex4(_ slice: ArraySlice<UInt8>, _ at: Int) -> UInt32? {
        guard at + 4 <= slice.endIndex else { return nil }
        var value: UInt32 = 0
        for byte in slice[at..<at + 4] {
            guard let digit = NumberText.hexDigit(byte) else { return nil }
            value = value << 4 | UInt32(digit)
        }
        return value
    }
}
