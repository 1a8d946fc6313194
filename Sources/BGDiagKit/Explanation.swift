import DiagnosticModel
import Matching
import RuleEngine
import SystemFacts

/// What the fact tables and rules say about a code, a watchdog event, a verdict or a rule.
public struct Explanation: Sendable {
    public struct Section: Sendable {
        public var title: String
        /// Paragraphs; lines that start with four blanks are code.
        public var body: [String]
    }

    public var title: String
    public var sections: [Section]

    /// - Parameter text: `0x8badf00d`, `2343432205`, `scene-update`, a verdict, a rule id, a namespace, a bug type.
    public static func of(_ text: String, rules: RuleSet) -> Explanation? {
        let word = String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
        if rules.rule(word) == nil, let other = ofNumberOrName(word) { return other }
        if let rule = rules.rule(word) { return ofRule(rule, rules: rules) }
        let lower = word.lowercased()
        if let verdict = VerdictFact.lookup(lower) { return ofVerdict(verdict, rules: rules) }
        return ofAllowance(lower) ?? ofNamespace(word)
    }

    private static func ofNumberOrName(_ word: String) -> Explanation? {
        if let code = number(word) { return ofCode(code) ?? ofBugType(word) }
        // Codes are often copied without their "0x".
        if (6...8).contains(word.count), let code = UInt64(word, radix: 16) { return ofCode(code) }
        return nil
    }

    /// Words near to one that is not known.
    public static func suggestion(for word: String, rules: RuleSet) -> String? {
        let known =
            rules.rules.map(\.id) + BuiltInFacts.verdicts.map(\.id) + BuiltInFacts.allowances.map(\.what)
            + BuiltInFacts.namespaces.map(\.name)
        return EditDistance.suggestion(for: word, among: known)
    }

    private static func number(_ word: String) -> UInt64? {
        let lower = word.lowercased()
        if lower.hasPrefix("0x") { return UInt64(lower.dropFirst(2), radix: 16) }
        return UInt64(word)
    }

    private static func ofCode(_ code: UInt64) -> Explanation? {
        let facts = BuiltInFacts.codes.filter { $0.code == code }
        guard let first = facts.first else { return nil }
        // Small numbers mean different things in different namespaces: no common name.
        let name = code > 0xFFFF ? " “\(first.name)”" : ""
        var sections: [Section] = []
        for fact in facts {
            let spaces =
                fact.namespaces.isEmpty
                ? "any namespace, or none" : fact.namespaces.map(namespaceWords).joined(separator: ", ")
            var body = [fact.meaning]
            switch fact.crashFile {
            case .yes: body.append("A crash report is written.")
            case .no: body.append("No crash report is written: look in the system log (sysdiagnose) and MetricKit.")
            case .sometimes: break
            }
            body.append("Source: \(fact.source).")
            sections.append(Section(title: "\(spaces) · \(fact.range.words)", body: body))
        }
        return Explanation(title: "0x\(String(code, radix: 16)) (\(code))\(name)", sections: sections)
    }

    private static func namespaceWords(_ name: String) -> String {
        guard let fact = NamespaceFact.lookup(name), !fact.aliases.isEmpty else { return name }
        return "\(name) (also \(fact.aliases.joined(separator: ", ")))"
    }

    private static func ofRule(_ rule: Rule, rules: RuleSet) -> Explanation {
        let source = rule.source
        var sections = [
            Section(title: "What it means", body: [source.what]), Section(title: "Why it happens", body: [source.why]),
            Section(title: "What to change", body: [source.fix]),
        ]
        if !source.falsePositives.isEmpty {
            sections.append(Section(title: "When it is wrong", body: [source.falsePositives]))
        }
        let ladder = source.confidence.map { "\($0.level): \($0.predicate)" }
        sections.append(
            Section(
                title: "How it is decided",
                body: ["when: \(source.when)"] + ladder + (source.ruledOutBy.map { ["ruled out by: \($0)"] } ?? [])
                    + ["verdict: \(source.verdict)"]))
        if !source.references.isEmpty { sections.append(Section(title: "References", body: source.references)) }
        return Explanation(title: "\(source.id): \(source.title)", sections: sections)
    }

    private static func ofVerdict(_ verdict: VerdictFact, rules: RuleSet) -> Explanation {
        var sections = [Section(title: "What it means", body: [verdict.description])]
        let leading = rules.rules.filter { $0.verdict == verdict.id }
        // The first error-level rule's words are the advice; the others differ in what gave it away.
        let telling =
            leading.first { $0.id == verdict.id }
            ?? leading.first { $0.level == .error && $0.source.confidence.contains { $0.level == "certain" } }
        if let first = telling ?? leading.first {
            sections.append(Section(title: "Why it happens", body: [first.source.why]))
            sections.append(Section(title: "What to change", body: [first.source.fix]))
        }
        if !leading.isEmpty {
            sections.append(
                Section(title: "Rules that lead to it", body: leading.map { "\($0.id): \($0.source.title)" }))
        }
        let allowances = allowanceWords(
            verdict.id.hasPrefix("watchdog-") ? String(verdict.id.dropFirst(9)) : verdict.id)
        if !allowances.isEmpty { sections.append(Section(title: "Time allowed", body: allowances)) }
        return Explanation(title: "\(verdict.id): \(verdict.title)", sections: sections)
    }

    private static func ofAllowance(_ word: String) -> Explanation? {
        let body = allowanceWords(word)
        guard !body.isEmpty else { return nil }
        var sections = [Section(title: "Time allowed", body: body)]
        if let verdict = VerdictFact.lookup("watchdog-\(word)") {
            sections.insert(Section(title: "What it means", body: [verdict.description]), at: 0)
            sections.append(Section(title: "See also", body: ["bgdiag explain \(verdict.id)"]))
        }
        return Explanation(title: word, sections: sections)
    }

    private static func allowanceWords(_ what: String) -> [String] {
        BuiltInFacts.allowances.filter { $0.what == what || $0.what.hasPrefix(what + "-") }.map { fact in
            let clock = fact.clock == "cpu" ? "CPU time" : "wall clock"
            let note = fact.note.isEmpty ? "" : "; \(fact.note)"
            return
                "\(fact.what), \(fact.range.words): \(seconds(fact.seconds)) (\(clock))\(note). Source: \(fact.source)."
        }
    }

    private static func seconds(_ value: Double) -> String {
        value == value.rounded() && abs(value) < 1e9 ? "\(Int(value)) s" : "\(value) s"
    }

    private static func ofNamespace(_ word: String) -> Explanation? {
        guard let fact = NamespaceFact.lookup(word) else { return nil }
        var body = [
            "Number \(fact.number.map(String.init) ?? "unknown")\(fact.certain ? "" : ", not confirmed by a header or capture")."
        ]
        if !fact.aliases.isEmpty { body.append("Also printed as \(fact.aliases.joined(separator: ", ")).") }
        body.append("Source: \(fact.source).")
        let codes = BuiltInFacts.codes.filter { $0.namespaces.contains(fact.name) }
            .map { "0x\(String($0.code, radix: 16)) \($0.name) (\($0.range.words)): \($0.meaning)" }
        var sections = [Section(title: "Termination namespace", body: body)]
        if !codes.isEmpty { sections.append(Section(title: "Codes", body: codes)) }
        return Explanation(title: fact.name, sections: sections)
    }

    private static func ofBugType(_ word: String) -> Explanation? {
        guard let fact = BugTypeFact.lookup(word) else { return nil }
        return Explanation(
            title: "bug_type \(fact.number)",
            sections: [
                Section(
                    title: fact.name,
                    body: [
                        "Read as: \(fact.kind).",
                        fact.stacks ? "Carries the stacks of one process." : "Carries no stacks of one process.",
                        "Source: \(fact.source).",
                    ])
            ])
    }

    /// Plain text at a width.
    public func text(width: Int) -> String {
        var lines = [title, String(repeating: "=", count: min(width, title.count))]
        for section in sections {
            lines.append("")
            lines.append(section.title)
            for paragraph in section.body {
                for line in paragraph.split(separator: "\n", omittingEmptySubsequences: false) {
                    lines += Self.wrapped(String(line), width: width)
                }
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Code (indented by four, or fenced) keeps its lines; prose is wrapped and indented by two.
    private static func wrapped(_ text: String, width: Int) -> [String] {
        if text.isEmpty { return [""] }
        if text.hasPrefix("    ") || text.hasPrefix("```") { return ["  " + text] }
        var lines: [String] = []
        var current = " "
        for word in text.split(separator: " ") {
            if current.count + 1 + word.count > width, current.count > 1 {
                lines.append(current)
                current = " "
            }
            current += " " + word
        }
        return lines + [current]
    }
}
