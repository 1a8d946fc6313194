import Foundation
import Testing

/// Which incidents and which rules count.
@Suite struct SelectionTests {
    private let both = [Project.watchdog, Project.leak]

    private func verdicts(_ arguments: String...) throws -> [String] {
        try Tool.bgdiag(["analyze"] + both + ["-f", "json"] + arguments).incidents().compactMap {
            $0["verdict"] as? String
        }
    }

    @Test func everythingWithoutAFilter() throws {
        #expect(try verdicts() == ["watchdog-scene-update", "leaked-background-task"])
    }

    @Test func filters() throws {
        let incidents = try Tool.bgdiag(["analyze"] + both + ["-f", "json"]).incidents()
        let process = try #require(incidents[1]["process"] as? [String: Any])
        let pid = try #require(process["pid"] as? Int)
        let name = try #require(process["name"] as? String)
        let bundle = try #require(process["bundleID"] as? String)
        #expect(try verdicts("--pid", "\(pid)") == ["leaked-background-task"])
        #expect(try verdicts("--process", name) == ["leaked-background-task"])
        #expect(try verdicts("--bundle-id", bundle) == ["leaked-background-task"])
        #expect(try verdicts("--bundle-id", "com.example.inkwell") == ["watchdog-scene-update"])
        #expect(try verdicts("--bundle-id", "com.example.inkwell", "--pid", "\(pid)") == [])
        #expect(try verdicts("--pid", "1") == [])
    }

    @Test func whatIsFilteredOutDoesNotFail() throws {
        #expect(try Tool.bgdiag("analyze", Project.watchdog, "--pid", "1").status == 0)
        #expect(try Tool.bgdiag("analyze", Project.watchdog, "--bundle-id", "com.example.inkwell").status == 1)
    }

    @Test func disabledRulesAreSilent() throws {
        func rules(_ flags: String...) throws -> [String] {
            let incident = try Tool.bgdiag(["analyze", Project.userQuit, "-f", "json"] + flags).incidents()[0]
            let findings = try #require(incident["findings"] as? [[String: Any]])
            return findings.compactMap { $0["rule"] as? String }
        }
        #expect(try rules().contains("user-quit"))
        #expect(try !rules("--disable", "user-quit").contains("user-quit"))
    }

    @Test func unknownRuleIsSuggested() throws {
        let run = try Tool.bgdiag("analyze", Project.userQuit, "--disable", "user-qiut")
        #expect(run.status == 2)
        #expect(run.err.contains("user-qiut") && run.err.contains("did you mean 'user-quit'?"))
    }

    @Test func unknownFormatNamesTheKnown() throws {
        let run = try Tool.bgdiag("analyze", Project.userQuit, "-f", "yaml")
        #expect(run.err.contains("yaml") && run.err.contains("text, json"))
    }

    @Test func misspeltCommandIsSuggested() throws {
        #expect(try Tool.bgdiag("analyse", Project.userQuit).err.contains("did you mean 'analyze'?"))
        #expect(try Tool.bgdiag(Project.userQuit).err.contains("bgdiag analyze \(Project.userQuit)"))
    }

    /// The order of the paths is that of the report; a folder is walked in the order of its names.
    @Test func orderIsTheUsersOwn() throws {
        let forward = try Tool.bgdiag(["analyze"] + both + ["-q"]).lines
        let backward = try Tool.bgdiag(["analyze"] + both.reversed() + ["-q"]).lines
        #expect(forward[0] == backward[1] && forward[1] == backward[0])
        let folder = try Tool.bgdiag("analyze", "samples/xccrashpoint/organizer-two-logs/input.xccrashpoint", "-q")
            .lines
        #expect(folder.prefix(2).map { $0.contains("2024-09-03") } == [true, false])
    }
}
