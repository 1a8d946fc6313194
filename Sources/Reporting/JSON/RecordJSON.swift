import DiagnosticModel

/// What a record says, as read.
extension JSONWriter {
    mutating func process(_ process: ProcessIdentity) {
        object("process") { json in
            json.member("name", process.name)
            json.member("pid", process.pid)
            json.member("bundleID", process.bundleID)
            json.member("path", process.path)
            json.member("version", process.version)
            json.member("parent", process.parent)
            json.member("role", process.role)
            json.member("isExtension", process.isExtension)
            json.timestamp("launched", process.launched)
        }
    }

    mutating func system(_ system: SystemIdentity) {
        object("system") { json in
            json.member("description", system.description)
            json.member("platform", system.platform)
            json.member("version", system.version?.description)
            json.member("build", system.build)
            json.member("model", system.model)
        }
    }

    mutating func timestamp(_ key: String, _ time: Timestamp?) {
        guard let time else { return }
        object(key) { json in
            // Without a date of its own the record has no such time; `text` is what it says.
            json.member("time", time.isDated ? time.rfc3339 : nil)
            json.member("zoneSource", time.zoneSource.rawValue)
            json.member("yearSource", time.yearSource == .record ? nil : time.yearSource.rawValue)
            json.member("dateSource", time.dateSource == .record ? nil : time.dateSource.rawValue)
            json.member("text", time.text)
        }
    }

    mutating func report(_ record: DiagnosticRecord, ledger: Ledger) {
        let entry = ledger.entry(record.source)
        object("report") { json in
            json.member("kind", record.kind.rawValue)
            json.member("bugType", record.bugType)
            json.member("incidentID", record.incidentID)
            json.member("truncated", record.isTruncated)
            json.member("source", record.source)
            json.member("path", entry?.path)
            json.member("member", entry?.member)
            json.member("applicationInfo", record.applicationInfo)
        }
    }

    mutating func exception(_ exception: ExceptionInfo) {
        object("exception") { json in
            json.member("type", exception.type)
            json.member("signal", exception.signal)
            json.member("codes", exception.codes)
            json.member("subtype", exception.subtype)
            json.member("note", exception.note)
        }
    }

    mutating func termination(_ incident: Incident) {
        let end = incident.record.termination
        object("termination") { json in
            json.member("namespace", end.namespace)
            json.member("canonicalNamespace", end.canonicalNamespace)
            json.member("namespaceNumber", end.namespaceNumber)
            json.member("code", end.code)
            json.member("codeHex", end.code.map(Words.hex))
            json.member("meaning", incident.codeMeaning)
            json.member("cause", end.cause)
            json.member("explanation", end.explanation)
            json.member("watchdogEvent", end.watchdogEvent)
            json.member("allowanceSeconds", end.allowance)
            json.member("clock", end.clock?.rawValue)
            json.member("processVisibility", end.processVisibility)
            json.member("watchdogVisibility", end.watchdogVisibility)
            json.member("processState", end.processState)
            json.cpu(end.cpu)
            if let thermal = end.thermal {
                json.object("thermal") { json in
                    json.member("level", thermal.level)
                    json.member("state", thermal.state)
                }
            }
            json.array("lockedFiles", end.lockedFiles)
            json.member("reportType", end.reportType)
            json.member("maxTerminationResistance", end.maxTerminationResistance)
            json.member("terminatedBy", end.terminatedBy)
            json.handle("target", end.target)
            json.member("truncated", end.isTruncated)
            json.member("crashFileExpected", incident.crashFileExpected)
        }
    }

    private mutating func cpu(_ cpu: CPUStatistics?) {
        guard let cpu else { return }
        object("cpu") { json in
            json.member("totalSeconds", cpu.totalSeconds)
            json.member("userSeconds", cpu.userSeconds)
            json.member("systemSeconds", cpu.systemSeconds)
            json.member("totalPercent", cpu.totalPercent)
            json.member("applicationSeconds", cpu.applicationSeconds)
            json.member("applicationPercent", cpu.applicationPercent)
        }
    }

    mutating func handle(_ key: String, _ handle: ProcessHandle?) {
        guard let handle else { return }
        object(key) { json in
            json.member("kind", handle.kind)
            json.member("name", handle.name)
            json.member("pid", handle.pid)
        }
    }

    /// `clock` is that of the log that tells their times.
    mutating func assertions(_ assertions: [AssertionInterval], clock: TimelineClock, ledger: Ledger) {
        array("assertions") { json in
            for assertion in assertions {
                json.object { json in
                    json.member("kind", assertion.kind.rawValue)
                    json.member("name", assertion.name)
                    json.member("reason", assertion.reason)
                    json.member("identifier", assertion.identifier)
                    json.member("allowanceSeconds", assertion.allowance)
                    json.member("taskID", assertion.taskID)
                    json.handle("target", assertion.target)
                    json.handle("owner", assertion.owner)
                    json.array("flags", assertion.flags)
                    json.moment("begin", assertion.begin.map { Moment($0) }, clock, ledger)
                    json.member("beginInferred", assertion.begin == nil ? nil : assertion.beginIsInferred)
                    json.member("end", assertion.end.rawValue)
                    json.member("endReason", assertion.endReason)
                    json.moment(
                        "endTime", assertion.endTime.map { Moment($0, assertion.endLocation) }, clock, ledger)
                    json.seconds(assertion.begin, assertion.endTime)
                    json.member("backgroundSeconds", assertion.backgroundSeconds)
                    json.member("hasHandler", assertion.hasHandler)
                    json.location(assertion.location, key: "evidence", ledger: ledger)
                }
            }
        }
    }

    mutating func thread(_ thread: ThreadActivity, ledger: Ledger) {
        object { json in
            json.member("index", thread.index)
            json.member("name", thread.name)
            json.member("queue", thread.queue)
            json.member("main", thread.isMain)
            json.member("triggered", thread.isTriggered)
            json.member("state", thread.state.rawValue)
            json.member("waitKind", thread.waitKind)
            json.member("blockedInHandler", thread.isBlockedInHandler)
            json.member("evidenceFrame", thread.evidenceFrame)
            json.member("inAppFrame", thread.firstInAppFrame)
            json.member("inApp", thread.inAppText)
            json.member("lifecycle", thread.lifecycle)
            json.member("runtime", thread.runtime)
            json.member("waitsForThread", thread.waitsForThread)
            json.array("frames", thread.excerpt)
            json.member("frameCount", thread.frameCount)
            json.location(thread.location, key: "evidence", ledger: ledger)
        }
    }

    mutating func resource(_ use: ResourceUse?) {
        guard let use else { return }
        object("resource") { json in
            json.member("event", use.event)
            json.member("action", use.action)
            json.member("summary", use.summary)
            json.member("used", use.used)
            json.member("limit", use.limit)
            json.member("unit", use.unit)
            json.member("durationSeconds", use.duration)
            json.member("fatal", use.fatal)
        }
    }

    mutating func memory(_ kill: JetsamKill?) {
        guard let kill else { return }
        object("memory") { json in
            json.member("reason", kill.reason)
            json.array("states", kill.states)
            json.member("residentBytes", kill.residentBytes)
            json.member("lifetimeMaxBytes", kill.lifetimeMaxBytes)
            json.member("largestProcess", kill.largestProcess)
        }
    }

    mutating func counter(_ counter: ExitCounter?) {
        guard let counter else { return }
        object("counter") { json in
            json.member("name", counter.name)
            json.member("count", counter.count)
            json.member("background", counter.background)
        }
    }
}
