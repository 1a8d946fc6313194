/// The answer to one call: every incident found, and the ledger of what it rests on.
public struct DiagnosisReport: Sendable {
    /// Version of the tool that wrote it.
    public var toolVersion: String
    public var incidents: [Incident]
    public var ledger: Ledger
    /// Rules that were in force, built in and the user's.
    public var ruleCount: Int
    /// Incidents that the user's filter (`--bundle-id`, `--pid`, `--process`) left out.
    public var filteredOut: Int
    /// What the logs show, whole.
    public var timeline = Timeline()
    /// Process lives of the logs about which no rule had anything to say.
    public var quietLives = 0

    public init(toolVersion: String) {
        self.toolVersion = toolVersion
        self.incidents = []
        self.ledger = Ledger()
        self.ruleCount = 0
        self.filteredOut = 0
    }
}

/// One end of one process (or one report that is not about an end), diagnosed.
public struct Incident: Sendable {
    /// Index in the report.
    public var id: Int
    /// The verdict by precedence; `unknown` when the evidence does not decide.
    public var verdict: String
    /// The verdict in words.
    public var verdictTitle: String
    /// nil for `none` and `unknown`.
    public var confidence: Finding.Confidence?
    /// Whether the system ended the process; nil when the record does not say.
    public var terminated: Bool?
    /// The meaning of namespace and code from `rules/codes.yaml`.
    public var codeMeaning: String?
    /// Whether a crash file is written for this kind of end.
    public var crashFileExpected: Bool?
    /// Sorted by precedence, then confidence.
    public var findings: [Finding]
    public var notEvaluable: [NotEvaluable]
    /// What the record lacks and the answer would need, in words.
    public var missing: [String]
    /// The record without its frames: `threads` is empty once `activities` are known.
    public var record: DiagnosticRecord

    public init(id: Int, record: DiagnosticRecord) {
        self.id = id
        self.verdict = "unknown"
        self.verdictTitle = ""
        self.findings = []
        self.notEvaluable = []
        self.missing = []
        self.record = record
    }
}
