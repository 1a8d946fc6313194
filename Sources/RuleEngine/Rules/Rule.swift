import DiagnosticModel
import Matching
import SystemFacts

/// A checked rule: its predicates parsed and bound, its words at hand.
public final class Rule: Sendable {
    public let source: RuleSource
    public let level: Finding.Level
    public let subject: Subject
    let cite: [RecordField]
    let precedence: Int
    let when: BoundPredicate
    let ladder: [(confidence: Finding.Confidence, predicate: BoundPredicate)]
    let ruledOutBy: BoundPredicate?
    let message: MessageTemplate

    /// What a rule is about; a record of another kind does not lack its evidence.
    public enum Subject: String, Sendable, CaseIterable {
        case processExit = "process-exit"
        case crashReport = "crash-report"
        case resourceReport = "resource-report"
        case exitCounter = "exit-counter"
        case uikitTask = "uikit-task"
        case assertion
        case processLife = "process-life"
        case bundle

        func concerns(_ kind: DiagnosticRecord.Kind) -> Bool {
            switch self {
            case .exitCounter: kind == .exitCounter
            case .resourceReport: kind == .resource || kind == .hang
            case .crashReport: kind == .crash
            case .processExit: kind == .crash || kind == .processLife
            case .uikitTask, .assertion, .processLife, .bundle: kind == .processLife
            }
        }
    }

    public var id: String { source.id }
    public var verdict: String { source.verdict }

    /// Checks every name, level, verdict and predicate.
    ///
    /// - Throws: `RuleProblem` with file, line and column of what is wrong.
    public init(_ source: RuleSource) throws(RuleProblem) {
        self.source = source
        guard let level = Finding.Level(rawValue: source.level) else {
            throw RuleProblem(source, "level", "unknown level '\(source.level)'; use error, warning or note")
        }
        self.level = level
        guard let subject = Subject(rawValue: source.subject) else {
            throw RuleProblem(
                source, "subject",
                "unknown subject '\(source.subject)'; use one of "
                    + Subject.allCases.map(\.rawValue).joined(separator: ", "))
        }
        self.subject = subject
        guard let verdict = VerdictFact.lookup(source.verdict) else {
            throw RuleProblem(
                source, "verdict", "unknown verdict '\(source.verdict)'",
                suggestion: EditDistance.suggestion(for: source.verdict, among: BuiltInFacts.verdicts.map(\.id)))
        }
        precedence = verdict.precedence
        for word in source.needsAny + source.needsAll where !FactCatalogue.evidenceWords.contains(word) {
            throw RuleProblem(
                source, "needs", "unknown evidence '\(word)'",
                suggestion: EditDistance.suggestion(for: word, among: FactCatalogue.evidenceWords.sorted()))
        }
        var cite: [RecordField] = []
        for word in source.cite {
            guard let field = RecordField(rawValue: word) else {
                throw RuleProblem(
                    source, "cite", "unknown part of a record '\(word)'",
                    suggestion: EditDistance.suggestion(for: word, among: RecordField.allCases.map(\.rawValue)))
            }
            cite.append(field)
        }
        self.cite = cite
        when = try Self.bind(source.when, source, "when")
        ladder = try Self.ladder(source)
        if let text = source.ruledOutBy {
            ruledOutBy = try Self.bind(text, source, "ruled-out-by")
        } else {
            ruledOutBy = nil
        }
        do {
            message = try MessageTemplate(source.message, names: FactCatalogue.names)
        } catch {
            throw RuleProblem(source, "message", error.message, offset: error.offset)
        }
    }

    private static func ladder(
        _ source: RuleSource
    ) throws(RuleProblem) -> [(confidence: Finding.Confidence, predicate: BoundPredicate)] {
        guard !source.confidence.isEmpty else {
            throw RuleProblem(source, "confidence", "needs at least one of certain, likely, possible")
        }
        var ladder: [(confidence: Finding.Confidence, predicate: BoundPredicate)] = []
        for (name, predicate) in source.confidence {
            guard let confidence = Finding.Confidence(rawValue: name) else {
                throw RuleProblem(source, "confidence", "unknown confidence '\(name)'; use certain, likely or possible")
            }
            ladder.append((confidence, try bind(predicate, source, "confidence.\(name)")))
        }
        return ladder.sorted { $0.confidence > $1.confidence }
    }

    private static func bind(_ text: String, _ source: RuleSource, _ key: String) throws(RuleProblem) -> BoundPredicate
    {
        do {
            return try Predicate(parsing: text).bind(to: FactCatalogue.names)
        } catch {
            throw RuleProblem(source, key, error.message, suggestion: error.suggestion, offset: error.offset)
        }
    }
}

/// What is wrong with a rule, and where: `rules/x.yaml:14:5: unknown name 'exit.cod'; did you mean 'exit.code'?`.
public struct RuleProblem: Error, Sendable, CustomStringConvertible {
    public var file: String
    /// 1-based; 0 when unknown.
    public var line: Int
    public var column: Int
    public var message: String

    init(_ source: RuleSource, _ key: String, _ message: String, suggestion: String? = nil, offset: Int = 0) {
        let place = source.places[key] ?? source.places[String(key.prefix { $0 != "." })] ?? (0, 0)
        self.init(
            file: source.file, line: place.line, column: place.column == 0 ? 0 : place.column + offset,
            message: "\(key): \(message)" + (suggestion.map { "; did you mean '\($0)'?" } ?? ""))
    }

    public init(file: String, line: Int, column: Int, message: String) {
        self.file = file
        self.line = line
        self.column = column
        self.message = message
    }

    public var description: String {
        line > 0 ? "\(file):\(line):\(max(column, 1)): \(message)" : "\(file): \(message)"
    }
}
