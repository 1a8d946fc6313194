/// XML property lists: `<plist version="1.0">` around one value. A root value without `plist` around it is
/// taken too, as CoreFoundation does.
enum XMLPropertyList {
    static func read(
        _ bytes: [UInt8], _ prolog: XMLPropertyListProlog
    ) throws(ParseError) -> (root: PropertyListNode, issues: [FormatIssue]) {
        try prolog.check()
        let builder = XMLPropertyListBuilder()
        var end: FormatIssue?
        switch try XMLTextReader.read(bytes, from: prolog.start, into: builder) {
        case .complete:
            break
        case .truncated(let line):
            end = FormatIssue(.plistTruncated, "property list ends inside its elements, line \(line)", at: bytes.count)
        case .malformed(let message, let offset, let line) where builder.isComplete:
            builder.issues.add(
                .trailingBytes, "after the end of the property list, line \(line): \(message)", at: offset)
        case .malformed(let message, let offset, let line):
            end = FormatIssue(.plistMalformed, "XML broken in line \(line): \(message)", at: offset)
        }
        if let end { builder.closeEarly(end.code, "\(end.message); what was complete is kept", at: end.offset ?? 0) }
        // XML has no null: it would be an unreadable root.
        if let root = builder.root, !root.value.isNull { return (root, builder.issues.all) }
        let cause = end ?? builder.issues.all.first
        throw ParseError(
            cause?.code == .plistTruncated ? .truncated : .malformed, at: cause?.offset ?? prolog.start,
            "no value in the property list\(cause.map { ": \($0.message)" } ?? "")")
    }
}

/// Makes values of elements. An element that makes no sense is null or left out, with an issue; only what goes
/// over a limit is thrown.
final class XMLPropertyListBuilder: XMLTextSink {
    private(set) var root: PropertyListNode?
    var issues = PropertyListIssues()
    private var containers: [PropertyListContainer] = []
    /// The open element that holds text.
    private var leaf: (name: String, offset: Int, text: [UInt8], isBroken: Bool)?
    /// Open elements that are ignored with everything in them.
    private var ignored = 0
    private var depth = 0
    private var nodes = 0
    private var lastTag = 0

    /// Whether the outermost element is closed.
    var isComplete: Bool { depth == 0 && root != nil }

    func start(_ name: String, at offset: Int) throws(ParseError) {
        depth += 1
        lastTag = offset
        // `plist` around and a value inside; beyond that only ignored elements can be open.
        guard depth <= Limits.propertyListDepth + 2 else { throw tooDeep(offset) }
        guard ignored == 0, leaf == nil else {
            leaf?.isBroken = true
            ignored += 1
            return
        }
        if name == "plist", depth == 1 { return }
        nodes += 1
        guard nodes <= Limits.propertyListNodes else {
            throw ParseError(
                .limitExceeded, at: offset, "property list of more than \(Limits.propertyListNodes) values")
        }
        switch name {
        case "dict", "array":
            guard containers.count < Limits.propertyListDepth else { throw tooDeep(offset) }
            containers.append(PropertyListContainer(at: offset, isDictionary: name == "dict"))
        case "key", "string", "integer", "real", "date", "data", "true", "false":
            leaf = (name, offset, [], false)
        default:
            ignored = 1
            issue("unknown element <\(name.prefix(64))>: taken as null", at: offset)
            add(PropertyListNode(.null, at: offset))
        }
    }

    func text(_ bytes: [UInt8]) {
        guard ignored == 0 else { return }
        if leaf != nil {
            leaf?.text += bytes
        } else if !PropertyListText.isWhiteSpace(bytes) {
            issue("text behind this tag, outside the elements for text, left out", at: lastTag)
        }
    }

    func end(_ name: String) {
        depth -= 1
        if ignored > 0 {
            ignored -= 1
        } else if let ended = leaf {
            leaf = nil
            if name == "key" {
                setKey(ended)
            } else {
                add(PropertyListNode(value(ended), at: ended.offset))
            }
        } else {
            closeContainer()
        }
    }

    /// Closes what is open: complete values stay, the one being read and a key without its value go.
    func closeEarly(_ code: FormatIssue.Code, _ message: String, at offset: Int) {
        issues.add(code, message, at: offset, path: issuePath)
        leaf = nil
        while !containers.isEmpty {
            containers[containers.count - 1].key = nil
            closeContainer()
        }
    }

    /// Does nothing at the end of `plist`.
    private func closeContainer() {
        guard let container = containers.popLast() else { return }
        if let key = container.key { issue("key '\(key.prefix(64))' without a value left out", at: container.offset) }
        add(uid(container) ?? container.node)
    }

    /// CoreFoundation writes the UIDs of keyed archives as a dictionary of this one key.
    private func uid(_ container: PropertyListContainer) -> PropertyListNode? {
        guard container.entries.count == 1, let entry = container.entries.first, entry.key == "CF$UID",
            let number = entry.node.value.unsigned
        else { return nil }
        return PropertyListNode(.uid(number), at: container.offset)
    }

    private func add(_ node: PropertyListNode) {
        guard !containers.isEmpty else {
            if root == nil {
                root = node
            } else {
                issue("second value in the property list left out", at: node.offset)
            }
            return
        }
        // Only in place: a copy of the container, held while it grows, would make this copy its elements each time.
        let last = containers.count - 1
        if containers[last].isDictionary, containers[last].key == nil {
            issue("value without a key left out", at: node.offset)
        }
        containers[last].add(node)
    }

    private func setKey(_ ended: (name: String, offset: Int, text: [UInt8], isBroken: Bool)) {
        let last = containers.count - 1
        guard last >= 0, containers[last].isDictionary, !ended.isBroken else {
            return issue("key that is not a plain one of a dictionary left out", at: ended.offset)
        }
        if let key = containers[last].key {
            issue("key '\(key.prefix(64))' without a value left out", at: ended.offset)
        }
        containers[last].key = String(decoding: ended.text, as: UTF8.self)
    }

    private func value(_ ended: (name: String, offset: Int, text: [UInt8], isBroken: Bool)) -> PropertyListValue {
        if ended.isBroken {
            issue("element inside <\(ended.name)>: taken as null", at: ended.offset)
            return .null
        }
        let value: PropertyListValue?
        if ended.name == "data" {
            value = PropertyListText.base64(ended.text).map { .data($0) }
        } else {
            let text = String(decoding: ended.text, as: UTF8.self)
            switch ended.name {
            case "string": value = .string(text)
            case "integer": value = PropertyListText.wholeNumber(text)
            case "real": value = PropertyListText.real(text).map { .real($0) }
            case "date": value = PropertyListText.date(text).map { .date($0) }
            case "true", "false": value = ended.text.isEmpty ? .boolean(ended.name == "true") : nil
            default: value = nil
            }
        }
        if value == nil {
            let shown = String(decoding: ended.text.prefix(40), as: UTF8.self)
            issue("<\(ended.name)> holds '\(shown)': taken as null", at: ended.offset)
        }
        return value ?? .null
    }

    private func issue(_ message: String, at offset: Int) {
        issues.add(.plistMalformed, message, at: offset, path: issuePath)
    }

    private func tooDeep(_ offset: Int) -> ParseError {
        ParseError(.limitExceeded, at: offset, "property list nested deeper than \(Limits.propertyListDepth) levels")
    }

    /// `$.key[3]` of the value being read; made only for an issue that is kept.
    private var issuePath: String? {
        issues.isFull ? nil : containers.reduce(into: "$") { $0 += $1.pathStep }
    }
}
