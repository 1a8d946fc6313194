/// One record out of an input, whatever its format: a crash, a hang, a resource report, one killed
/// process of a Jetsam event, one MetricKit counter. The unit that rules look at.
public struct DiagnosticRecord: Sendable {
    public enum Kind: String, Sendable {
        case crash
        case resource
        case hang
        case jetsam
        case stackshot
        case panic
        case exitCounter = "exit-counter"
        /// One process life out of a log.
        case processLife = "process-life"
        case other
    }

    public var kind: Kind
    /// Index of the ledger entry it came from.
    public var source: Int
    /// Apple's number for the file's kind: "309".
    public var bugType: String?
    public var incidentID: String?
    public var process: ProcessIdentity
    public var system: SystemIdentity
    public var captured: Timestamp?
    public var exception: ExceptionInfo
    public var termination: Termination
    public var assertions: [AssertionInterval]
    public var threads: [StackThread]
    /// Filled in by `ThreadAnalysis`, index for index with `threads`.
    public var activities: [ThreadActivity]
    public var resource: ResourceUse?
    public var memory: JetsamKill?
    public var counter: ExitCounter?
    /// Text of `Application Specific Information` or `asi`, shortened.
    public var applicationInfo: String?
    /// True when the record stops before its end.
    public var isTruncated: Bool
    /// What the log says about the life; nil for records of reports.
    public var life: LifeSummary?
    /// Index of the life in the report's timeline.
    public var lifeID: Int?
    /// Made of loose words in a text, without a report around them.
    public var isExcerpt = false
    /// Where each part of the record stands in the input.
    public var locations: [RecordField: EvidenceLocation]
    /// Further places of a part that rests on several records of a log.
    public var moreLocations: [RecordField: [EvidenceLocation]] = [:]

    public init(kind: Kind, source: Int) {
        self.kind = kind
        self.source = source
        self.process = ProcessIdentity()
        self.system = SystemIdentity()
        self.exception = ExceptionInfo()
        self.termination = Termination()
        self.assertions = []
        self.threads = []
        self.activities = []
        self.isTruncated = false
        self.locations = [:]
    }
}

/// The parts of a record that a statement can cite. Raw values are the words of a rule's `cite:`.
public enum RecordField: String, Sendable, CaseIterable {
    case exit, exception, explanation, event, allowance, cpu, thermal
    case lockedFiles = "locked-files"
    case assertions, process, os, time, resource, memory, counter
    case applicationInfo = "application-info"
    case main
    case crashedThread = "crashed-thread"
    case handler, deadlock
    /// The suspect task's begin, the records about it, and its end.
    case task
    /// The system's warning that time is up, and what the app did then.
    case warnings
    case states
}

/// What a CPU, wakeups, disk-write or memory-limit report measured.
public struct ResourceUse: Sendable, Equatable {
    /// "cpu usage", "disk writes", "wakeups", "memory", "hang": the report's own word.
    public var event: String
    /// "Process killed", "none", as printed.
    public var action: String?
    /// The sentence with the numbers.
    public var summary: String?
    /// Seconds of CPU, bytes written, wakeups, milliseconds of hang: `unit` says which.
    public var used: Double?
    public var limit: Double?
    public var unit: String?
    /// Seconds observed.
    public var duration: Double?
    public var fatal: Bool?

    public init(event: String) { self.event = event }
}

/// One process of a Jetsam event that carries a kill reason.
public struct JetsamKill: Sendable, Equatable {
    /// "per-process-limit", "vm-pageshortage", "highwater", …
    public var reason: String
    /// "frontmost", "suspended", …
    public var states: [String]
    /// Resident bytes at the kill (`rpages` × page size); nil when one of them is missing.
    public var residentBytes: Int?
    public var lifetimeMaxBytes: Int?
    /// The event's largest process, for comparison.
    public var largestProcess: String?

    public init(reason: String, states: [String] = []) {
        self.reason = reason
        self.states = states
    }
}

/// A non-zero counter of MetricKit's `applicationExitMetrics`: how often, never which task.
public struct ExitCounter: Sendable, Equatable {
    /// The payload's key, without "cumulative" and "ExitCount": "BackgroundTaskAssertionTimeout".
    public var name: String
    public var count: Int
    public var background: Bool

    public init(name: String, count: Int, background: Bool) {
        self.name = name
        self.count = count
        self.background = background
    }
}
