/// A moment of a log and the record that witnesses it.
public struct Moment: Sendable, Equatable {
    /// Microseconds since 1970-01-01T00:00:00Z, or since the start of an undated log's first day.
    public var time: Int64
    public var location: EvidenceLocation?

    public init(_ time: Int64, _ location: EvidenceLocation? = nil) {
        self.time = time
        self.location = location
    }
}

/// The five states of DESIGN.md, from Apple's app life cycle, and the one of not knowing.
public enum ProcessState: String, Sendable, CaseIterable {
    case notRunning = "not-running"
    case inactive, active, background, suspended
    case unknown

    public var isForeground: Bool { self == .active || self == .inactive }
}

/// A stretch of time in one state; `end` is nil while the log does not show another.
public struct StateSpan: Sendable, Equatable {
    public var state: ProcessState
    public var begin: Moment
    public var end: Int64?

    public init(state: ProcessState, begin: Moment, end: Int64? = nil) {
        self.state = state
        self.begin = begin
        self.end = end
    }
}

/// How a process life ended, as the log tells it.
public struct ProcessExit: Sendable {
    public var moment: Moment
    /// What words, code and namespace say; decoded by the importer's own decoder.
    public var termination: Termination
    /// Every record that tells of the end, in order, and its words.
    public var witnesses: [EvidenceLocation]
    public var texts: [String]
    /// The system ended it; nil when the log does not tell a kill from a plain exit.
    public var isKill: Bool?
    /// "SIGKILL", when launchd prints a signal.
    public var signal: String?
    /// Exit status of a plain exit.
    public var status: Int?
    /// Path of the report ReportCrash saved for it.
    public var reportPath: String?

    public init(moment: Moment) {
        self.moment = moment
        termination = Termination()
        witnesses = []
        texts = []
    }
}

/// One thing the log says about a life that is neither a state nor an interval: "debugger", "handlers-fired",
/// "completion-never-called", "begin-refused", …
public struct LifeEvent: Sendable {
    /// The event's name in `rules/events`.
    public var name: String
    public var moment: Moment
    /// The event's subject: a task's name, a selector, a text.
    public var text: String?
    public var number: Int?

    public init(name: String, moment: Moment, text: String? = nil, number: Int? = nil) {
        self.name = name
        self.moment = moment
        self.text = text
        self.number = number
    }
}

/// One run of one process, from launch to exit, as far as the logs show it.
public struct ProcessLife: Sendable {
    /// Index in `Timeline.lives`.
    public var id: Int
    public var process: ProcessIdentity
    /// Index of the ledger entry of the log that shows it.
    public var source: Int
    /// First and last record about it.
    public var first: Moment
    public var last: Moment
    /// The launch itself was seen.
    public var launch: Moment?
    public var exit: ProcessExit?
    public var states: [StateSpan]
    /// In the order they began.
    public var intervals: [AssertionInterval]
    public var events: [LifeEvent]
    /// Seconds not in the foreground and not suspended, as far as states are known.
    public var backgroundSeconds: Double?
    /// Seconds the system grants in the background, and whether the log itself printed the number.
    public var allowance: Double?
    public var allowanceIsPrinted: Bool
    /// The iOS version, when anything told it.
    public var system: SystemIdentity
    public var summary: LifeSummary

    public init(id: Int, process: ProcessIdentity, source: Int, first: Moment) {
        self.id = id
        self.process = process
        self.source = source
        self.first = first
        self.last = first
        states = []
        intervals = []
        events = []
        allowanceIsPrinted = false
        system = SystemIdentity()
        summary = LifeSummary()
    }

    public func events(_ name: String) -> [LifeEvent] { events.filter { $0.name == name } }

    /// The state at a moment; unknown before the first witness.
    public func state(at time: Int64) -> ProcessState {
        states.last { $0.begin.time <= time }?.state ?? .unknown
    }
}

/// Lines of a known daemon that speak of assertions in words no shape knows.
public struct UnknownLine: Sendable, Equatable {
    public var process: String
    /// The message with numbers and names blanked, so that equal lines count as one.
    public var skeleton: String
    public var count: Int
    public var location: EvidenceLocation?

    public init(process: String, skeleton: String, count: Int, location: EvidenceLocation?) {
        self.process = process
        self.skeleton = skeleton
        self.count = count
        self.location = location
    }
}

/// Everything the logs of one call tell: lives, what the logs cover, and what was not understood.
public struct Timeline: Sendable {
    public var lives: [ProcessLife] = []
    public var coverage: [LogCoverage] = []
    public var unknownLines: [UnknownLine] = []
    /// Lives of long logs that ended in good order and were let go, so that memory stays bounded.
    public var quietLivesDropped = 0
    /// Events that concern the whole device: sleep, wake, daemon restarts.
    public var deviceEvents: [LifeEvent] = []

    public init() {}
}
