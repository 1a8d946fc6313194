import DiagnosticModel

@testable import Reporting

extension Samples {
    /// Two logs, with dates and without, and a life with every member set.
    static func addLogs(to report: inout DiagnosisReport, _ incident: inout Incident) {
        report.timeline = TimelineSamples.timeline
        report.timeline.coverage[0] = fullCoverage
        report.timeline.coverage.append(LogCoverage(source: 1))
        report.timeline.coverage[1].first = TimelineSamples.at(0)
        report.timeline.coverage[1].last = TimelineSamples.at(60)
        report.timeline.lives[0] = fullLife
        var undated = ProcessLife(
            id: 1, process: ProcessIdentity(name: "Elder"), source: 1, first: Moment(TimelineSamples.at(3)))
        undated.process.launched = Timestamp(text: "10:00:01", microseconds: 1, zoneMinutes: 0, zoneSource: .assumed)
        undated.process.launched?.dateSource = .assumed
        undated.process.launched?.yearSource = .assumed
        report.timeline.lives.append(undated)
        report.timeline.deviceEvents[0].text = "lid"
        report.timeline.deviceEvents[0].number = 1
        report.quietLives = 7
        incident.record.captured?.yearSource = .assumed
        incident.record.captured?.dateSource = .assumed
        incident.record.lifeID = 0
        incident.record.life = fullLife.summary
    }

    private static var fullCoverage: LogCoverage {
        var coverage = TimelineSamples.coverage
        coverage.styles = ["log show default"]
        coverage.lineCount = 4000
        coverage.entryCount = 120
        coverage.byteCount = 400_000
        coverage.gaps = [.init(from: TimelineSamples.at(12), to: TimelineSamples.at(14), line: 900)]
        coverage.processes = ["runningboardd", "SpringBoard", "Willow"]
        coverage.levels = [.default, .error]
        coverage.redactedCount = 20
        coverage.truncatedCount = 2
        coverage.disorderCount = 1
        coverage.isCut = true
        return coverage
    }

    private static var fullLife: ProcessLife {
        var life = TimelineSamples.leak
        let place = EvidenceLocation(source: 2, bytes: 10..<20, line: 3, path: "$.a", excerpt: "x")
        let handle = ProcessHandle(kind: "app", name: "com.example.willow", pid: 4321)
        life.process = full(life.process)
        life.system.description = "iPhone OS 17.4 (21E219)"
        life.system.platform = "iOS"
        life.system.version = OSVersion([17, 4])
        life.system.build = "21E219"
        life.system.model = "iPhone15,2"
        life.backgroundSeconds = 30
        life.exit?.status = 9
        life.exit?.reportPath = "/var/mobile/Willow.ips"
        life.exit?.witnesses.append(place)
        fill(&life.exit!.termination)
        life.intervals[3].reason = "finishTask"
        life.intervals[3].identifier = "12"
        life.intervals[3].allowance = 30
        life.intervals[3].target = handle
        life.intervals[3].owner = handle
        life.intervals[3].flags = ["preventSuspend"]
        life.intervals[3].endReason = "the process ended while it was open"
        life.intervals[3].endTime = TimelineSamples.at(40)
        life.intervals[3].backgroundSeconds = 30
        life.intervals[3].hasHandler = true
        life.intervals[3].stateAtBegin = .inactive
        life.intervals[3].warnedLong = TimelineSamples.at(38)
        life.intervals[3].timedOut = TimelineSamples.at(40)
        life.intervals[3].mentions = [TimelineSamples.place(70)]
        life.intervals[2].begin = nil
        life.events.append(LifeEvent(name: "task.handlers-fired", moment: Moment(TimelineSamples.at(35))))
        life.summary = fullSummary
        return life
    }

    private static func full(_ process: ProcessIdentity) -> ProcessIdentity {
        var process = process
        process.path = "/private/var/Willow"
        process.version = "1.2"
        process.parent = "launchd [1]"
        process.role = "Background"
        process.launched = Timestamp(text: "then", microseconds: 1, zoneMinutes: 0, zoneSource: .device)
        return process
    }

    private static func fill(_ end: inout Termination) {
        end.namespace = "RUNNINGBOARD"
        end.namespaceNumber = 15
        end.cause = "assertion-timeout"
        end.explanation = "Shared Background Assertion 1"
        end.watchdogEvent = "scene-update"
        end.allowance = 30
        end.clock = .wall
        end.reportType = "None"
        end.maxTerminationResistance = "Absolute"
        end.terminatedBy = "SpringBoard [58]"
        end.target = ProcessHandle(kind: "app", name: "com.example.willow", pid: 4321)
    }

    private static var fullSummary: LifeSummary {
        var suspect = LifeSummary.Suspect(interval: 3, end: .open)
        suspect.name = "Upload photos"
        suspect.taskID = 3
        suspect.seconds = 32
        suspect.backgroundSeconds = 30
        suspect.hasHandler = true
        suspect.handlerCalled = true
        suspect.handlerSeconds = 5
        suspect.notEnded = true
        var summary = LifeSummary()
        summary.suspect = suspect
        summary.taskCount = 3
        summary.openCount = 1
        summary.exited = true
        summary.killed = true
        summary.launchedInBackground = true
        summary.launchReason = "push"
        summary.longRunningMode = "audio"
        summary.wasInBackground = true
        summary.backgroundSeconds = 30
        summary.allowance = 30
        summary.expirationWarned = true
        summary.handlersFired = true
        summary.handlersSeconds = 5
        summary.assertionsRefused = "not entitled"
        summary.highWaterMark = 1000
        summary.evidence = ["log", "log.uikit"]
        return summary
    }
}
