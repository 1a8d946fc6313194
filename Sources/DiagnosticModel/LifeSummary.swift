/// What a timeline says about one process life, in the answers that rules ask for.
///
/// Computed by `AssertionTimeline` from intervals, states and events; nil where the log does not say.
public struct LifeSummary: Sendable, Equatable {
    /// The app's background task that most likely was not given back: the one the system named, else the one UIKit
    /// warned about last, else the one open longest. Never a system task, never one that ended in good time.
    public struct Suspect: Sendable, Equatable {
        public var name: String?
        public var taskID: Int?
        /// Index in the life's intervals.
        public var interval: Int
        public var end: AssertionInterval.End
        /// Seconds it was held, and those of them in the background.
        public var seconds: Double?
        public var backgroundSeconds: Double?
        public var hasHandler: Bool?
        public var handlerCalled = false
        public var notEnded = false
        public var warnedLong = false
        /// It ended after UIKit had warned that it was still open, or after its handler's time.
        public var endedLate = false
        /// Seconds from the call of its handler to its end, when both were seen.
        public var handlerSeconds: Double?
        /// A second task of the same name began while it was open, and it never ended.
        public var isOverwritten = false
        /// Other tasks of the same name ended.
        public var othersEnded = false
        /// Other tasks of the same name were left open.
        public var othersOpen = 0
        public var begunAfterWarning = false
        public var begunInBackground = false
        /// The system named it (or its shared assertion) when it ended the process.
        public var isNamedByKill = false

        public init(interval: Int, end: AssertionInterval.End) {
            self.interval = interval
            self.end = end
        }
    }

    public var suspect: Suspect?
    /// App tasks (not the system's) seen, and those open when the life or the log ended.
    public var taskCount = 0
    public var openCount = 0
    /// Tasks begun while the process was in the background.
    public var begunInBackground = 0
    /// Some task began within the handlers' time after the warning.
    public var begunAfterWarning = 0
    /// The exit was seen; the system ended the process.
    public var exited = false
    public var killed: Bool?
    /// launchd or SpringBoard names a signal.
    public var endedBySignal = false
    public var debugged = false
    /// RunningBoard does not suspend this process: macOS, simulator.
    public var isUnmanaged = false
    public var isExtension = false
    /// It ended before its launch was over.
    public var endedWhileLaunching = false
    public var launchedInBackground: Bool?
    /// "urlsession", "fetch", "push", "bgtask", "location": who woke it.
    public var launchReason: String?
    /// "audio", "location", "voip": a mode that keeps it running without a task.
    public var longRunningMode: String?
    public var state: ProcessState = .unknown
    public var wasInBackground: Bool?
    public var returnedToForeground = false
    public var suspended = false
    /// Seconds in the background up to the end, since it last left the foreground.
    public var backgroundSeconds: Double?
    public var allowance: Double?
    public var allowanceIsPrinted = false
    /// The system announced that time is up.
    public var expirationWarned = false
    public var handlersFired = false
    /// Seconds from firing the handlers to the end of the process or of the last handler's task.
    public var handlersSeconds: Double?
    public var doubleEnds = 0
    public var doubleEndID: Int?
    /// Double ends all fall into the start of a background phase with small numbers, as iOS 13.0–13.x prints by itself.
    public var doubleEndsLookSpurious = false
    public var completionNeverCalled: [String] = []
    public var beginsRefused = 0
    public var assertionsRefused: String?
    public var highWaterMark: Int?
    public var bgTasksExpired: [String] = []
    public var bgTasksCompleted: [String] = []
    public var gpuRefused = 0
    public var timeRemainingLogged = 0
    /// Long-held tasks that UIKit warned about though the app was in the foreground all the while.
    public var foregroundWarnings = 0
    /// Seconds between the first and last record about the life.
    public var span: Double = 0
    public var isRedacted = false
    /// Records that matter were cut short.
    public var isTruncated = false
    /// Sources of the kinds of lines present: "log.runningboardd", "log.uikit", …
    public var evidence: Set<String> = []

    public init() {}

    /// Nothing in this life that a built-in rule could speak of. Rules of the user may still; a test holds the built-in
    /// ones to it.
    public var isQuiet: Bool {
        suspect == nil && killed != true && !endedBySignal && doubleEnds == 0 && completionNeverCalled.isEmpty
            && beginsRefused == 0
            && assertionsRefused == nil && highWaterMark == nil && bgTasksExpired.isEmpty && gpuRefused == 0
            && timeRemainingLogged == 0 && !debugged && !isUnmanaged && begunInBackground == 0
            && begunAfterWarning == 0 && !handlersFired && openCount == 0 && !endedWhileLaunching && taskCount < 500
    }
}
