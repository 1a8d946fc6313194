import Matching

/// The facts of process lives; all need a log.
enum LifeCatalogue {
    static let entries: [FactCatalogue.Entry] = leak + tasks + life + tellings

    private static func entry(_ name: String, _ type: MatchType, _ meaning: String) -> FactCatalogue.Entry {
        FactCatalogue.Entry(name: name, type: type, evidence: "log", meaning: meaning)
    }

    private static let leak: [FactCatalogue.Entry] = [
        entry("leak.found", .bool, "the app's log shows a task that was not given back in time"),
        entry("leak.name", .string, "its name"),
        entry("leak.taskID", .int, "UIKit's number of it"),
        entry("leak.seconds", .double, "seconds it was held"),
        entry("leak.backgroundSeconds", .double, "seconds of them in the background"),
        entry("leak.end", .string, "observed, inferred, open or unknown"),
        entry("leak.handler", .string, "given, missing or unknown"),
        entry("leak.handlerCalled", .bool, "its expiration handler was called"),
        entry("leak.notEnded", .bool, "UIKit said that it was still not ended after the handlers were called"),
        entry("leak.warnedLong", .bool, "UIKit said that it was created over 30 seconds ago"),
        entry("leak.endedLate", .bool, "it ended only after the warning"),
        entry("leak.handlerSeconds", .double, "seconds from the call of its handler to its end"),
        entry("leak.overwritten", .bool, "another task of its name began while it was open, and it never ended"),
        entry("leak.othersEnded", .bool, "other tasks of its name ended"),
        entry("leak.othersOpen", .int, "other tasks of its name left open"),
        entry("leak.begunAfterWarning", .bool, "it began after the system's warning"),
        entry("leak.begunInBackground", .bool, "it began in the background"),
        entry("leak.namedByKill", .bool, "the system named it when it ended the process"),
    ]

    private static let tasks: [FactCatalogue.Entry] = [
        entry("tasks.count", .int, "background tasks of the app in the log"),
        entry("tasks.open", .int, "those open when the process ended"),
        entry("tasks.begunInBackground", .int, "those begun in the background"),
        entry("tasks.begunAfterWarning", .int, "those begun after the system's warning"),
    ]

    private static let life: [FactCatalogue.Entry] = [
        entry("life.exited", .bool, "the log shows the end of the process"),
        entry("life.killed", .bool, "the system ended it"),
        entry("life.debugged", .bool, "a debugger was attached"),
        entry("life.unmanaged", .bool, "the system does not suspend this process: simulator, macOS"),
        entry("life.isExtension", .bool, "it is an extension"),
        entry("life.launchedInBackground", .bool, "it was launched into the background"),
        entry("life.endedWhileLaunching", .bool, "it ended before its launch was over"),
        entry("life.launchReason", .string, "who woke it: urlsession, fetch, push, bgtask, location"),
        entry("life.longRunningMode", .string, "a mode that keeps it running: audio, location, voip"),
        entry("life.state", .string, "its last state: active, inactive, background, suspended, not-running, unknown"),
        entry("life.wasInBackground", .bool, "it was in the background in the log"),
        entry("life.returnedToForeground", .bool, "it came back to the foreground"),
        entry("life.suspended", .bool, "it was suspended in the log"),
        entry("life.backgroundSeconds", .double, "seconds in the background since it last left the foreground"),
        entry("life.allowance", .double, "seconds the system grants"),
        entry("life.allowancePrinted", .bool, "the log itself prints that number"),
        entry("life.overrun", .double, "background seconds beyond the allowance; negative within it"),
        entry("life.expirationWarned", .bool, "the system warned that time is up"),
        entry("life.handlersFired", .bool, "UIKit fired the expiration handlers"),
        entry("life.handlersSeconds", .double, "seconds from firing the handlers to the last end or the kill"),
    ]

    private static let tellings: [FactCatalogue.Entry] = [
        entry("log.span", .double, "seconds of log about the process"),
        entry("log.truncated", .bool, "lines that matter were cut short"),
        entry("log.redacted", .bool, "the log has redacted lines"),
        entry("doubleEnd.count", .int, "ends of tasks that did not exist"),
        entry("doubleEnd.id", .int, "the first one's number"),
        entry("doubleEnd.spurious", .bool, "they look like those iOS 13 prints by itself"),
        entry("completion.selector", .string, "the delegate method whose completion handler was never called"),
        entry("begin.refused", .int, "begins that the system refused"),
        entry("assertion.refused", .string, "words of a refused assertion"),
        entry("assertion.highWater", .int, "most assertions held at once"),
        entry("bgtask.expired", .string, "BGTask that was asked to expire and not completed"),
        entry("gpu.refused", .int, "GPU work refused in the background"),
        entry("timeRemaining.logged", .int, "lines in which the app logs its remaining background time"),
        entry("warnings.foreground", .int, "old-task warnings that were harmless: the app was in the foreground"),
    ]
}
