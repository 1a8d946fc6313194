import Foundation
import Testing

/// Formats, files and streams: results go to standard output, everything else to standard error.
@Suite struct OutputTests {
    @Test func textIsTheDefault() throws {
        let plain = try Tool.bgdiag("analyze", Project.watchdog)
        let text = try Tool.bgdiag("analyze", Project.watchdog, "-f", "text")
        #expect(plain.out == text.out)
        #expect(plain.out.hasPrefix("error: ") && plain.out.contains("verdict watchdog-scene-update"))
    }

    @Test func jsonIsOneDocument() throws {
        let run = try Tool.bgdiag("analyze", Project.watchdog, Project.ordinary, "-f", "json")
        #expect(run.err.isEmpty)
        let verdicts = try run.incidents().compactMap { $0["verdict"] as? String }
        #expect(verdicts == ["watchdog-scene-update", "ordinary-crash"])
        let compact = try Tool.bgdiag("analyze", Project.watchdog, Project.ordinary, "-f", "json", "--compact")
        #expect(compact.lines.count == 1)
        #expect(try NSDictionary(dictionary: compact.json()).isEqual(to: run.json()))
    }

    @Test func severalFormatsInOnePass() throws {
        try withScratch { folder in
            let file = folder + "/out.json"
            let run = try Tool.bgdiag("analyze", Project.watchdog, "-f", "json=\(file)", "-f", "text")
            #expect(run.status == 1)
            #expect(run.out == (try Tool.bgdiag("analyze", Project.watchdog).out))
            let written = try Data(contentsOf: URL(fileURLWithPath: file))
            #expect(written == (try Tool.bgdiag("analyze", Project.watchdog, "-f", "json").outBytes))
        }
    }

    @Test func outputFile() throws {
        try withScratch { folder in
            let file = folder + "/answer.txt"
            try write("what was there before, and is much longer than nothing", to: file)
            let run = try Tool.bgdiag("analyze", Project.watchdog, "-o", file)
            #expect(run.status == 1 && run.outBytes.isEmpty && run.err.isEmpty)
            #expect(try String(contentsOfFile: file, encoding: .utf8) == Tool.bgdiag("analyze", Project.watchdog).out)
        }
    }

    /// Two formats in one file would be neither; evidence is never overwritten.
    @Test func outputFilesAreNotMixedUp() throws {
        try withScratch { folder in
            let file = folder + "/x"
            #expect(try Tool.bgdiag("analyze", Project.watchdog, "-f", "text", "-f", "json", "-o", file).status == 2)
            let report = try Project.text(Project.watchdog)
            try write(report, to: file)
            #expect(try Tool.bgdiag("analyze", file, "-f", "json=\(file)").status == 2)
            #expect(try Tool.bgdiag("analyze", file, "-o", file).status == 2)
            #expect(try String(contentsOfFile: file, encoding: .utf8) == report)
            // A failure leaves what was there.
            try write("yesterday's answer", to: file)
            #expect(try Tool.bgdiag("analyze", "no/such/file", "-o", file).status == 2)
            #expect(try String(contentsOfFile: file, encoding: .utf8) == "yesterday's answer")
        }
    }

    @Test(arguments: [
        ["analyze", "no/such/file.ips"], ["analyze", Project.ordinary, "--disable", "no-such-rule"],
        ["analyze", Project.ordinary, "--rules", "no/such/folder"],
        // Wrong use that the command line's own parser sees.
        ["analyze"], ["analyze", Project.ordinary, "--no-such-flag"],
        ["analyze", Project.ordinary, "--fail-on", "sometimes"],
    ])
    func failureIsJSONToo(_ arguments: [String]) throws {
        let run = try Tool.bgdiag(arguments + ["-f", "json"])
        #expect(run.status == 2)
        #expect(!run.err.isEmpty)
        let document = try run.json()
        let error = try #require(document["error"] as? [String: Any])
        #expect((error["message"] as? String)?.isEmpty == false)
        #expect(error["exitCode"] as? Int == 2)
        #expect(document["incidents"] == nil)
    }

    @Test func dashIsStandardInput() throws {
        let report = try Project.text(Project.watchdog)
        let run = try Tool.bgdiag("analyze", "-", "-f", "json", input: report)
        #expect(run.status == 1)
        let incident = try #require(try run.incidents().first)
        #expect(incident["verdict"] as? String == "watchdog-scene-update")
        let ledger = try #require(try run.json()["ledger"] as? [[String: Any]])
        #expect(ledger.map { $0["path"] as? String } == ["-"])
        #expect(ledger.first?["bytes"] as? Int == report.utf8.count)
        #expect(try Tool.bgdiag("analyze", "-", input: "").status == 3)
    }

    @Test func quietIsALineForEachIncident() throws {
        let paths = [Project.watchdog, Project.leak, Project.ordinary, Project.userQuit]
        let run = try Tool.bgdiag(["analyze", "-q"] + paths)
        let lines = run.lines.filter { line in paths.contains { line.hasPrefix($0 + ":") } }
        #expect(lines.count == 4)
        for (line, level) in zip(lines, ["error", "error", "note", "note"]) { #expect(line.contains(": \(level): ")) }
        // Behind them stand the totals, and nothing else.
        #expect(run.lines.prefix(4) == lines[...])
        let totals = run.lines.dropFirst(4).joined(separator: " ")
        #expect(totals.hasPrefix("4 incidents: ") && totals.contains("4 inputs, read in whole."))
        #expect(run.lines.count <= 4 + 4)
    }

    @Test func verboseSaysMore() throws {
        let normal = try Tool.bgdiag("analyze", Project.watchdog).lines
        let verbose = try Tool.bgdiag("analyze", Project.watchdog, "-v").lines
        #expect(verbose.count > normal.count)
    }

    @Test func aReaderThatLeavesIsNoError() throws {
        let inputs = "samples/crash/*/input*"
        for command in ["analyze \(inputs) -v", "analyze \(inputs) -f json", "rules list", "explain 0x8badf00d"] {
            let run = try Tool.shell("{ bgdiag \(command); echo $? >&3; } 3>&2 | head -1")
            #expect(run.lines.count == 1)
            // Nothing but the exit code: no message, no signal.
            let status = Int(run.err.trimmingCharacters(in: .whitespacesAndNewlines))
            #expect(status.map { (0...3).contains($0) } == true, "\(command): \(run.err)")
        }
    }

    @Test func widthIsKept() throws {
        for width in [60, 80, 120] {
            let run = try Tool.bgdiag("analyze", Project.leak, "--width", "\(width)")
            // Paths and code keep their lines; prose does not.
            let long = run.lines.filter { $0.count > width && !$0.hasPrefix("    ") && !$0.contains("samples/") }
            #expect(long.isEmpty, "\(long)")
        }
    }
}
