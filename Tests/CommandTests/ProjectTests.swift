import Foundation
import Testing

/// What the project promises about itself: generated files, documentation, completions, the measuring stick.
@Suite struct ProjectTests {
    @Test(arguments: ["embed", "docs"]) func generatedFilesAreUpToDate(_ command: String) throws {
        let run = try Tool.run("bgdiag-dev", [command, "--check", "--root", Project.root])
        #expect(run.status == 0, "\(run.out)")
        #expect(run.out == "up to date\n")
    }

    @Test(arguments: ["bash", "zsh", "fish"]) func completions(_ shell: String) throws {
        let run = try Tool.bgdiag("--generate-completion-script", shell)
        #expect(run.status == 0 && run.err.isEmpty)
        for word in ["analyze", "explain", "rules", "fail-on"] { #expect(run.out.contains(word)) }
        guard shell == "bash" else { return }
        try withScratch { folder in
            try write(run.out, to: folder + "/bgdiag.bash")
            #expect(try Tool.shell("bash -n \(folder)/bgdiag.bash").status == 0)
        }
    }

    /// Commands in the documentation whose files exist run as they stand.
    @Test func documentedCommandsRun() throws {
        let commands = try ["README.md", "docs/guides/add-a-rule.md"].flatMap {
            Self.commands(in: try Project.text($0))
        }
        #expect(commands.count >= 3, "the documentation's commands were not found")
        for command in commands {
            let run = try Tool.shell(command)
            #expect([0, 1, 3].contains(run.status), "\(command): exit \(run.status) \(run.err)")
            #expect(!run.out.isEmpty, "\(command)")
        }
    }

    /// Options that the documentation shows exist, also where the files are made up.
    @Test func documentedOptionsExist() throws {
        let help = try [["analyze"], ["timeline"], ["doctor"], ["explain"], ["rules", "new"], ["rules", "test"]]
            .map { try Tool.bgdiag($0 + ["--help"]).out }.joined()
        for line in Self.blocks(in: try Project.text("README.md")) where line.contains("bgdiag ") {
            let words = line.prefix { $0 != "#" }.split(separator: " ")
            for word in words where word.wholeMatch(of: /--?[a-z][a-z-]*/) != nil {
                #expect(help.contains(word), "\(word) in '\(line)'")
            }
        }
    }

    /// Lines of fenced blocks that begin with `bgdiag` (or `$ bgdiag`), name a path, and name only paths that exist.
    private static func commands(in text: String) -> [String] {
        blocks(in: text).compactMap { line in
            let line = line.hasPrefix("$ ") ? String(line.dropFirst(2)) : line
            guard line.hasPrefix("bgdiag ") else { return nil }
            let command = line.split(separator: "#", maxSplits: 1)[0].trimmingCharacters(in: .whitespaces)
            let isFree = command.hasPrefix("bgdiag explain ") || command.hasPrefix("bgdiag rules ")
            let paths = command.split(separator: " ").dropFirst(2).filter { $0.contains("/") || $0.contains(".") }
            let exist = paths.allSatisfy { FileManager.default.fileExists(atPath: Project.path(String($0))) }
            return exist && (isFree ? !command.contains(" new ") && !command.contains("my-rules") : !paths.isEmpty)
                ? command : nil
        }
    }

    private static func blocks(in text: String) -> [String] {
        var inside = false
        return text.split(separator: "\n", omittingEmptySubsequences: false).compactMap { line in
            if line.hasPrefix("```") {
                inside.toggle()
                return nil
            }
            return inside ? String(line) : nil
        }
    }

    private static let corpus = ProcessInfo.processInfo.environment["BGDIAG_CORPUS"]

    @Test(.enabled(if: corpus != nil, "BGDIAG_CORPUS is not set: the corpus of known answers is not compared"))
    func corpusAgrees() throws {
        let run = try Tool.run("bgdiag-dev", ["corpus", try #require(Self.corpus)])
        #expect(run.status == 0, "\(run.out)\(run.err)")
    }

    /// Time limits are for release builds; here only what is wrong at any speed counts.
    @Test func fuzzFindsNothing() throws {
        let run = try Tool.run("bgdiag-dev", ["fuzz", "--budget", "3", "--seed", "7", "--limit", "20000"])
        #expect([0, 1].contains(run.status), "\(run.err.suffix(2000))")
        #expect(run.lines.first == "seed 7" && run.lines.last?.contains("variants") == true)
        let failures = run.lines.filter { $0.hasPrefix("FAIL ") && $0.firstMatch(of: /: took [0-9.]+ seconds$/) == nil }
        #expect(failures == [])
    }
}
