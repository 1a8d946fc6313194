import DiagnosticModel
import SystemFacts

/// The answers of one life for the rules.
struct LifeSummarizer {
    let life: ProcessLife
    let coverage: LogCoverage?
    let evidence: Set<String>

    func summary() -> LifeSummary {
        var summary = LifeSummary()
        summary.evidence = evidence.union(["log"])
        summary.span = seconds(life.first.time, life.last.time)
        summary.isExtension = life.process.isExtension
        summary.isTruncated = (coverage?.truncatedCount ?? 0) > 0 || (coverage?.isCut ?? false)
        summary.isRedacted = (coverage?.redactedCount ?? 0) > 0
        summary.allowance = life.allowance
        summary.allowanceIsPrinted = life.allowanceIsPrinted
        summary.backgroundSeconds = life.backgroundSeconds
        readStates(&summary)
        readEvents(&summary)
        readHandlers(&summary)
        readTasks(&summary)
        summary.suspect = SuspectFinder(life: life, warned: warnedAt).suspect()
        return summary
    }

    private func seconds(_ from: Int64, _ to: Int64) -> Double { Double(to - from) / 1e6 }

    private func readStates(_ summary: inout LifeSummary) {
        summary.exited = life.exit != nil
        summary.killed = life.exit?.isKill
        summary.endedBySignal = life.exit?.signal != nil
        summary.state = life.states.last?.state ?? .unknown
        if !life.states.isEmpty {
            summary.wasInBackground = life.states.contains { $0.state == .background || $0.state == .suspended }
        }
        summary.suspended = life.states.contains { $0.state == .suspended }
        let firstBackground = life.states.first { !$0.state.isForeground }?.begin.time ?? .max
        summary.returnedToForeground = life.states.contains { $0.state.isForeground && $0.begin.time > firstBackground }
        summary.launchedInBackground = life.launch.flatMap { launch in
            life.events("launch.intent").first.map { $0.text == "background" }
                ?? life.states.first { $0.begin.time >= launch.time }.map { $0.state == .background }
        }
        summary.launchReason = LaunchReason.reason(life)
        summary.endedWhileLaunching = endedWhileLaunching
    }

    /// The assertion that the system holds for a launch was still there at the exit, or the app never came to the front.
    private var endedWhileLaunching: Bool {
        guard let exit = life.exit else { return false }
        let isHeld = life.intervals.contains { interval in
            interval.name == "UIApplicationLaunch" && (interval.endTime ?? .max) >= exit.moment.time - 1_000_000
        }
        let isProvision = exit.texts.contains { Text.contains("watchdog provision violated", in: $0) }
        return isHeld || (isProvision && !life.states.contains { $0.state.isForeground || $0.state == .background })
    }

    private func readEvents(_ summary: inout LifeSummary) {
        for event in life.events {
            switch event.name {
            case "debugger": summary.debugged = true
            case "unmanaged": summary.isUnmanaged = true
            case "begin.refused": summary.beginsRefused += 1
            case "assertion.refused": if summary.assertionsRefused == nil { summary.assertionsRefused = event.text }
            case "assertion.high-water":
                summary.highWaterMark = max(summary.highWaterMark ?? 0, event.number ?? 0)
            case "gpu.refused": summary.gpuRefused += 1
            case "app.time-remaining": summary.timeRemainingLogged += 1
            case "completion.never-called":
                if let text = event.text, !summary.completionNeverCalled.contains(text) {
                    summary.completionNeverCalled.append(text)
                }
            case "bgtask.expired": if let text = event.text { summary.bgTasksExpired.append(text) }
            case "bgtask.completed": if let text = event.text { summary.bgTasksCompleted.append(text) }
            case "mode.audio": summary.longRunningMode = "audio"
            case "mode.location": summary.longRunningMode = summary.longRunningMode ?? "location"
            case "mode.voip": summary.longRunningMode = summary.longRunningMode ?? "voip"
            default: break
            }
        }
        if life.exit?.signal == "signal 9", life.events.contains(where: { $0.name == "app.ended-by-debugger" }) {
            summary.debugged = true
        }
        readDoubleEnds(&summary)
    }

    /// iOS 13.0–13.x prints the line by itself when an app goes to the background: one or two small numbers, at the
    /// very moment.
    private func readDoubleEnds(_ summary: inout LifeSummary) {
        let ends = life.events("end.refused")
        summary.doubleEnds = ends.count
        summary.doubleEndID = ends.first?.number
        let leaving = life.states.filter { !$0.state.isForeground }.map(\.begin.time)
        summary.doubleEndsLookSpurious =
            !ends.isEmpty && ends.count <= 4
            && ends.allSatisfy { end in
                (end.number ?? .max) <= 10
                    && (leaving.isEmpty ? false : leaving.contains { abs($0 - end.moment.time) < 2_000_000 })
            }
    }

    private var warnedAt: Int64? {
        life.events("expiration.warned").last?.moment.time ?? life.events("task.handlers-fired").last?.moment.time
    }

    private func readHandlers(_ summary: inout LifeSummary) {
        summary.expirationWarned = warnedAt != nil
        guard let fired = life.events("task.handlers-fired").last?.moment.time else { return }
        summary.handlersFired = true
        let called = life.intervals.filter { $0.kind == .uikitTask && ($0.handlerCalled ?? .min) >= fired - 1_000_000 }
        let lastEnd = called.compactMap { $0.end == .observed ? $0.endTime : nil }.max()
        let isOpen = called.contains { $0.end == .open }
        if let exit = life.exit?.moment.time, isOpen || called.isEmpty, exit >= fired {
            summary.handlersSeconds = seconds(fired, exit)
        } else if let lastEnd, lastEnd >= fired {
            summary.handlersSeconds = seconds(fired, lastEnd)
        }
    }

    private func readTasks(_ summary: inout LifeSummary) {
        let warned = warnedAt
        for interval in life.intervals where interval.kind == .uikitTask && !interval.isSystem {
            summary.taskCount += 1
            if interval.end == .open { summary.openCount += 1 }
            if interval.stateAtBegin == .background { summary.begunInBackground += 1 }
            if let warned, let begin = interval.begin, begin >= warned, begin <= warned + 5_500_000,
                !interval.beginIsInferred
            {
                summary.begunAfterWarning += 1
            }
            if interval.warnedLong != nil, interval.end == .observed, (interval.backgroundSeconds ?? 1) == 0 {
                summary.foregroundWarnings += 1
            }
        }
    }
}

/// Why the system launched or woke the process.
enum LaunchReason {
    static func reason(_ life: ProcessLife) -> String? {
        for event in life.events {
            switch event.name {
            case "push.launch": return "push"
            case "bgtask.launched": return "bgtask"
            case "launch.requested":
                if let text = event.text, let reason = BackgroundModeFact.launchReason(requester: text) {
                    return reason
                }
            case "assertion.mutated":
                if let text = event.text, let reason = BackgroundModeFact.launchReason(requester: text) {
                    return reason
                }
            default: break
            }
        }
        return life.intervals.lazy.compactMap { interval in
            switch interval.kind {
            case .urlSession: "urlsession"
            case .backgroundFetch: "fetch"
            case .bgTask: "bgtask"
            default: nil
            }
        }.first
    }
}
