/// The reader behind `JSONDocument`: one pass, no recursion, tolerant of damage.
struct JSONReader {
    let bytes: [UInt8]
    var position: Int
    var nodes: [JSONDocument.Node] = []
    var issues: [FormatIssue] = []
    var isTruncated = false
    /// Indexes of the open containers, outermost first.
    private var open: [Int] = []
    /// Containers opened beyond the depth limit; their content is skipped.
    private var tooDeep = 0
    private var expectsKey = false
    /// The text is the inside of an object and may end anywhere.
    private var isMembers = false

    /// After so many repairs a text is not worth guessing about: the rest is left unread.
    private static let repairLimit = 200
    private var repairs = 0

    init(bytes: [UInt8], position: Int) {
        self.bytes = bytes
        self.position = position
        nodes.reserveCapacity((bytes.count - position) / 12 + 8)
    }

    mutating func run(asMembers: Bool) {
        isMembers = asMembers
        if asMembers { openContainer(.object) }
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x0A, 0x0D, 0x09, 0x3A, 0x00:  // space, line ends, tab, colon, NUL
                position += 1
                continue
            case 0x2C:  // comma
                position += 1
                expectsKey = isInObject
                continue
            default: break
            }
            let before = position
            if !step() { break }
            assert(position > before || open.isEmpty, "the reader must progress")
            if open.isEmpty && tooDeep == 0 && !nodes.isEmpty { break }
        }
        guard !open.isEmpty || tooDeep > 0 else { return }
        if !asMembers || open.count > 1 {
            isTruncated = true
            if repairs <= Self.repairLimit {
                note(.jsonTruncated, "the text ends inside \(open.count) open object(s) or array(s); read to here")
            }
        }
        while let index = open.popLast() { finish(index, closed: false) }
    }

    /// Reads one token. False when reading cannot go on.
    private mutating func step() -> Bool {
        let byte = bytes[position]
        switch byte {
        case UInt8(ascii: "\""):
            readString()
        case UInt8(ascii: "{"):
            openContainer(.object)
            position += 1
        case UInt8(ascii: "["):
            openContainer(.array)
            position += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            closeContainer(byte == UInt8(ascii: "}") ? .object : .array)
            position += 1
        default:
            if !readScalar() { return false }
        }
        return !isBeyondRepair()
    }

    /// So much damage that reading on would be guessing, and would cost more than the text is worth.
    private mutating func isBeyondRepair() -> Bool {
        guard repairs > Self.repairLimit else { return false }
        if !isTruncated { note(.jsonMalformed, "too much damage; the text is not read further") }
        isTruncated = true
        return true
    }

    private var isInObject: Bool { open.last.map { nodes[$0].kind == .object } ?? false }

    private mutating func openContainer(_ kind: JSONValue.Kind) {
        if tooDeep > 0 || open.count >= Limits.jsonDepth {
            if tooDeep == 0 {
                note(.depthLimit, "nested deeper than \(Limits.jsonDepth) levels; the inner part is skipped")
            }
            tooDeep += 1
            return
        }
        open.append(nodes.count)
        append(kind, from: position, to: position, flag: false)
        expectsKey = kind == .object
    }

    private mutating func closeContainer(_ kind: JSONValue.Kind) {
        if tooDeep > 0 {
            tooDeep -= 1
            return
        }
        guard let index = open.last else {
            repair("'\(kind == .object ? "}" : "]")' closes nothing")
            return
        }
        if nodes[index].kind != kind {
            repair("expected '\(kind == .object ? "]" : "}")' here, found '\(kind == .object ? "}" : "]")'")
            // A stray closer is ignored unless an outer container of its kind is open.
            guard open.contains(where: { nodes[$0].kind == kind }) else { return }
            while let inner = open.last, nodes[inner].kind != kind {
                open.removeLast()
                finish(inner, closed: false)
            }
        }
        if let index = open.popLast() {
            finish(index, closed: true)
            nodes[index].end = UInt32(position + 1)
        }
        expectsKey = false
    }

    private mutating func finish(_ index: Int, closed: Bool) {
        nodes[index].next = UInt32(nodes.count)
        nodes[index].end = UInt32(min(position, bytes.count))
        nodes[index].flag = closed
    }

    private mutating func readString() {
        let start = position
        let end = bytes.count
        var i = ByteScan.endOfPlainString(bytes, from: position + 1)
        var escaped = false
        while i < end, bytes[i] == 0x5C {
            escaped = true
            i = ByteScan.endOfPlainString(bytes, from: min(i + 2, end))
        }
        let closed = i < end
        position = closed ? i + 1 : end
        if !closed { isTruncated = true }
        guard tooDeep == 0 else { return }
        if !expectsKey, isInObject, nodes.last?.kind != .key {
            repair("expected ',' before this key")
            expectsKey = true
        }
        append(expectsKey ? .key : .string, from: start + 1, to: min(i, end), flag: escaped)
        expectsKey = false
    }

    /// Numbers, `true`, `false`, `null`, and whatever stands in their place.
    private mutating func readScalar() -> Bool {
        let start = position
        while position < bytes.count, !Self.endsScalar(bytes[position]) { position += 1 }
        if position == start { position += 1 }
        let kind: JSONValue.Kind
        switch bytes[start] {
        case UInt8(ascii: "t") where matches("true", start): kind = .true
        case UInt8(ascii: "f") where matches("false", start): kind = .false
        case UInt8(ascii: "n") where matches("null", start): kind = .null
        case UInt8(ascii: "-"), 0x30...0x39: kind = .number
        default:
            // A document that starts with something else is not JSON at all.
            if open.isEmpty && nodes.isEmpty {
                note(.jsonMalformed, "expected a JSON value here")
                return false
            }
            repair("expected a value, found \"\(excerpt(start))\"")
            return true
        }
        guard tooDeep == 0 else { return true }
        if expectsKey {
            repair("expected a key in quotes, found \"\(excerpt(start))\"")
            return true
        }
        // What the end of the input cuts may have had more digits: a pid of 4321 must not become 43.
        if kind == .number, position == bytes.count, !open.isEmpty, !isMembers { return true }
        append(kind, from: start, to: position, flag: false)
        return true
    }

    private mutating func append(_ kind: JSONValue.Kind, from start: Int, to end: Int, flag: Bool) {
        nodes.append(
            .init(
                start: UInt32(start), end: UInt32(end), next: UInt32(nodes.count + 1), kind: kind, flag: flag))
    }

    private func matches(_ word: String, _ start: Int) -> Bool {
        bytes[start..<position].elementsEqual(word.utf8)
    }

    private static func endsScalar(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x20, 0x0A, 0x0D, 0x09, 0x00, 0x2C, 0x3A, 0x22, 0x7B, 0x7D, 0x5B, 0x5D: true
        default: false
        }
    }

    private func excerpt(_ start: Int) -> String {
        String(decoding: bytes[start..<min(start + 24, max(position, start))], as: UTF8.self)
    }

    private mutating func repair(_ message: String) {
        repairs += 1
        if repairs <= 5 { note(.jsonMalformed, message) }
    }

    private mutating func note(_ code: FormatIssue.Code, _ message: String) {
        issues.append(FormatIssue(code, message, at: min(position, bytes.count)))
    }
}
