import ArgumentParser
import BGDiagKit

/// `bgdiag explain CODE|RULE`
struct Explain: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Say what a code, watchdog event, verdict, namespace or rule means.",
        discussion: """
            EXAMPLES
              bgdiag explain 0x8badf00d
              bgdiag explain 2343432205
              bgdiag explain scene-update
              bgdiag explain leaked-background-task
            """)

    @Argument(help: "0x8badf00d, 2343432205, scene-update, a verdict, a rule, a namespace.") var word: String
    @OptionGroup var ruleOptions: RuleOptions

    func run() throws {
        StandardStreams.ignoreBrokenPipe()
        do {
            let rules = try ruleOptions.load()
            guard let explanation = Explanation.of(word, rules: rules) else {
                let hint = Explanation.suggestion(for: word, rules: rules).map { "; did you mean '\($0)'?" } ?? ""
                throw UsageProblem(
                    "nothing is known about '\(word)'; pass a code, a watchdog event, a verdict or a rule "
                        + "('bgdiag rules list')\(hint)")
            }
            StandardStreams.write(Array(explanation.text(width: min(StandardStreams.width, 100)).utf8))
        } catch let problem as UsageProblem {
            StandardStreams.complain("bgdiag: \(problem.message)")
            StandardStreams.exit(2)
        }
    }
}
