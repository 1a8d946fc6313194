/// What was read, in part, skipped or failed: one entry for every input and archive member.
///
/// An answer without its ledger would lie by omission; every reporter prints it.
public struct Ledger: Sendable, Equatable {
    public var entries: [LedgerEntry] = []

    public init() {}

    /// False when every input was something else than evidence.
    public var hasEvidence: Bool {
        entries.contains { $0.status == .read || $0.status == .partial || $0.isKnownReport }
    }

    /// True when something could not be read in whole, so that "nothing found" would not be proof.
    public var isIncomplete: Bool {
        entries.contains { entry in
            entry.status == .partial || entry.status == .failed
                || entry.issues.contains { $0.severity >= .dataLoss }
        }
    }
}

public struct LedgerEntry: Sendable, Equatable {
    public enum Status: String, Sendable { case read, partial, skipped, failed }

    /// Index in `Ledger.entries`; evidence locations refer to it.
    public var id: Int
    /// The path as the user gave it, or as the folder walk found it; `-` for standard input.
    public var path: String
    /// Position inside a container: `[3]` of a JSON array, `crashDiagnostics[0]` of a payload.
    public var member: String?
    /// What the content is, whatever its name says: `crash`, `jetsam`, `metrickit-diagnostics`, …
    public var kind: String
    /// The kind in words: "crash report (.ips, JSON body)".
    public var kindTitle: String
    public var status: Status
    /// Size of the input in bytes.
    public var byteCount: Int
    public var issues: [LedgerIssue]

    /// A report of a kind that is known by its number, though there is nothing in it to diagnose.
    public var isKnownReport: Bool { kind.hasPrefix("bug-type-") || kindTitle.contains("bug_type") }

    public init(
        id: Int, path: String, member: String? = nil, kind: String, kindTitle: String, status: Status,
        byteCount: Int, issues: [LedgerIssue] = []
    ) {
        self.id = id
        self.path = path
        self.member = member
        self.kind = kind
        self.kindTitle = kindTitle
        self.status = status
        self.byteCount = byteCount
        self.issues = issues
    }
}

/// One thing that went wrong, or was odd, while reading an input.
public struct LedgerIssue: Sendable, Equatable {
    public enum Severity: String, Sendable, Comparable {
        case info, notice
        case dataLoss = "data-loss"
        case error

        public static func < (a: Severity, b: Severity) -> Bool { a.rank < b.rank }

        private var rank: Int {
            switch self {
            case .info: 0
            case .notice: 1
            case .dataLoss: 2
            case .error: 3
            }
        }
    }

    /// Stable word for machines: `json-truncated`, `unreadable-file`.
    public var code: String
    public var severity: Severity
    /// What was expected, what stood there, what to do.
    public var message: String
    /// Absolute byte offset in the input.
    public var offset: Int?
    public var line: Int?
    /// JSON or property-list path, where there is one.
    public var path: String?

    public init(
        code: String, severity: Severity, message: String, offset: Int? = nil, line: Int? = nil, path: String? = nil
    ) {
        self.code = code
        self.severity = severity
        self.message = message
        self.offset = offset
        self.line = line
        self.path = path
    }
}
