/// A begin/end of something that keeps the app running.
///
/// In a crash report of iOS 4–10 these are the assertions still open at the kill; logs add begins, ends and everything
/// between. Times are microseconds UTC like those of the log they came from.
public struct AssertionInterval: Sendable, Equatable {
    public enum Kind: String, Sendable {
        case uikitTask = "uikit-task"
        case assertion
        case scene
        case urlSession = "urlsession"
        case backgroundFetch = "background-fetch"
        case bgTask = "bgtask"
        case power
    }

    /// How the end is known. A gap is never a leak.
    public enum End: String, Sendable { case observed, inferred, open, unknown }

    public var kind: Kind
    /// The task's or assertion's name as the system prints it; untrusted text.
    public var name: String?
    /// "finishTask", "backgroundContentFetching", "suspend", …
    public var reason: String?
    /// The system's own key: "34-24240-546990" (RunningBoard), "…475658F36F42" (assertiond).
    public var identifier: String?
    /// UIKit's number of the task, unique in one process life.
    public var taskID: Int?
    /// Seconds the system granted; infinite durations are nil.
    public var allowance: Double?
    public var target: ProcessHandle?
    public var owner: ProcessHandle?
    /// "preventSuspend", "preventIdleSleep", …
    public var flags: [String]
    public var end: End
    /// Why an inferred or unknown end is one: "the process exited", "the log ends".
    public var endReason: String?
    public var location: EvidenceLocation?

    /// When it began; nil when the log starts later. See `beginIsInferred`.
    public var begin: Int64?
    /// The begin was computed from `elapsed`, or paired by order because the line was redacted.
    public var beginIsInferred = false
    public var endTime: Int64?
    public var endLocation: EvidenceLocation?
    /// True: an expiration handler was given; false: `(null)`; nil: the log does not say.
    public var hasHandler: Bool?
    /// The clock started later than the interval: RunningBoard created it inactive.
    public var isInactive = false
    /// The handler was called, the task was warned about as still not ended, UIKit warned that it is old.
    public var handlerCalled: Int64?
    public var notEnded: Int64?
    public var warnedLong: Int64?
    /// RunningBoard or assertiond let it time out.
    public var timedOut: Int64?
    /// The state of the process when it began.
    public var stateAtBegin: ProcessState?
    /// Seconds it was held while the process was in the background; nil when states are unknown.
    public var backgroundSeconds: Double?
    /// Rebuilt from begin and end lines; false for what a report or a kill lists as open.
    public var isFromTimeline = false
    /// UIKit's own or another framework's task: never the app's leak.
    public var isSystem = false
    /// Records that speak of the interval between begin and end: warnings, handler calls.
    public var mentions: [EvidenceLocation] = []

    public init(kind: Kind, name: String? = nil, reason: String? = nil, end: End) {
        self.kind = kind
        self.name = name
        self.reason = reason
        self.flags = []
        self.end = end
    }
}
