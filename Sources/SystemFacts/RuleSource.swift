/// One diagnosis rule as it stands in `rules/diagnoses/<family>/<id>.yaml`, unchecked.
///
/// Built-in rules are generated into the binary as these values, so that starting costs no YAML; rules of the
/// user are read into the same values with the places of their keys.
public struct RuleSource: Sendable {
    public struct Example: Sendable {
        /// Text of a report as it would be saved in a file.
        public var report: String?
        /// `crash/<case>` under `samples/`.
        public var sample: String?
        public var confidence: String?
        public var because: String?

        public init(report: String?, sample: String?, confidence: String?, because: String?) {
            self.report = report
            self.sample = sample
            self.confidence = confidence
            self.because = because
        }
    }

    /// `rules/diagnoses/watchdog/scene-update.yaml`, or the user's path.
    public var file: String
    public var id: String
    public var verdict: String
    public var title: String
    public var level: String
    public var subject: String
    public var needsAny: [String]
    public var needsAll: [String]
    public var when: String
    /// Strongest first: certain, likely, possible.
    public var confidence: [(level: String, predicate: String)]
    public var ruledOutBy: String?
    public var message: String
    public var cite: [String]
    public var what: String
    public var why: String
    public var fix: String
    public var falsePositives: String
    public var references: [String]
    public var matching: [Example]
    public var notMatching: [Example]
    /// Key → line and column, for errors; empty for built-in rules.
    public var places: [String: (line: Int, column: Int)] = [:]

    public init(
        file: String, id: String, verdict: String, title: String, level: String, subject: String, needsAny: [String],
        needsAll: [String], when: String, confidence: [(level: String, predicate: String)], ruledOutBy: String?,
        message: String, cite: [String], what: String, why: String, fix: String, falsePositives: String,
        references: [String], matching: [Example], notMatching: [Example]
    ) {
        self.file = file
        self.id = id
        self.verdict = verdict
        self.title = title
        self.level = level
        self.subject = subject
        self.needsAny = needsAny
        self.needsAll = needsAll
        self.when = when
        self.confidence = confidence
        self.ruledOutBy = ruledOutBy
        self.message = message
        self.cite = cite
        self.what = what
        self.why = why
        self.fix = fix
        self.falsePositives = falsePositives
        self.references = references
        self.matching = matching
        self.notMatching = notMatching
    }
}

/// The fact tables and rules that were embedded at build time by `bgdiag-dev embed`.
public enum BuiltInFacts {}
