/// An `.ips` file: a JSON header and a body, in every arrangement that has been seen.
///
/// iOS 15 on: header line, then a JSON body. iOS 9.3–14: header line, then the text of a `.crash` or of a
/// resource report, or a property list. Exported and re-saved files: a pretty-printed header, one object that
/// is both, a `null` line before the body, or a body without a header. The name of the file says nothing.
public struct IPSFile: Sendable {
    public enum Body: Sendable {
        case json(JSONValue)
        /// A text report; the range within the input.
        case text(Range<Int>)
        /// A property list; the range within the input.
        case propertyList(Range<Int>)
        case none
    }

    public var header: JSONValue?
    public var body: Body
    public var issues: [FormatIssue]

    /// `bug_type` of the header or of the body.
    public var bugType: String? {
        if let type = header?["bug_type"]?.text ?? header?["bugType"]?.text { return type }
        if case .json(let body) = body { return body["bug_type"]?.text }
        return nil
    }

    /// Keys by which a single object is known to be a body, not only a header.
    static let bodyKeys = [
        "threads", "exception", "termination", "procName", "usedImages", "memoryStatus", "processes", "processByPid",
        "panicString", "binaryImages", "asi", "faultingThread", "timeline", "procPath", "captureTime",
    ]

    /// - Parameter offset: where the first `{` stands, behind a byte order mark or blanks.
    public init(_ input: [UInt8], from offset: Int) {
        let first = JSONDocument.read(input, from: offset)
        header = first.root.flatMap { $0.kind == .object ? $0 : nil }
        issues = first.issues
        body = .none
        let rest = Self.skipBlanks(input, first.endOffset)
        let isBodyToo = header.map { value in Self.bodyKeys.contains { value[$0] != nil } } ?? false
        if isBodyToo, let value = header {
            body = .json(value)
            if rest < input.count, value["bug_type"] == nil || input[rest] != 0x7B {
                issues.append(FormatIssue(.trailingBytes, "more text follows the report's object; not read", at: rest))
                return
            }
            if rest >= input.count { return }
        }
        guard rest < input.count else {
            if !isBodyToo, header?["bug_type"] != nil {
                issues.append(
                    FormatIssue(.bodyMissing, "the file has a header and no body; nothing to analyse", at: input.count))
            }
            return
        }
        readBody(input, rest)
    }

    private mutating func readBody(_ input: [UInt8], _ rest: Int) {
        if input[rest] == UInt8(ascii: "{") {
            let second = JSONDocument.read(input, from: rest)
            if let root = second.root, root.kind == .object { body = .json(root) }
            issues += second.issues
        } else if input[rest...].starts(with: "<?xml".utf8) || input[rest...].starts(with: "<plist".utf8)
            || input[rest...].starts(with: "bplist00".utf8)
        {
            body = .propertyList(rest..<input.count)
        } else {
            body = .text(rest..<input.count)
        }
    }

    static func skipBlanks(_ input: [UInt8], _ from: Int) -> Int {
        var i = from
        while i < input.count {
            switch input[i] {
            case 0x20, 0x09, 0x0A, 0x0D, 0x00, 0x60: i += 1
            case UInt8(ascii: "n") where input[i...].starts(with: "null".utf8): i += 4
            default: return i
            }
        }
        return i
    }
}
