import DiagnosticModel
import Matching

/// Ends of processes: every witness of one end is joined into one `ProcessExit`.
enum ExitLayer {
    /// Witnesses of one end stand within this time of each other.
    static let window: Int64 = 15_000_000

    static func note(_ event: TimelineEvent, _ life: inout ProcessLife) {
        // "Removing process", "termination reported by proc_exit": that it ended, not why.
        let isBare = event.kind == .exitObserved && event["text"] == nil && event["namespace"] == nil
        let text = isBare ? "" : event["message"] ?? event["text"] ?? ""
        var exit = life.exit ?? ProcessExit(moment: Moment(event.time, event.location))
        if exit.witnesses.isEmpty { exit.moment = Moment(event.time, event.location) }
        // The kill is when it was first ordered, not when the last daemon had cleaned up.
        if event.time < exit.moment.time { exit.moment = Moment(event.time, event.location) }
        if exit.witnesses.count < 50, !exit.witnesses.contains(event.location) {
            exit.witnesses.append(event.location)
            if !text.isEmpty { exit.texts.append(text) }
        }
        judge(event, &exit)
        life.exit = exit
    }

    private static func judge(_ event: TimelineEvent, _ exit: inout ProcessExit) {
        switch event.kind {
        case .killForced, .killLockedFiles, .memoryKill, .cpuKill, .assertionLimit, .watchdogText, .voipNoCall,
            .appException, .appLaunchFailed:
            exit.isKill = true
        case .killRequested: exit.isKill = true
        case .exitContext:
            exit.isKill = true
            // The number of the namespace stands before the context, in a spelling of launchd's own.
            if let namespace = event.int("namespace"), !exit.texts.contains(where: { Text.contains("domain:", in: $0) })
            {
                exit.texts.append("domain:\(namespace)")
            }
        case .exitSignal:
            exit.signal = event["signal"]
            // launchd's own SIGTERM and a shell's SIGKILL are no verdict of the system.
            if exit.isKill == nil { exit.isKill = event["signal"] == "SIGKILL" ? nil : false }
            if let signal = event["signal"], ["SIGSEGV", "SIGABRT", "SIGBUS", "SIGILL", "SIGTRAP"].contains(signal) {
                exit.isKill = exit.isKill ?? false
            }
        case .exitStatus:
            exit.status = event.int("status")
            exit.isKill = exit.isKill ?? false
        case .exitObserved: judgeObserved(event, &exit)
        case .appEndedByDebugger: exit.signal = event["signal"].map { "signal " + $0 }
        default: break
        }
    }

    /// Signals by the numbers of `sys/signal.h`.
    private static let signals = [
        3: "SIGQUIT", 4: "SIGILL", 5: "SIGTRAP", 6: "SIGABRT", 8: "SIGFPE", 9: "SIGKILL", 10: "SIGBUS", 11: "SIGSEGV",
        15: "SIGTERM",
    ]

    private static func judgeObserved(_ event: TimelineEvent, _ exit: inout ProcessExit) {
        let text = event["text"] ?? ""
        if let namespace = event.int("namespace"), let code = event.int("code") {
            // (0, 0, …) is a plain exit, (2, n, …) a signal; any other namespace is a reason the system gave.
            if namespace > 2 || namespace == 1 { exit.isKill = true }
            if namespace == 2, let name = signals[code] {
                exit.signal = exit.signal ?? name
                if code != 9, exit.isKill == nil { exit.isKill = false }
            }
            if namespace == 0, exit.isKill == nil { exit.isKill = false }
            if namespace > 2 || namespace == 1, code > 0 {
                exit.texts.append("domain:\(namespace) code:0x\(String(code, radix: 16))")
            }
        } else if let mark = Text.find("domain:signal(2) code:", in: text) {
            // RunningBoard's exit context: "code:SIGSEGV(11)".
            let name = String(text[mark...].prefix { $0.isLetter })
            exit.signal = exit.signal ?? (name.isEmpty ? nil : name)
            if name != "SIGKILL", exit.isKill == nil { exit.isKill = false }
        } else if Text.contains("watchdog", in: text) || Text.contains("Killed", in: text) {
            exit.isKill = true
        } else if Text.contains("voluntary", in: text), exit.isKill == nil {
            exit.isKill = false
        } else if event["signal"] == "9" {
            exit.isKill = true
        }
    }

    /// Whether the words alone are no proof that the process is gone: a request may be refused.
    static func isOnlyRequest(_ kind: TimelineEvent.Kind) -> Bool {
        switch kind {
        case .watchdogText, .exitPending: true
        default: false
        }
    }
}
