import DiagnosticModel

/// Writes one life.
struct LifeJSON {
    let life: ProcessLife
    /// Of the incident, where there is one: a crash report may have told more.
    let summary: LifeSummary
    let clock: TimelineClock
    let ledger: Ledger

    func write(to json: inout JSONWriter, key: String? = nil) {
        json.object(key) { json in
            json.member("id", life.id)
            json.process(life.process)
            json.system(life.system)
            json.member("source", life.source)
            json.member("path", ledger.entry(life.source)?.path)
            json.member("zoneKnown", clock.isZoneKnown)
            json.member("dateKnown", clock.isYearKnown)
            json.moment("first", life.first, clock, ledger)
            json.moment("last", life.last, clock, ledger)
            json.moment("launch", life.launch, clock, ledger)
            exit(to: &json)
            json.member("backgroundSeconds", life.backgroundSeconds)
            json.member("allowanceSeconds", life.allowance)
            json.member("allowancePrinted", life.allowanceIsPrinted)
            answers(to: &json)
            suspect(to: &json)
            json.array("states") { json in
                for span in life.states {
                    json.object { json in
                        json.member("state", span.state.rawValue)
                        json.moment("begin", span.begin, clock, ledger)
                        json.moment("end", span.end.map { Moment($0) }, clock, ledger)
                        json.seconds(span.begin.time, span.end)
                    }
                }
            }
            json.array("intervals") { json in
                for interval in life.intervals { self.interval(interval, to: &json) }
            }
            json.array("events") { json in
                for event in life.events { json.lifeEvent(event, clock, ledger) }
            }
        }
    }

    /// What the rules ask of a life.
    private func answers(to json: inout JSONWriter) {
        json.object("answers") { json in
            json.member("taskCount", summary.taskCount)
            json.member("openCount", summary.openCount)
            json.member("begunInBackground", summary.begunInBackground)
            json.member("begunAfterWarning", summary.begunAfterWarning)
            json.member("exited", summary.exited)
            json.member("killed", summary.killed)
            json.member("debugged", summary.debugged)
            json.member("unmanaged", summary.isUnmanaged)
            json.member("endedWhileLaunching", summary.endedWhileLaunching)
            json.member("launchedInBackground", summary.launchedInBackground)
            json.member("launchReason", summary.launchReason)
            json.member("longRunningMode", summary.longRunningMode)
            json.member("state", summary.state.rawValue)
            json.member("wasInBackground", summary.wasInBackground)
            json.member("returnedToForeground", summary.returnedToForeground)
            json.member("suspended", summary.suspended)
            json.member("backgroundSeconds", summary.backgroundSeconds)
            json.member("expirationWarned", summary.expirationWarned)
            json.member("handlersFired", summary.handlersFired)
            json.member("handlersSeconds", summary.handlersSeconds)
            json.member("doubleEnds", summary.doubleEnds)
            json.member("doubleEndsLookSpurious", summary.doubleEndsLookSpurious)
            json.array("completionNeverCalled", summary.completionNeverCalled)
            json.member("beginsRefused", summary.beginsRefused)
            json.member("assertionsRefused", summary.assertionsRefused)
            json.member("highWaterMark", summary.highWaterMark)
            json.array("bgTasksExpired", summary.bgTasksExpired)
            json.array("bgTasksCompleted", summary.bgTasksCompleted)
            json.member("gpuRefused", summary.gpuRefused)
            json.member("timeRemainingLogged", summary.timeRemainingLogged)
            json.member("foregroundWarnings", summary.foregroundWarnings)
            json.member("spanSeconds", summary.span)
            json.member("redacted", summary.isRedacted)
            json.member("truncated", summary.isTruncated)
            json.array("evidence", summary.evidence.sorted())
        }
    }

    private func suspect(to json: inout JSONWriter) {
        guard let suspect = summary.suspect else { return json.null("suspect") }
        json.object("suspect") { json in
            json.member("interval", suspect.interval)
            json.member("name", suspect.name)
            json.member("taskID", suspect.taskID)
            json.member("end", suspect.end.rawValue)
            json.member("seconds", suspect.seconds)
            json.member("backgroundSeconds", suspect.backgroundSeconds)
            json.member("hasHandler", suspect.hasHandler)
            json.member("handlerCalled", suspect.handlerCalled)
            json.member("handlerSeconds", suspect.handlerSeconds)
            json.member("notEnded", suspect.notEnded)
            json.member("warnedLong", suspect.warnedLong)
            json.member("endedLate", suspect.endedLate)
            json.member("overwritten", suspect.isOverwritten)
            json.member("othersEnded", suspect.othersEnded)
            json.member("othersOpen", suspect.othersOpen)
            json.member("begunAfterWarning", suspect.begunAfterWarning)
            json.member("begunInBackground", suspect.begunInBackground)
            json.member("namedByKill", suspect.isNamedByKill)
        }
    }

    private func exit(to json: inout JSONWriter) {
        guard let exit = life.exit else { return json.null("exit") }
        let end = exit.termination
        json.object("exit") { json in
            json.moment("at", exit.moment, clock, ledger)
            exit.isKill == nil ? json.null("kill") : json.member("kill", exit.isKill)
            json.member("signal", exit.signal)
            json.member("status", exit.status)
            json.member("reportPath", exit.reportPath)
            json.object("termination") { json in
                json.member("namespace", end.namespace)
                json.member("canonicalNamespace", end.canonicalNamespace)
                json.member("namespaceNumber", end.namespaceNumber)
                json.member("code", end.code)
                json.member("codeHex", end.code.map(Words.hex))
                json.member("cause", end.cause)
                json.member("explanation", end.explanation)
                json.member("watchdogEvent", end.watchdogEvent)
                json.member("allowanceSeconds", end.allowance)
                json.member("clock", end.clock?.rawValue)
                json.member("reportType", end.reportType)
                json.member("maxTerminationResistance", end.maxTerminationResistance)
                json.member("terminatedBy", end.terminatedBy)
                json.handle("target", end.target)
                json.member("truncated", end.isTruncated)
            }
            json.array("witnesses") { json in
                for place in exit.witnesses { json.location(place, ledger: ledger) }
            }
        }
    }

    private func interval(_ interval: AssertionInterval, to json: inout JSONWriter) {
        json.object { json in
            json.member("kind", interval.kind.rawValue)
            json.member("name", interval.name)
            json.member("reason", interval.reason)
            json.member("identifier", interval.identifier)
            json.member("taskID", interval.taskID)
            json.member("allowanceSeconds", interval.allowance)
            json.handle("target", interval.target)
            json.handle("owner", interval.owner)
            json.array("flags", interval.flags)
            json.moment("begin", interval.begin.map { Moment($0, interval.location) }, clock, ledger)
            json.member("beginInferred", interval.beginIsInferred)
            json.member("end", interval.end.rawValue)
            json.member("endReason", interval.endReason)
            json.moment("endTime", interval.endTime.map { Moment($0, interval.endLocation) }, clock, ledger)
            json.seconds(interval.begin, interval.endTime)
            json.member("backgroundSeconds", interval.backgroundSeconds)
            json.member("hasHandler", interval.hasHandler)
            json.member("inactive", interval.isInactive)
            json.member("system", interval.isSystem)
            json.member("stateAtBegin", interval.stateAtBegin?.rawValue)
            json.moment("handlerCalled", interval.handlerCalled.map { Moment($0) }, clock, ledger)
            json.moment("notEnded", interval.notEnded.map { Moment($0) }, clock, ledger)
            json.moment("warnedLong", interval.warnedLong.map { Moment($0) }, clock, ledger)
            json.moment("timedOut", interval.timedOut.map { Moment($0) }, clock, ledger)
            if interval.begin == nil { json.location(interval.location, key: "evidence", ledger: ledger) }
            json.array("mentions") { json in
                for place in interval.mentions { json.location(place, ledger: ledger) }
            }
        }
    }
}
