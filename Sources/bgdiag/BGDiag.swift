import ArgumentParser
import BGDiagKit
import EvidenceImport
import Matching
import Reporting

@main
struct BGDiag: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bgdiag",
        abstract: "Why did the system stop my app in the background, which task did it, and what do I change?",
        discussion: """
            EXAMPLES
              bgdiag analyze crash.ips              diagnose one report
              bgdiag analyze device.log             a system log: who was killed, which task leaked
              bgdiag timeline device.log            the begin/end timeline of every app in it
              bgdiag analyze reports/ -f json       a folder, as JSON
              pbpaste | bgdiag analyze -            whatever is on the clipboard
              bgdiag explain 0x8badf00d             what a code means

            EXIT CODES
              0 clean                  1 findings at or above --fail-on
              2 wrong use or rule      3 evidence incomplete
            """,
        version: Diagnosis.version,
        subcommands: [Analyze.self, TimelineCommand.self, Explain.self, RulesCommand.self, Doctor.self])

    /// Wrong use is exit 2 everywhere; ArgumentParser's own code for it is 64.
    static func main() {
        Allocator.keepBuffers()
        if let problem = misspeltCommand(CommandLine.arguments.dropFirst().first) {
            StandardStreams.complain("bgdiag: \(problem)")
            StandardStreams.exit(2)
        }
        do {
            var command = try parseAsRoot()
            try command.run()
        } catch {
            let code = exitCode(for: error)
            let text = fullMessage(for: error)
            if code == .success {
                StandardStreams.write(Array((text + "\n").utf8))
                StandardStreams.exit(0)
            }
            if !text.isEmpty { StandardStreams.complain(text) }
            let status = code == .validationFailure ? 2 : code.rawValue
            if asksForJSON {
                let message = message(for: error)
                StandardStreams.write(
                    JSONReporter().renderError(
                        message: message, code: "usage", exitCode: Int(status), toolVersion: Diagnosis.version))
            }
            StandardStreams.exit(status)
        }
    }

    /// `bgdiag analyse x`, `bgdiag crash.ips`: said plainly, with what was meant.
    private static func misspeltCommand(_ word: String?) -> String? {
        guard let word, !word.hasPrefix("-") else { return nil }
        let known = configuration.subcommands.map { $0._commandName } + ["help"]
        guard !known.contains(word) else { return nil }
        if EvidencePaths.kind(word) != .missing {
            return "'\(word)' is no command; did you mean 'bgdiag analyze \(word)'?"
        }
        let hint = EditDistance.suggestion(for: word, among: known).map { "; did you mean '\($0)'?" } ?? ""
        return "unknown command '\(word)'\(hint) (bgdiag --help lists the commands)"
    }

    /// Whether the words given, which could not be understood as a whole, ask for JSON on standard output.
    private static var asksForJSON: Bool {
        let words = CommandLine.arguments
        return zip(words, words.dropFirst()).contains { ["-f", "--format"].contains($0) && $1 == "json" }
            || words.contains("--format=json") || words.contains("-fjson")
    }
}
