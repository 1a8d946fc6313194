import Foundation
import Testing

/// Logs through the command: pipes, the timeline's options and formats, doctor.
@Suite struct LogCommandTests {
    static let leak = "samples/log/ios18-leak-timeout-kill/input.log"

    /// The log tool behind a live pipe dies in the middle: what it wrote is diagnosed, whole lines and all.
    @Test func producerKilled() throws {
        let run = try Tool.shell(
            "sh -c 'cat \(Self.leak); printf \"default\\t09:14:50.0000\"; kill -9 $$' | bgdiag analyze - -f json")
        #expect(run.status == 1, "\(run.err)")
        let incident = try #require(try run.incidents().first)
        #expect(incident["verdict"] as? String == "leaked-background-task")
        let ledger = try #require(try run.json()["ledger"] as? [[String: Any]])
        #expect(ledger.first?["kind"] as? String == "system-log")
    }

    /// Control-C on a live log ends the log, not the answer.
    @Test func interruptEndsTheLog() throws {
        let run = try Tool.shell("(cat \(Self.leak); sleep 8) | timeout -s INT 3 bgdiag analyze - -q; true")
        #expect(run.out.contains("teasel.upload.draft"), "\(run.out) \(run.err)")
    }

    /// A pipe delivers in pieces, a file at once; the answer is the same.
    @Test func pipeAndFileAgree() throws {
        let file = try Tool.bgdiag("analyze", Self.leak, "-q")
        let pipe = try Tool.shell(
            "(head -c 777 \(Self.leak); sleep 0.1; tail -c +778 \(Self.leak)) | bgdiag analyze - -q")
        #expect(pipe.status == file.status)
        #expect(pipe.out.replacingOccurrences(of: "-:", with: Self.leak + ":") == file.out)
    }

    @Test(arguments: ["text", "svg", "chrome-trace", "csv", "json"]) func everyFormatNamesTheTask(_ format: String)
        throws
    {
        let run = try Tool.bgdiag("timeline", Self.leak, "-f", format)
        #expect(run.status == 0, "\(run.err)")
        #expect(run.out.contains("teasel.upload.draft"))
        if format == "json" || format == "chrome-trace" { _ = try run.json() }
    }

    @Test(arguments: [40, 60, 80, 200]) func pictureFitsTheTerminal(_ width: Int) throws {
        let run = try Tool.bgdiag("timeline", Self.leak, "--width", "\(width)", "--ascii")
        #expect(run.lines.allSatisfy { $0.count <= width }, "\(run.lines.filter { $0.count > width })")
        #expect(run.out.utf8.allSatisfy { $0 < 0x80 })
    }

    @Test func windowIsObeyed() throws {
        let inside = try Tool.bgdiag("timeline", Self.leak, "-f", "csv", "--around", "09:14:02~1s")
        #expect(inside.status == 0)
        #expect(!inside.out.contains("teasel.upload.draft"))
        let outside = try Tool.bgdiag("timeline", Self.leak, "--start", "11:00:00")
        #expect(outside.err.contains("it covers 09:14:00 to 09:14:45"))
        let last = try Tool.bgdiag("timeline", Self.leak, "-f", "csv", "--last", "20s")
        #expect(last.out.contains("teasel.upload.draft"))
        #expect(!last.out.contains("teasel.badge"))
    }

    @Test(arguments: [
        ["--around", "noon"], ["--last", "soon"], ["--tz", "Mars"], ["--assume-year", "7"], ["-f", "pdf"],
        ["--start", "09:15", "--end", "09:14"], ["--around", "09:14", "--last", "5s"], ["--process"],
    ])
    func wrongUseIsSaid(_ options: [String]) throws {
        let run = try Tool.bgdiag(["timeline", Self.leak] + options)
        #expect(run.status == 2, "\(options): \(run.err)")
        #expect(!run.err.isEmpty && run.out.isEmpty)
    }

    @Test func timelineNeedsALog() throws {
        let run = try Tool.bgdiag("timeline", Project.watchdog)
        #expect(run.status == 3)
        #expect(run.err.contains("no system log"))
    }

    @Test func givenYearAndZoneAreShown() throws {
        let log =
            "Feb 29 23:59:50 iPhone backboardd[28] <Warning>: Sample[7] has active assertions beyond permitted time:\n"
            + "{(\n  <BKProcessAssertion: 0x15f3f2a0> identifier: Called by Sample, from -[A b] process: Sample[7] "
            + "permittedBackgroundDuration: 180.000000 reason: finishTask owner pid:7 preventSuspend\n)}\n"
        let plain = try Tool.bgdiag("analyze", "-", input: log)
        #expect(plain.out.contains("give --tz and") || plain.out.contains("assumed"))
        let given = try Tool.bgdiag("analyze", "-", "--assume-year", "2012", "--tz", "+0530", input: log)
        #expect(given.out.contains("2012-02-29") && given.out.contains("+05:30"))
    }

    @Test func doctorCountsUnknownLines() throws {
        let alone = try Tool.bgdiag("doctor")
        #expect(alone.status == 0 && alone.out.contains("log-line shapes"))
        let line = "Mar 11 11:45:09 iPad runningboardd(RunningBoard)[31] <Notice>: Assertion 7 was put on a shelf\n"
        let run = try Tool.bgdiag("doctor", "-", input: line + line)
        #expect(run.out.contains("words this version does not know: 2"))
        #expect(run.out.contains("was put on a shelf"))
    }
}
