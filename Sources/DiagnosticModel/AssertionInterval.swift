/// A begin/end of something that keeps the app running.
///
/// In a crash report of iOS 4–10 these are the assertions still open at the kill; logs add the rest.
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
    public var identifier: String?
    /// Seconds the system granted; infinite durations are nil.
    public var allowance: Double?
    public var target: ProcessHandle?
    public var owner: ProcessHandle?
    /// "preventSuspend", "preventIdleSleep", …
    public var flags: [String]
    public var end: End
    public var location: EvidenceLocation?

    public init(kind: Kind, name: String? = nil, reason: String? = nil, end: End) {
        self.kind = kind
        self.name = name
        self.reason = reason
        self.flags = []
        self.end = end
    }
}
