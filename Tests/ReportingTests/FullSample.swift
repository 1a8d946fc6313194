import DiagnosticModel

extension Samples {
    /// Every member of the model set, for the schema: what it documents must appear, what appears must be documented.
    static var everything: DiagnosisReport {
        var report = several
        var incident = watchdogIncident(id: 4, source: 2)
        let place = EvidenceLocation(source: 2, bytes: 10..<20, line: 3, path: "$.a", excerpt: "x")
        let time = Timestamp(text: "then", microseconds: -1, zoneMinutes: -570, zoneSource: .device)
        fillProcess(&incident.record, time)
        fillTermination(&incident.record.termination)
        var task = AssertionInterval(kind: .bgTask, name: "name", reason: "reason", end: .inferred)
        task.identifier = "12"
        task.allowance = .infinity
        task.target = ProcessHandle(kind: "app", name: "com.example.sample", pid: 1)
        task.owner = ProcessHandle(kind: "daemon", name: "dasd", pid: 2)
        task.flags = ["preventSuspend"]
        task.location = place
        task.taskID = 3
        task.begin = TimelineSamples.at(1)
        task.endTime = TimelineSamples.at(2)
        task.endLocation = place
        task.endReason = "the process exited"
        task.backgroundSeconds = 0.5
        task.hasHandler = false
        var granted = task
        granted.allowance = 30
        incident.record.assertions = [task, granted]
        incident.record.activities[0].name = "name"
        incident.record.activities[0].runtime = "dotnet"
        incident.record.activities[0].location = place
        fillMeasures(&incident.record)
        for field in RecordField.allCases { incident.record.locations[field] = place }
        incident.missing = ["a log"]
        addLogs(to: &report, &incident)
        report.incidents.append(incident)
        return report
    }

    private static func fillProcess(_ record: inout DiagnosticRecord, _ time: Timestamp) {
        record.incidentID = "0D5C9A3E"
        record.applicationInfo = "info"
        record.isTruncated = true
        record.process.path = "/private/var/Sample"
        record.process.parent = "launchd [1]"
        record.process.isExtension = true
        record.process.launched = time
        record.process.pid = .max
        record.system.platform = "iOS"
        record.system.version = OSVersion([17, 4])
        record.system.build = "21E219"
        record.exception.codes = "0x0, 0x0"
        record.exception.subtype = "subtype"
        record.exception.note = "EXC_CORPSE_NOTIFY"
    }

    private static func fillTermination(_ end: inout Termination) {
        end.code = .max
        end.watchdogVisibility = "Background"
        end.cpu?.userSeconds = 10
        end.cpu?.systemSeconds = 5.29
        end.lockedFiles = ["/private/var/a.sqlite"]
        end.reportType = "None"
        end.maxTerminationResistance = "NonInteractive"
        end.terminatedBy = "SpringBoard [58]"
        end.target = ProcessHandle(name: "Sample", pid: 4321)
    }

    private static func fillMeasures(_ record: inout DiagnosticRecord) {
        var use = ResourceUse(event: "cpu usage")
        use.action = "Process killed"
        use.summary = "48 seconds cpu time over 60 seconds"
        use.used = 48
        use.limit = 80
        use.unit = "seconds"
        use.duration = 60
        use.fatal = true
        record.resource = use
        var kill = JetsamKill(reason: "per-process-limit", states: ["frontmost"])
        kill.residentBytes = 1_500_000_000
        kill.lifetimeMaxBytes = 1_600_000_000
        kill.largestProcess = "Sample"
        record.memory = kill
        record.counter = ExitCounter(name: "MemoryResourceLimit", count: 2, background: false)
    }
}
