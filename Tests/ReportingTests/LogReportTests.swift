import DiagnosticModel
import Foundation
import Testing

@testable import Reporting

/// What logs add to the reports.
struct LogReportTests {
    private static var ledger: Ledger { TimelineSamples.ledger }

    /// A kill for a leaked task, seen in a log only.
    static var leak: DiagnosisReport {
        var report = DiagnosisReport(toolVersion: "1.0.0")
        var logs = Incident(id: 0, record: DiagnosticRecord(kind: .processLife, source: 0))
        Samples.addLogs(to: &report, &logs)
        report.timeline.coverage.removeLast()
        report.timeline.lives.removeLast()
        report.ledger = ledger
        report.quietLives = 3
        var record = logs.record
        record.process = ProcessIdentity(name: "Willow", pid: 4321, bundleID: "com.example.willow")
        record.captured = Timestamp(
            text: "", microseconds: TimelineSamples.at(40), zoneMinutes: 120, zoneSource: .record)
        record.termination = TimelineSamples.leak.exit!.termination
        record.assertions = report.timeline.lives[0].intervals.map { interval in
            var interval = interval
            interval.isFromTimeline = true
            return interval
        }
        record.moreLocations = [
            .task: (10..<16).map(TimelineSamples.place), .exit: (80..<86).map(TimelineSamples.place),
            .warnings: [TimelineSamples.place(70)],
        ]
        var incident = Incident(id: 0, record: record)
        incident.verdict = "leaked-background-task"
        incident.verdictTitle = "A background task was begun and never ended"
        incident.confidence = .likely
        incident.terminated = true
        incident.crashFileExpected = false
        incident.missing = [
            "launchd's lines: log collect --device --last 1h --predicate 'process == \"launchd\"', or a sysdiagnose",
            "UIKit's lines: log collect --device --last 1h --predicate 'subsystem == \"com.apple.UIKit\"', or more",
        ]
        var finding = Finding(
            rule: "leaked-task", verdict: "leaked-background-task", level: .error, confidence: .likely)
        finding.message = "Background task \"Upload photos\" was still open when the system ended Willow."
        finding.evidence = record.moreLocations.values.flatMap { $0 }.sorted { $0.line < $1.line }
        incident.findings = [finding]
        report.incidents = [incident]
        return report
    }

    /// The same life without a word against it.
    static var quiet: DiagnosisReport {
        var report = leak
        var life = report.timeline.lives[0]
        life.exit = nil
        life.summary.suspect = nil
        life.summary.killed = nil
        report.timeline.lives = [life]
        report.timeline.unknownLines = []
        report.incidents[0].record.life = life.summary
        report.incidents[0].findings = []
        report.incidents[0].verdict = "none"
        report.incidents[0].confidence = nil
        return report
    }

    private func text(_ report: DiagnosisReport, _ verbosity: ReportOptions.Verbosity = .normal) -> String {
        TextReporter(options: ReportOptions(verbosity: verbosity)).render(report)
    }

    @Test func goldens() {
        expectGolden(text(Self.leak), "log-leak.txt")
        expectGolden(text(Self.quiet), "log-quiet.txt")
    }

    @Test func pictureStandsWhereItExplains() {
        var report = Self.leak
        #expect(text(report).contains("Timeline ("))
        #expect(!text(report, .quiet).contains("Timeline ("))
        report.incidents[0].findings[0].level = .note
        #expect(!text(report).contains("Timeline (") && text(report).contains("What happened"))
        #expect(text(report, .verbose).contains("Timeline ("))
    }

    @Test func evidenceHasSomeOfEachPart() {
        let text = text(Self.leak)
        for line in [10, 15, 70, 80] { #expect(text.contains("willow.log:\(line)\n"), "\(line)") }
        #expect(text.contains("and 5 more (-v)"))
    }

    @Test func allowanceIsOnlySaidToBePrintedWhenItIs() {
        var report = Self.leak
        #expect(text(report).contains("(as the log says)"))
        report.timeline.lives[0].allowanceIsPrinted = false
        #expect(text(report).contains("the usual figure"))
    }

    /// Parts of a time that the log does not give are not shown, in no output.
    @Test func assumedPartsAreNotShown() throws {
        var report = Self.leak
        report.timeline.coverage[0].dateSource = .assumed
        report.timeline.coverage[0].yearSource = .assumed
        report.timeline.coverage[0].zoneSource = .assumed
        report.incidents[0].record.captured?.dateSource = .assumed
        report.incidents[0].record.captured?.yearSource = .assumed
        report.incidents[0].record.captured?.zoneSource = .assumed
        report.incidents[0].record.captured?.text = "10:00:40.000"
        let text = text(report, .verbose)
        #expect(!text.contains("2026") && text.contains("date and time zone not in the log"))
        #expect(text.contains("--tz"))
        let bytes = JSONReporter().render(report)
        #expect(!String(decoding: bytes, as: UTF8.self).contains("2026-"))
        let document = try #require(JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
        let incident = try #require((document["incidents"] as? [[String: Any]])?.first)
        let captured = try #require(incident["captured"] as? [String: Any])
        #expect(captured["time"] == nil && captured["dateSource"] as? String == "assumed")
        let life = try #require(incident["life"] as? [String: Any])
        #expect((life["first"] as? [String: Any])?["text"] as? String == "day 1 10:00:01.000")
    }

    @Test func jsonHasTheLifeAndTheCoverage() throws {
        let bytes = JSONReporter().render(Self.leak)
        let document = try #require(JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
        #expect((document["summary"] as? [String: Any])?["quietLives"] as? Int == 3)
        for key in ["coverage", "unknownLines", "deviceEvents"] {
            #expect((document[key] as? [Any])?.count == 1, "\(key)")
        }
        let incident = try #require((document["incidents"] as? [[String: Any]])?.first)
        let life = try #require(incident["life"] as? [String: Any])
        #expect((life["suspect"] as? [String: Any])?["taskID"] as? Int == 3)
        #expect((life["answers"] as? [String: Any])?["openCount"] as? Int == 1)
        let upload = try #require((incident["assertions"] as? [[String: Any]])?[3])
        #expect((upload["begin"] as? [String: Any])?["time"] as? String == "2026-06-22T10:00:08.000+02:00")
        #expect((upload["begin"] as? [String: Any])?["microseconds"] as? Int64 == TimelineSamples.at(8))
    }

    @Test func missingLogsAreOneCommand() {
        let text = text(Self.leak)
        #expect(text.contains("log collect --device --last 1h \\\n"))
        #expect(
            text.contains(
                "--predicate '(process == \"launchd\") OR (subsystem == \"com.apple.UIKit\")'\n"))
    }

    @Test(arguments: ReportOptions.Verbosity.allCases, [40, 80])
    func hostileLives(verbosity: ReportOptions.Verbosity, width: Int) {
        var report = DiagnosisReport(toolVersion: "1.0.0")
        report.timeline = TimelineSamples.hostile
        report.ledger = TimelineSamples.ledger
        for life in report.timeline.lives {
            var record = DiagnosticRecord(kind: life.id % 2 == 0 ? .processLife : .crash, source: life.source)
            record.process = life.process
            record.lifeID = life.id == 11 ? 99 : life.id
            record.life = life.summary
            record.life?.suspect = LifeSummary.Suspect(interval: life.id * 2, end: .open)
            record.assertions = life.intervals
            record.captured = Timestamp(text: "", microseconds: 0, zoneMinutes: 0, zoneSource: .assumed)
            var incident = Incident(id: life.id, record: record)
            if life.id % 3 == 0 {
                incident.findings = [Self.leak.incidents[0].findings[0]]
            } else {
                incident.verdict = "none"
            }
            report.incidents.append(incident)
        }
        let text = TextReporter(options: ReportOptions(width: width, verbosity: verbosity)).render(report)
        #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || !Sanitizer.isHidden($0) })
        for line in text.split(separator: "\n") where verbosity != .quiet {
            #expect(DisplayWidth.of(String(line)) <= width, "too wide: \(line)")
        }
        #expect(!JSONReporter().render(report).contains(0x1B))
    }
}
