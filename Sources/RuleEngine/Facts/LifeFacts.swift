import DiagnosticModel
import Matching

/// The facts of a process life out of a log.
extension RecordFacts {
    mutating func setLife(_ life: LifeSummary, _ record: DiagnosticRecord) {
        evidence.formUnion(life.evidence)
        setLeak(life.suspect)
        set("tasks.count", life.taskCount)
        set("tasks.open", life.openCount)
        set("tasks.begunInBackground", life.begunInBackground)
        set("tasks.begunAfterWarning", life.begunAfterWarning)
        set("life.exited", .bool(life.exited))
        // An end that no line explains is neither a kill nor a plain exit.
        set("life.killed", life.killed.map(MatchValue.bool) ?? (life.exited ? .null : .bool(false)))
        set("life.debugged", .bool(life.debugged))
        set("process.debugged", .bool(life.debugged))
        set("life.unmanaged", .bool(life.isUnmanaged))
        set("life.isExtension", .bool(life.isExtension))
        set("life.launchedInBackground", life.launchedInBackground.map(MatchValue.bool) ?? .unknown)
        set("life.endedWhileLaunching", .bool(life.endedWhileLaunching))
        set("life.launchReason", life.launchReason)
        set("life.longRunningMode", life.longRunningMode)
        set("life.state", .string(life.state.rawValue))
        set("life.wasInBackground", life.wasInBackground.map(MatchValue.bool) ?? .unknown)
        set("life.returnedToForeground", .bool(life.returnedToForeground))
        set("life.suspended", .bool(life.suspended))
        setBudget(life)
        setTellings(life)
    }

    private mutating func setLeak(_ suspect: LifeSummary.Suspect?) {
        set("leak.found", .bool(suspect != nil))
        set("leak.name", suspect?.name)
        set("leak.taskID", suspect?.taskID)
        set("leak.seconds", suspect?.seconds)
        set("leak.backgroundSeconds", suspect?.backgroundSeconds)
        set("leak.end", suspect?.end.rawValue)
        set("leak.handler", suspect.map { $0.hasHandler.map { $0 ? "given" : "missing" } ?? "unknown" })
        set("leak.handlerCalled", .bool(suspect?.handlerCalled ?? false))
        set("leak.notEnded", .bool(suspect?.notEnded ?? false))
        set("leak.warnedLong", .bool(suspect?.warnedLong ?? false))
        set("leak.endedLate", .bool(suspect?.endedLate ?? false))
        set("leak.handlerSeconds", suspect?.handlerSeconds)
        set("leak.overwritten", .bool(suspect?.isOverwritten ?? false))
        set("leak.othersEnded", .bool(suspect?.othersEnded ?? false))
        set("leak.othersOpen", suspect?.othersOpen)
        set("leak.begunAfterWarning", .bool(suspect?.begunAfterWarning ?? false))
        set("leak.begunInBackground", .bool(suspect?.begunInBackground ?? false))
        set("leak.namedByKill", .bool(suspect?.isNamedByKill ?? false))
    }

    private mutating func setBudget(_ life: LifeSummary) {
        set("life.backgroundSeconds", life.backgroundSeconds)
        set("life.allowance", life.allowance)
        set("life.allowancePrinted", .bool(life.allowanceIsPrinted))
        if let used = life.backgroundSeconds, let allowance = life.allowance {
            set("life.overrun", .double(used - allowance))
        } else {
            set("life.overrun", MatchValue.null)
        }
        set("life.expirationWarned", .bool(life.expirationWarned))
        set("life.handlersFired", .bool(life.handlersFired))
        set("life.handlersSeconds", life.handlersSeconds)
        set("log.span", .double(life.span))
        set("log.truncated", .bool(life.isTruncated))
        set("log.redacted", .bool(life.isRedacted))
    }

    private mutating func setTellings(_ life: LifeSummary) {
        set("doubleEnd.count", life.doubleEnds)
        set("doubleEnd.id", life.doubleEndID)
        set("doubleEnd.spurious", .bool(life.doubleEndsLookSpurious))
        set("completion.selector", life.completionNeverCalled.first)
        set("begin.refused", life.beginsRefused)
        set("assertion.refused", life.assertionsRefused)
        set("assertion.highWater", life.highWaterMark)
        let completed = Set(life.bgTasksCompleted)
        set("bgtask.expired", life.bgTasksExpired.first { !completed.contains($0) })
        set("gpu.refused", life.gpuRefused)
        set("timeRemaining.logged", life.timeRemainingLogged)
        set("warnings.foreground", life.foregroundWarnings)
    }
}
