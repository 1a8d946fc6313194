/// How the system says a process ended: the decoded words of a report or log line.
///
/// Everything is optional because every part is missing somewhere in real reports. Values are what the
/// text says; what they mean is for `rules/`.
public struct Termination: Sendable, Equatable {
    /// The namespace as written: "FRONTBOARD", "<0xF>".
    public var namespace: String?
    /// The namespace in today's name with its aliases resolved: SPRINGBOARD and FRONTBOARD are one.
    public var canonicalNamespace: String?
    /// `OS_REASON_*` number, where the name or the text gives one.
    public var namespaceNumber: Int?
    public var code: UInt64?
    /// The text after `explanation:` or the termination description, without the key/value lines below it.
    public var explanation: String?
    /// What kind of end the words and code stand for, in the vocabulary of `rules/codes.yaml`
    /// ("watchdog", "assertion-timeout", "file-lock", …).
    public var cause: String?
    /// FrontBoard's event: "scene-create", "process-exit".
    public var watchdogEvent: String?
    /// Seconds the process was given.
    public var allowance: Double?
    public var clock: Clock?
    public var processVisibility: String?
    public var watchdogVisibility: String?
    public var processState: String?
    public var cpu: CPUStatistics?
    public var thermal: ThermalInfo?
    public var lockedFiles: [String] = []
    /// `reportType:` of the context: "CrashLog", "None".
    public var reportType: String?
    public var maxTerminationResistance: String?
    /// Who asked for it: "SpringBoard [58]".
    public var terminatedBy: String?
    /// Whose assertion, scene or process the text is about.
    public var target: ProcessHandle?
    /// True when the text stops in the middle: what is not there may have been cut off.
    public var isTruncated = false

    public init() {}

    public enum Clock: String, Sendable { case wall, cpu }

    public var isEmpty: Bool {
        namespace == nil && code == nil && explanation == nil && cause == nil && watchdogEvent == nil
            && lockedFiles.isEmpty
    }
}

/// `Elapsed total CPU time (seconds): 15.290 (user 15.290, system 0.000), 28% CPU` is the whole device,
/// `Elapsed application CPU time (seconds): 0.367, 1% CPU` the process, over the same span of time.
public struct CPUStatistics: Sendable, Equatable {
    public var totalSeconds: Double?
    public var userSeconds: Double?
    public var systemSeconds: Double?
    public var totalPercent: Double?
    public var applicationSeconds: Double?
    public var applicationPercent: Double?

    public init() {}
}

/// The `ThermalInfo:` block (iOS 16.4 and later).
public struct ThermalInfo: Sendable, Equatable {
    public var level: Int?
    public var state: String?

    public init(level: Int? = nil, state: String? = nil) {
        self.level = level
        self.state = state
    }
}

/// Any spelling of a process in Apple's logs: `[app<com.example.a(UUID)>:123]`, `application<Quarry>:18532`,
/// `<BKNewProcess: 0x…; com.example.a; pid: 7; hostpid: -1>`, `Sample[408]`, `Willow:24424`.
public struct ProcessHandle: Sendable, Equatable {
    /// "app", "application", "osservice", "xpcservice", "daemon", "anon"; nil in spellings without one.
    public var kind: String?
    /// Bundle identifier or executable name, whichever stands there.
    public var name: String?
    public var pid: Int?

    public init(kind: String? = nil, name: String? = nil, pid: Int? = nil) {
        self.kind = kind
        self.name = name
        self.pid = pid
    }
}

/// The Mach exception or signal of a report.
public struct ExceptionInfo: Sendable, Equatable {
    /// "EXC_CRASH", or the old numeric "00000020".
    public var type: String?
    /// "SIGKILL".
    public var signal: String?
    public var codes: String?
    public var subtype: String?
    /// "EXC_CORPSE_NOTIFY", "SIMULATED (this is NOT a crash)".
    public var note: String?

    public init() {}

    public var isEmpty: Bool { type == nil && signal == nil && codes == nil }
}
