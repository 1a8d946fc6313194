/// What one rule says about one incident.
public struct Finding: Sendable, Equatable {
    public enum Level: String, Sendable, Comparable {
        case note, warning, error

        public static func < (a: Level, b: Level) -> Bool { a.rank < b.rank }
        private var rank: Int { self == .error ? 2 : self == .warning ? 1 : 0 }
    }

    public enum Confidence: String, Sendable, Comparable {
        case possible, likely, certain

        public static func < (a: Confidence, b: Confidence) -> Bool { a.rank < b.rank }
        private var rank: Int { self == .certain ? 2 : self == .likely ? 1 : 0 }

        /// One step weaker, never below `possible`.
        public var lowered: Confidence { self == .certain ? .likely : .possible }
    }

    public var rule: String
    public var verdict: String
    public var title: String
    public var level: Level
    public var confidence: Confidence
    public var message: String
    public var evidence: [EvidenceLocation]
    public var what: String
    public var why: String
    public var fix: String
    public var falsePositives: String
    public var references: [String]
    /// Stable over pids, addresses and times: `bg1:` and sixteen hexadecimal digits.
    public var fingerprint: String

    public init(rule: String, verdict: String, level: Level, confidence: Confidence) {
        self.rule = rule
        self.verdict = verdict
        self.title = ""
        self.level = level
        self.confidence = confidence
        self.message = ""
        self.evidence = []
        self.what = ""
        self.why = ""
        self.fix = ""
        self.falsePositives = ""
        self.references = []
        self.fingerprint = ""
    }
}

/// A rule that could not be decided, and what would decide it.
public struct NotEvaluable: Sendable, Equatable {
    public var rule: String
    /// Evidence kinds the rule needs and the input lacks: "threads", "termination".
    public var missing: [String]

    public init(rule: String, missing: [String]) {
        self.rule = rule
        self.missing = missing
    }
}
