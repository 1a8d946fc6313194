/// A dictionary or array that is still being filled.
struct PropertyListContainer {
    let offset: Int
    let isDictionary: Bool
    /// The key whose value comes next.
    var key: String?
    private(set) var elements: [PropertyListNode] = []
    private(set) var entries: [PropertyListDictionary.Entry] = []

    init(at offset: Int, isDictionary: Bool) {
        self.offset = offset
        self.isDictionary = isDictionary
    }

    /// A dictionary's value goes under `key`, which is then used up; without one nothing is added.
    mutating func add(_ node: PropertyListNode) {
        if !isDictionary {
            elements.append(node)
        } else if let key {
            entries.append(.init(key, node))
            self.key = nil
        }
    }

    var node: PropertyListNode {
        PropertyListNode(isDictionary ? .dictionary(.init(entries)) : .array(elements), at: offset)
    }

    /// The step from this container to the value that comes next.
    var pathStep: String { isDictionary ? key.map { ".\($0.prefix(64))" } ?? "" : "[\(elements.count)]" }
}

/// The issues of one list, at most `Limits.issuesPerInput`.
struct PropertyListIssues {
    private var kept: [FormatIssue] = []
    private var dropped = 0

    /// Further issues are only counted; their paths need not be made.
    var isFull: Bool { kept.count >= Limits.issuesPerInput }

    mutating func add(_ code: FormatIssue.Code, _ message: String, at offset: Int, path: String? = nil) {
        if !isFull {
            kept.append(FormatIssue(code, message, at: offset, path: path))
        } else {
            dropped += 1
        }
    }

    var all: [FormatIssue] {
        guard dropped > 0 else { return kept }
        return kept + [FormatIssue(.countLimit, "\(dropped) more issues in this property list are not listed")]
    }
}
