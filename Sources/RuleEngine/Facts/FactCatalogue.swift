import Matching

/// The facts that rules may name: their types, the evidence each needs, and a sentence for the reference page.
public enum FactCatalogue {
    public struct Entry: Sendable {
        public var name: String
        public var type: MatchType
        /// Evidence word; nil for what every record has.
        public var evidence: String?
        public var meaning: String
    }

    /// Evidence words of a rule's `needs`, with how to capture what is missing.
    public static let evidence: [(word: String, title: String, capture: String)] = [
        (
            "termination", "termination reason",
            "the report's \"Termination Reason\" lines or its \"termination\" object"
        ),
        ("exception", "exception", "the report's \"Exception Type\" lines or its \"exception\" object"),
        ("os", "system version", "the report's \"OS Version\" line or its header"),
        ("cpu-statistics", "CPU statistics", "the watchdog's CPU statistics (whole report, not an excerpt)"),
        ("thermal", "thermal state", "the ThermalInfo block (iOS 16.4 and later)"),
        ("main-thread", "main thread's stack", "the whole report with its threads"),
        ("threads", "thread stacks", "the whole report with its threads"),
        (
            "assertions", "list of open assertions",
            "a report of iOS 10 or earlier, or the system log around the kill (sysdiagnose)"
        ),
        ("resource", "resource figures", "the cpu_resource, diskwrites_resource or ExcResource report"),
        ("memory", "Jetsam entry", "the JetsamEvent report of that time"),
        ("exit-counters", "exit counters", "a MetricKit metric payload"),
        ("application-info", "application-specific information", "the whole report"),
        ("log", "system log", "a sysdiagnose taken soon after the kill, or 'log collect --device --last 1h'"),
        (
            "log.runningboardd", "runningboardd's (assertiond's) log lines",
            "log collect --device --last 1h --predicate 'process == \"runningboardd\"', or a sysdiagnose"
        ),
        (
            "log.uikit", "UIKit's BackgroundTask log lines",
            "log collect --device --last 1h --predicate 'subsystem == \"com.apple.UIKit\" AND category == "
                + "\"BackgroundTask\"', or a sysdiagnose"
        ),
        (
            "log.launchd", "launchd's lines about the exit",
            "log collect --device --last 1h --predicate 'process == \"launchd\"', or a sysdiagnose"
        ),
        (
            "log.frontboard", "FrontBoard's lines (SpringBoard)",
            "log collect --device --last 1h --predicate 'process == \"SpringBoard\"', or a sysdiagnose"
        ),
        ("log.debugger", "debugger log lines", "the system log of the run"),
    ]

    static let assertionFields: [String: MatchType] = [
        "name": .string, "reason": .string, "allowance": .double, "kind": .string, "owner": .string, "target": .string,
    ]

    public static let entries: [Entry] = identity + end + circumstances + stacks + measures + LifeCatalogue.entries

    private static let identity: [Entry] = [
        Entry(
            name: "record.kind", type: .string, evidence: nil,
            meaning: "crash, resource, hang, jetsam, stackshot, panic, exit-counter or other"),
        Entry(
            name: "report.bugType", type: .string, evidence: nil, meaning: "Apple's number for the file's kind, \"309\""
        ),
        Entry(name: "life.known", type: .bool, evidence: nil, meaning: "a log tells of the process's life"),
        Entry(name: "report.truncated", type: .bool, evidence: nil, meaning: "the report stops before its end"),
        Entry(name: "process.name", type: .string, evidence: nil, meaning: "executable name"),
        Entry(name: "process.bundle", type: .string, evidence: nil, meaning: "bundle identifier"),
        Entry(name: "process.pid", type: .int, evidence: nil, meaning: "process identifier"),
        Entry(name: "process.role", type: .string, evidence: nil, meaning: "Foreground, Background, Non UI, …"),
        Entry(name: "process.isExtension", type: .bool, evidence: nil, meaning: "the executable is in an .appex"),
        Entry(name: "process.debugged", type: .bool, evidence: "log.debugger", meaning: "a debugger was attached"),
        Entry(name: "os.platform", type: .string, evidence: "os", meaning: "iOS, watchOS, macOS, tvOS, visionOS"),
        Entry(name: "os.version", type: .version, evidence: "os", meaning: "system version, compared by its numbers"),
    ]

    private static let end: [Entry] = [
        Entry(name: "exception.type", type: .string, evidence: "exception", meaning: "EXC_CRASH, 00000020, …"),
        Entry(name: "exception.signal", type: .string, evidence: "exception", meaning: "SIGKILL, SIGABRT, …"),
        Entry(name: "exception.codes", type: .string, evidence: "exception", meaning: "the codes as printed"),
        Entry(name: "exception.note", type: .string, evidence: "exception", meaning: "the exception note as printed"),
        Entry(name: "exception.simulated", type: .bool, evidence: "exception", meaning: "the note says SIMULATED"),
        Entry(name: "exit.observed", type: .bool, evidence: nil, meaning: "the record says that the process ended"),
        Entry(
            name: "exit.namespace", type: .string, evidence: "termination",
            meaning: "canonical namespace: FRONTBOARD (also for SPRINGBOARD), RUNNINGBOARD (also for ASSERTIOND), …"),
        Entry(name: "exit.code", type: .int, evidence: "termination", meaning: "termination code"),
        Entry(
            name: "exit.cause", type: .string, evidence: "termination",
            meaning: "what words, code and namespace stand for, in the vocabulary of rules/codes.yaml"),
        Entry(name: "exit.explanation", type: .string, evidence: "termination", meaning: "the system's explanation"),
        Entry(name: "exit.event", type: .string, evidence: "termination", meaning: "scene-create, process-exit, …"),
        Entry(name: "exit.allowance", type: .double, evidence: "termination", meaning: "seconds the process was given"),
        Entry(name: "exit.clock", type: .string, evidence: "termination", meaning: "wall or cpu"),
        Entry(name: "exit.visibility", type: .string, evidence: "termination", meaning: "ProcessVisibility"),
        Entry(name: "exit.watchdogVisibility", type: .string, evidence: "termination", meaning: "WatchdogVisibility"),
        Entry(name: "exit.state", type: .string, evidence: "termination", meaning: "ProcessState"),
        Entry(name: "exit.reportType", type: .string, evidence: "termination", meaning: "CrashLog, None"),
        Entry(
            name: "exit.lockedFiles", type: .list(of: .string), evidence: "termination",
            meaning: "paths of locked files"),
        Entry(
            name: "exit.hasDescription", type: .bool, evidence: "termination",
            meaning: "the report explains the termination in words"),
        Entry(
            name: "exit.truncated", type: .bool, evidence: "termination", meaning: "the termination's text is cut off"),
    ]

    private static let circumstances: [Entry] = [
        Entry(
            name: "cpu.totalSeconds", type: .double, evidence: "cpu-statistics", meaning: "CPU time of the whole device"
        ),
        Entry(name: "cpu.totalPercent", type: .double, evidence: "cpu-statistics", meaning: "its share"),
        Entry(name: "cpu.appSeconds", type: .double, evidence: "cpu-statistics", meaning: "CPU time of the process"),
        Entry(name: "cpu.appPercent", type: .double, evidence: "cpu-statistics", meaning: "its share"),
        Entry(
            name: "cpu.starved", type: .bool, evidence: "cpu-statistics",
            meaning: "the device was busy or throttled by heat, and the process hardly ran"),
        Entry(name: "thermal.level", type: .int, evidence: "thermal", meaning: "thermal level"),
        Entry(name: "thermal.state", type: .string, evidence: "thermal", meaning: "nominal, fair, serious, critical"),
        Entry(
            name: "assertions", type: .list(of: .record(assertionFields)), evidence: "assertions",
            meaning: "every open assertion the record lists"),
        Entry(
            name: "openTasks", type: .list(of: .record(assertionFields)), evidence: "assertions",
            meaning: "those that are background tasks of the app"),
        Entry(
            name: "appInfo", type: .string, evidence: "application-info", meaning: "application-specific information"),
    ]

    private static let stacks: [Entry] = [
        Entry(
            name: "main.state", type: .string, evidence: "main-thread",
            meaning: "idle, waiting, busy, expiration-handler or unknown"),
        Entry(name: "main.wait", type: .string, evidence: "main-thread", meaning: "what the main thread waits for"),
        Entry(
            name: "main.hasInApp", type: .bool, evidence: "main-thread", meaning: "the app's own code is on its stack"),
        Entry(
            name: "main.inApp", type: .string, evidence: "main-thread", meaning: "the first frame of the app's own code"
        ),
        Entry(
            name: "main.lifecycle", type: .string, evidence: "main-thread", meaning: "lifecycle callback on its stack"),
        Entry(name: "main.frameCount", type: .int, evidence: "main-thread", meaning: "how many frames its stack has"),
        Entry(
            name: "crashed.telltale", type: .string, evidence: "threads",
            meaning: "a symbol on the marked thread's stack that alone gives the cause away (rules/symbols.yaml)"),
        Entry(name: "main.runtime", type: .string, evidence: "main-thread", meaning: "dotnet, mono, flutter, …"),
        Entry(
            name: "main.blockedInHandler", type: .bool, evidence: "main-thread",
            meaning: "it waits inside an expiration handler"),
        Entry(
            name: "handler.running", type: .bool, evidence: "threads", meaning: "a thread runs an expiration handler"),
        Entry(name: "handler.blocked", type: .bool, evidence: "threads", meaning: "and waits in it"),
        Entry(name: "deadlock.seen", type: .bool, evidence: "threads", meaning: "two threads wait for each other"),
        Entry(name: "deadlock.withMain", type: .bool, evidence: "threads", meaning: "one of them is the main thread"),
    ]

    private static let measures: [Entry] = [
        Entry(
            name: "resource.event", type: .string, evidence: "resource",
            meaning: "cpu usage, disk writes, wakeups, memory, hang, launch"),
        Entry(name: "resource.action", type: .string, evidence: "resource", meaning: "what the system did"),
        Entry(name: "resource.used", type: .double, evidence: "resource", meaning: "amount used, in resource.unit"),
        Entry(name: "resource.limit", type: .double, evidence: "resource", meaning: "the limit, in resource.unit"),
        Entry(name: "resource.duration", type: .double, evidence: "resource", meaning: "seconds observed"),
        Entry(name: "resource.unit", type: .string, evidence: "resource", meaning: "seconds, MB, wakeups"),
        Entry(name: "resource.fatal", type: .bool, evidence: "resource", meaning: "the process was ended for it"),
        Entry(
            name: "memory.reason", type: .string, evidence: "memory", meaning: "per-process-limit, vm-pageshortage, …"),
        Entry(name: "memory.states", type: .list(of: .string), evidence: "memory", meaning: "frontmost, suspended, …"),
        Entry(name: "memory.residentBytes", type: .int, evidence: "memory", meaning: "resident bytes at the kill"),
        Entry(name: "counter.name", type: .string, evidence: "exit-counters", meaning: "MetricKit's exit counter"),
        Entry(name: "counter.count", type: .int, evidence: "exit-counters", meaning: "how often in the period"),
        Entry(name: "counter.background", type: .bool, evidence: "exit-counters", meaning: "while in the background"),
    ]

    public static let names = NameCatalogue(entries.map { (name: $0.name, type: $0.type) })

    static let evidenceWords = Set(evidence.map(\.word))
}
