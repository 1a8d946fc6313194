/// Follows the references of a binary list from its root.
///
/// Without recursion, so that depth costs no stack. An object is decoded once and its value shared, but it
/// counts with all it holds each time it is reached, because that is how often it would be compared or printed:
/// 40 arrays of ten references to the next are 10^40 values, and `Limits.propertyListNodes` ends that early.
struct BinaryPropertyListDecoder {
    private let list: BinaryPropertyList
    private(set) var issues = PropertyListIssues()
    private var open: [Frame] = []
    /// Objects of `open`: reaching one again is a cycle.
    private var openObjects: Set<Int> = []
    /// Closed containers, strings and data too long to be stored inline, and objects that could not be read.
    private var decoded: [Int: Decoded] = [:]
    private var nodes = 0

    private struct Decoded {
        let value: PropertyListValue
        /// Values inside, and levels of containers including this one.
        var nodes = 0
        var height = 0
    }

    private struct Frame {
        var container: PropertyListContainer
        let object: Int
        let keys: Range<Int>?
        let values: Range<Int>
        let count: Int
        /// Values that were counted before this container was opened.
        let nodesBefore: Int
        var next = 0
        /// Levels of containers inside.
        var height = 0
    }

    init(_ list: BinaryPropertyList) { self.list = list }

    /// - Throws: `refused` for a cycle, `limitExceeded`, and what makes the root itself unreadable.
    mutating func decode() throws(ParseError) -> PropertyListNode {
        try charge(1, at: 0)
        var finished = try reach(list.rootIndex)
        while true {
            if let node = finished {
                guard !open.isEmpty else { return node }
                open[open.count - 1].container.add(node)
            }
            finished = try advance()
        }
    }

    /// One step in the innermost container: a finished value for it, or nil when a container was opened or an
    /// entry skipped. A container with nothing left is closed and is itself the finished value of the one around it.
    private mutating func advance() throws(ParseError) -> PropertyListNode? {
        let last = open.count - 1
        let index = open[last].next
        guard index < open[last].count else {
            let frame = open.removeLast()
            openObjects.remove(frame.object)
            let node = frame.container.node
            let height = frame.height + 1
            decoded[frame.object] = Decoded(value: node.value, nodes: nodes - frame.nodesBefore, height: height)
            raise(to: height)
            return node
        }
        open[last].next += 1
        if let keys = open[last].keys {
            guard let key = try key(index, of: keys) else { return nil }
            open[last].container.key = key
        }
        let object: Int
        do throws(ParseError) {
            object = try list.reference(index, of: open[last].values)
        } catch {
            return PropertyListNode(try null(for: error), at: error.offset)
        }
        return try reach(object)
    }

    private mutating func key(_ index: Int, of keys: Range<Int>) throws(ParseError) -> String? {
        do throws(ParseError) {
            let object = try list.reference(index, of: keys)
            let offset = try list.offset(of: object)
            if case .string(let text)? = decoded[object]?.value { return text }
            if let text = text(try list.object(at: offset), at: offset, object: object) { return text }
            throw ParseError(.malformed, at: offset, "key of a dictionary is not a string: entry left out")
        } catch {
            _ = try null(for: error)
            return nil
        }
    }

    /// The object's value, or nil if it is a container, which is then open.
    private mutating func reach(_ object: Int) throws(ParseError) -> PropertyListNode? {
        var place = 0
        do throws(ParseError) {
            place = try list.offset(of: object)
            if let known = decoded[object] {
                try checkDepth(open.count + known.height, at: place)
                try charge(known.nodes, at: place)
                raise(to: known.height)
                return PropertyListNode(known.value, at: place)
            }
            guard !openObjects.contains(object) else {
                throw ParseError(.refused, at: place, "object \(object) contains itself")
            }
            let content = try list.object(at: place)
            switch content {
            case .value(let value): return PropertyListNode(value, at: place)
            case .data(let range):
                let value = PropertyListValue.data(Array(list.bytes[range]))
                decoded[object] = Decoded(value: value)
                return PropertyListNode(value, at: place)
            case .ascii, .utf8, .utf16:
                return PropertyListNode(.string(text(content, at: place, object: object) ?? ""), at: place)
            case .array(let values, let count):
                try open(object, at: place, keys: nil, values: values, count: count)
            case .dictionary(let keys, let values, let count):
                try open(object, at: place, keys: keys, values: values, count: count)
            }
            return nil
        } catch {
            let value = try null(for: error)
            decoded[object] = Decoded(value: value)
            return PropertyListNode(value, at: place)
        }
    }

    private mutating func open(
        _ object: Int, at offset: Int, keys: Range<Int>?, values: Range<Int>, count: Int
    ) throws(ParseError) {
        try checkDepth(open.count + 1, at: offset)
        let nodesBefore = nodes
        try charge(keys == nil ? count : 2 * count, at: offset)
        openObjects.insert(object)
        open.append(
            Frame(
                container: PropertyListContainer(at: offset, isDictionary: keys != nil), object: object, keys: keys,
                values: values, count: count, nodesBefore: nodesBefore))
    }

    /// The innermost open container holds one of `height` levels.
    private mutating func raise(to height: Int) {
        guard !open.isEmpty else { return }
        open[open.count - 1].height = max(open[open.count - 1].height, height)
    }

    private func checkDepth(_ depth: Int, at offset: Int) throws(ParseError) {
        guard depth <= Limits.propertyListDepth else {
            throw ParseError(
                .limitExceeded, at: offset, "property list nested deeper than \(Limits.propertyListDepth) levels")
        }
    }

    private mutating func charge(_ count: Int, at offset: Int) throws(ParseError) {
        nodes += count
        guard nodes <= Limits.propertyListNodes else {
            throw ParseError(
                .limitExceeded, at: offset,
                "property list of more than \(Limits.propertyListNodes) values, counting shared ones each time")
        }
    }

    /// Passes on what must end the reading, and what went wrong in the root; notes the rest.
    private mutating func null(for error: ParseError) throws(ParseError) -> PropertyListValue {
        if open.isEmpty || error.kind == .refused || error.kind == .limitExceeded { throw error }
        let code: FormatIssue.Code = error.kind == .unsupported ? .plistRefused : .plistMalformed
        issues.add(code, error.context, at: error.offset, path: issuePath)
        return .null
    }

    /// `$.key[3]` of the value being read; made only for an issue that is kept.
    private var issuePath: String? {
        issues.isFull ? nil : open.reduce(into: "$") { $0 += $1.container.pathStep }
    }

    /// Nil if the object is not a string. Bad places become U+FFFD, with an issue.
    private mutating func text(_ content: BinaryPropertyListObject, at offset: Int, object: Int) -> String? {
        let valid: String?
        let repaired: String
        switch content {
        case .ascii(let range), .utf8(let range):
            // Some writers put UTF-8 where the format says ASCII.
            valid = String(validating: list.bytes[range], as: UTF8.self)
            repaired = valid ?? String(decoding: list.bytes[range], as: UTF8.self)
        case .utf16(let range):
            let units = stride(from: range.lowerBound, to: range.upperBound, by: 2).map {
                UInt16(list.bytes[$0]) << 8 | UInt16(list.bytes[$0 + 1])
            }
            valid = String(validating: units, as: UTF16.self)
            repaired = valid ?? String(decoding: units, as: UTF16.self)
        default: return nil
        }
        if valid == nil {
            issues.add(.notUTF8, "string not valid in its encoding: bad places replaced", at: offset, path: issuePath)
        }
        if valid == nil || repaired.utf8.count > 15 { decoded[object] = Decoded(value: .string(repaired)) }
        return repaired
    }
}
