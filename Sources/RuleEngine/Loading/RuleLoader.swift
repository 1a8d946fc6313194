import Matching
import SystemFacts
import Yams

/// Reads rules from YAML: the user's at run time, the built-in ones when they are embedded. Every complaint has
/// file, line and column.
public enum RuleLoader {
    static let keys = [
        "id", "verdict", "title", "level", "subject", "needs", "when", "confidence", "ruled-out-by", "message", "cite",
        "what", "why", "fix", "false-positives", "references", "examples",
    ]
    static let requiredKeys = [
        "id", "verdict", "title", "level", "subject", "when", "confidence", "message", "what", "why", "fix", "examples",
    ]

    /// One rule out of one file's text.
    public static func load(_ text: String, file: String) throws(RuleProblem) -> RuleSource {
        let map = try document(text, file: file)
        try check(map, file: file)
        var source = RuleSource(
            file: file, id: try required(map, "id", file), verdict: try required(map, "verdict", file),
            title: try required(map, "title", file), level: try required(map, "level", file),
            subject: try required(map, "subject", file), needsAny: try needs(map, "any", file),
            needsAll: try needs(map, "all", file), when: try required(map, "when", file),
            confidence: try ladder(map, file),
            ruledOutBy: try map["ruled-out-by"].map { node throws(RuleProblem) in try scalar(node, "ruled-out-by", file)
            },
            message: try required(map, "message", file), cite: try list(map["cite"], "cite", file),
            what: try required(map, "what", file), why: try required(map, "why", file),
            fix: try required(map, "fix", file),
            falsePositives: try map["false-positives"].map { node throws(RuleProblem) in
                try scalar(node, "false-positives", file)
            } ?? "",
            references: try list(map["references"], "references", file),
            matching: try examples(map, "matching", file), notMatching: try examples(map, "not-matching", file))
        for (key, value) in map {
            if let name = key.string, let place = place(of: value) { source.places[name] = place }
        }
        if let confidence = map["confidence"]?.mapping {
            for (key, value) in confidence {
                if let name = key.string, let place = place(of: value) { source.places["confidence.\(name)"] = place }
            }
        }
        let stem = file.split(separator: "/").last.map { $0.split(separator: ".").first.map(String.init) ?? "" } ?? ""
        if source.id != stem {
            throw RuleProblem(
                file: file, line: source.places["id"]?.line ?? 1, column: source.places["id"]?.column ?? 1,
                message: "id: '\(source.id)' must be the file's name, '\(stem)'")
        }
        if source.matching.isEmpty || source.notMatching.isEmpty {
            throw RuleProblem(source, "examples", "needs at least one matching and one not-matching example")
        }
        return source
    }

    /// Where a value's words start: behind the quote of a quoted one.
    private static func place(of node: Node) -> (line: Int, column: Int)? {
        guard let mark = node.mark else { return nil }
        let isQuoted = node.scalar.map { $0.style == .singleQuoted || $0.style == .doubleQuoted } ?? false
        return (mark.line, mark.column + (isQuoted ? 1 : 0))
    }

    private static func document(_ text: String, file: String) throws(RuleProblem) -> Node.Mapping {
        let node: Node?
        do {
            node = try Yams.compose(yaml: text)
        } catch let error as YamlError {
            throw problem(error, file)
        } catch {
            throw RuleProblem(file: file, line: 1, column: 1, message: "\(error)")
        }
        guard let map = node?.mapping else {
            throw RuleProblem(file: file, line: 1, column: 1, message: "expected a rule: keys with values")
        }
        return map
    }

    private static func problem(_ error: YamlError, _ file: String) -> RuleProblem {
        switch error {
        case .scanner(_, let text, let mark, _), .parser(_, let text, let mark, _), .composer(_, let text, let mark, _):
            RuleProblem(file: file, line: mark.line, column: mark.column, message: "not valid YAML: \(text)")
        default: RuleProblem(file: file, line: 1, column: 1, message: "not valid YAML: \(error)")
        }
    }

    private static func check(_ map: Node.Mapping, file: String) throws(RuleProblem) {
        for (key, _) in map {
            guard let name = key.string, keys.contains(name) else {
                let name = key.string ?? "?"
                let hint = EditDistance.suggestion(for: name, among: keys).map { "; did you mean '\($0)'?" } ?? ""
                throw RuleProblem(
                    file: file, line: key.mark?.line ?? 1, column: key.mark?.column ?? 1,
                    message: "unknown key '\(name)'\(hint)")
            }
        }
        for name in requiredKeys where map[name] == nil {
            throw RuleProblem(file: file, line: 1, column: 1, message: "missing key '\(name)'")
        }
    }

    /// A misspelt key inside would silently lose what it says.
    private static func checkKeys(
        _ map: Node.Mapping, _ known: [String], in parent: String, _ file: String
    ) throws(RuleProblem) {
        for (key, _) in map where !known.contains(key.string ?? "?") {
            let name = key.string ?? "?"
            let hint = EditDistance.suggestion(for: name, among: known).map { "; did you mean '\($0)'?" } ?? ""
            throw RuleProblem(
                file: file, line: key.mark?.line ?? 1, column: key.mark?.column ?? 1,
                message: "\(parent): unknown key '\(name)'\(hint)")
        }
    }

    // MARK: Values

    private static func required(_ map: Node.Mapping, _ key: String, _ file: String) throws(RuleProblem) -> String {
        guard let node = map[key] else {
            throw RuleProblem(file: file, line: 1, column: 1, message: "missing key '\(key)'")
        }
        return try scalar(node, key, file)
    }

    private static func scalar(_ node: Node, _ key: String, _ file: String) throws(RuleProblem) -> String {
        guard let text = node.scalar?.string else {
            throw RuleProblem(
                file: file, line: node.mark?.line ?? 1, column: node.mark?.column ?? 1, message: "\(key): expected text"
            )
        }
        return trimmed(text)
    }

    static func trimmed(_ text: String) -> String {
        var text = text[...]
        while let last = text.last, last.isWhitespace { text = text.dropLast() }
        return String(text)
    }

    private static func list(_ node: Node?, _ key: String, _ file: String) throws(RuleProblem) -> [String] {
        guard let node else { return [] }
        guard let sequence = node.sequence else {
            throw RuleProblem(
                file: file, line: node.mark?.line ?? 1, column: node.mark?.column ?? 1,
                message: "\(key): expected a list")
        }
        var values: [String] = []
        for item in sequence { values.append(try scalar(item, key, file)) }
        return values
    }

    private static func needs(_ map: Node.Mapping, _ kind: String, _ file: String) throws(RuleProblem) -> [String] {
        guard let node = map["needs"] else { return [] }
        guard let inner = node.mapping else {
            throw RuleProblem(
                file: file, line: node.mark?.line ?? 1, column: node.mark?.column ?? 1,
                message: "needs: expected { any: […] } or { all: […] }")
        }
        try checkKeys(inner, ["any", "all"], in: "needs", file)
        return try list(inner[kind], "needs", file)
    }

    private static func ladder(
        _ map: Node.Mapping, _ file: String
    ) throws(RuleProblem) -> [(level: String, predicate: String)] {
        guard let node = map["confidence"], let inner = node.mapping else {
            throw RuleProblem(
                file: file, line: map["confidence"]?.mark?.line ?? 1, column: 1,
                message: "confidence: expected certain, likely or possible with a predicate each")
        }
        var ladder: [(level: String, predicate: String)] = []
        for (key, value) in inner {
            // YAML reads a bare TRUE as a boolean; its text is the predicate all the same.
            ladder.append((key.string ?? "?", try scalar(value, "confidence", file)))
        }
        return ladder
    }

    private static func examples(
        _ map: Node.Mapping, _ kind: String, _ file: String
    ) throws(RuleProblem) -> [RuleSource.Example] {
        guard let items = map["examples"]?.mapping?[kind]?.sequence else { return [] }
        var examples: [RuleSource.Example] = []
        for item in items {
            guard let fields = item.mapping else { continue }
            try checkKeys(fields, ["report", "sample", "expect", "because"], in: "examples", file)
            if let expect = fields["expect"]?.mapping { try checkKeys(expect, ["confidence"], in: "expect", file) }
            examples.append(
                RuleSource.Example(
                    report: fields["report"]?.scalar?.string, sample: fields["sample"]?.scalar?.string,
                    confidence: fields["expect"]?.mapping?["confidence"]?.scalar?.string,
                    because: fields["because"]?.scalar?.string))
        }
        return examples
    }
}
