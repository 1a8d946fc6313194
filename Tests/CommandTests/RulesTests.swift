import Foundation
import Testing

/// `bgdiag rules list|show|test|lint|new`
@Suite struct RulesTests {
    private func files(under folder: String) -> [String] {
        let all = FileManager.default.enumerator(atPath: Project.path(folder))?.compactMap { $0 as? String } ?? []
        return all.filter { $0.hasSuffix(".yaml") }
    }

    @Test func listHasEveryBuiltInRule() throws {
        let ids = files(under: "rules/diagnoses").compactMap { $0.split(separator: "/").last?.dropLast(5) }
        let run = try Tool.bgdiag("rules", "list")
        #expect(run.status == 0)
        let listed = run.lines.compactMap { $0.split(separator: " ").first }
        #expect(Set(listed) == Set(ids))
        #expect(listed.count == ids.count && ids.count >= 90)
    }

    @Test func showSaysWhatWhyAndFix() throws {
        let run = try Tool.bgdiag("rules", "show", "file-lock-on-suspend")
        #expect(run.status == 0)
        for part in ["What it means", "Why it happens", "What to change", "How it is decided", "when: "] {
            #expect(run.out.contains(part))
        }
        let unknown = try Tool.bgdiag("rules", "show", "file-lock-on-suspned")
        #expect(unknown.status == 2 && unknown.err.contains("did you mean 'file-lock-on-suspend'?"))
    }

    @Test func builtInRulesAreClean() throws {
        let lint = try Tool.bgdiag("rules", "lint", "rules/diagnoses")
        #expect(lint.status == 0 && lint.err.isEmpty)
        #expect(lint.out.hasPrefix("\(files(under: "rules/diagnoses").count) rule file(s)"))
    }

    /// Those of the binary and those of the folder are the same ones.
    @Test func builtInExamplesHold() throws {
        let embedded = try Tool.bgdiag("rules", "test")
        #expect(embedded.status == 0, "\(embedded.err)")
        #expect(embedded.out.contains(" 0 failure(s)"))
        let folder = try Tool.bgdiag("rules", "test", "rules/diagnoses")
        #expect(folder.status == 0 && folder.out == embedded.out)
    }

    @Test func newLintTestAnalyze() throws {
        try withScratch { folder in
            let new = try Tool.bgdiag("rules", "new", "slow-save", "--folder", folder)
            let path = folder + "/slow-save.yaml"
            #expect(new.status == 0 && new.out == path + "\n")
            #expect(try Tool.bgdiag("rules", "lint", path).status == 0)
            #expect(try Tool.bgdiag("rules", "lint", folder).out == "1 rule file(s), no problem\n")
            let test = try Tool.bgdiag("rules", "test", folder)
            #expect(test.status == 0 && test.out.hasPrefix("1 rule(s), 2 example(s), 0 failure(s)"))
            let run = try Tool.bgdiag("analyze", Project.watchdog, "--rules", folder, "-f", "json")
            let findings = try #require(try run.incidents()[0]["findings"] as? [[String: Any]])
            #expect(findings.contains { $0["rule"] as? String == "slow-save" })
            // What is there is not overwritten.
            let again = try Tool.bgdiag("rules", "new", "slow-save", "--folder", folder)
            #expect(again.status == 2 && again.err.contains("exists"))
        }
    }

    @Test func aFailingExampleIsOne() throws {
        try withScratch { folder in
            _ = try Tool.bgdiag("rules", "new", "slow-save", "--folder", folder)
            let path = folder + "/slow-save.yaml"
            let text = try String(contentsOfFile: path, encoding: .utf8)
            try write(
                text.replacing("expect: { confidence: likely }", with: "expect: { confidence: certain }"), to: path)
            let run = try Tool.bgdiag("rules", "test", folder)
            #expect(run.status == 1)
            #expect(run.err.contains("slow-save, matching 1: confidence is likely, expected certain"))
        }
    }

    /// `file:line:column: …; did you mean …?`, and the place is where the name stands.
    @Test func unknownNamesAreShownInPlace() throws {
        try withScratch { folder in
            _ = try Tool.bgdiag("rules", "new", "slow-save", "--folder", folder)
            let path = folder + "/slow-save.yaml"
            let text = try String(contentsOfFile: path, encoding: .utf8).replacing(
                "exit.event ==", with: "exit.evnt ==")
            try write(text, to: path)
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            let row = try #require(lines.firstIndex { $0.contains("exit.evnt") })
            let range = try #require(lines[row].range(of: "exit.evnt"))
            let column = lines[row].distance(from: lines[row].startIndex, to: range.lowerBound) + 1
            let place = "\(path):\(row + 1):\(column): "
            for arguments in [
                ["rules", "lint", folder], ["rules", "test", folder], ["analyze", Project.watchdog, "--rules", folder],
            ] {
                let run = try Tool.bgdiag(arguments)
                #expect(run.status == 2 && run.out.isEmpty)
                #expect(run.err.contains(place), "\(run.err)")
                #expect(run.err.contains("unknown name 'exit.evnt'; did you mean 'exit.event'?"))
            }
        }
    }

    @Test(arguments: [
        ("level: warning", "level: loud", "loud"), ("verdict: watchdog-scene-update", "verdict: bad-luck", "bad-luck"),
        ("title:", "tilte:", "tilte"), ("message:", "massage:", "massage"), ("likely: TRUE", "surely: TRUE", "surely"),
        ("when: exit.event", "when: (exit.event", "when"),
        ("process.bundle BEGINSWITH", "process.pid BEGINSWITH", "pid"),
        ("${exit.allowance:seconds}", "${exit.allowence:seconds}", "exit.allowence"),
        ("cite: [event, exit]", "cite: [event, exits]", "exits"),
        ("needs: { any: [termination] }", "needs: 7", "needs"),
        ("  not-matching:", "  not-matchng:", "not-matching"), ("id: slow-save", "id: fast-save", "fast-save"),
    ])
    func lintSeesMistakes(_ right: String, _ wrong: String, _ word: String) throws {
        try withScratch { folder in
            _ = try Tool.bgdiag("rules", "new", "slow-save", "--folder", folder)
            let path = folder + "/slow-save.yaml"
            let text = try String(contentsOfFile: path, encoding: .utf8)
            try #require(text.contains(right))
            try write(text.replacing(right, with: wrong), to: path)
            let run = try Tool.bgdiag("rules", "lint", folder)
            #expect(run.status == 2, "'\(wrong)' is taken")
            #expect(run.err.contains(word), "\(run.err)")
            #expect(run.err.firstMatch(of: #/slow-save\.yaml:[1-9][0-9]*:[1-9][0-9]*: /#) != nil, "\(run.err)")
        }
    }

    @Test func lintReportsEveryFile() throws {
        try withScratch { folder in
            for name in ["a", "b"] { try write("id: \(name)\nwhen: 1\n", to: folder + "/\(name).yaml") }
            let run = try Tool.bgdiag("rules", "lint", folder)
            #expect(run.err.contains("a.yaml:") && run.err.contains("b.yaml:"))
        }
    }

    /// A rule with the id of a built-in one takes its place.
    @Test func ownRulesReplaceBuiltInOnes() throws {
        try withScratch { folder in
            _ = try Tool.bgdiag("rules", "new", "user-quit", "--folder", folder)
            let count = try Tool.bgdiag("rules", "list").lines.count
            let run = try Tool.bgdiag("rules", "list", "--rules", folder)
            #expect(run.lines.count == count)
            #expect(run.lines.contains { $0.hasPrefix("user-quit ") && $0.contains("A short headline in plain words") })
        }
    }
}
