import ArgumentParser
import BGDiagKit
import DiagnosticModel
import EvidenceImport
import Matching
import RuleEngine
import SystemFacts

/// `bgdiag rules list|show|test|lint|new`
struct RulesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rules", abstract: "List, show, check, test and start diagnosis rules.",
        subcommands: [List.self, Show.self, Test.self, Lint.self, New.self])

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "One line per rule: id, level, verdict, title.")
        @OptionGroup var ruleOptions: RuleOptions

        func run() throws {
            try RulesCommand.reporting {
                let set = try ruleOptions.load()
                let width = set.rules.map(\.id.count).max() ?? 0
                let verdictWidth = set.rules.map(\.verdict.count).max() ?? 0
                let lines = set.rules.map {
                    "\(pad($0.id, width))  \(pad($0.level.rawValue, 7))  \(pad($0.verdict, verdictWidth))  \($0.source.title)"
                }
                StandardStreams.write(Array((lines.joined(separator: "\n") + "\n").utf8))
            }
        }

        private func pad(_ text: String, _ width: Int) -> String {
            text + String(repeating: " ", count: max(0, width - text.count))
        }
    }

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "A rule in words: what, why, fix, conditions.")
        @Argument(help: "The rule's id.") var id: String
        @OptionGroup var ruleOptions: RuleOptions

        func run() throws {
            try RulesCommand.reporting {
                let set = try ruleOptions.load()
                guard set.rule(id) != nil, let explanation = Explanation.of(id, rules: set) else {
                    throw UsageProblem("no such rule '\(id)'" + RuleNames.suggestion(id, set))
                }
                StandardStreams.write(Array(explanation.text(width: min(StandardStreams.width, 100)).utf8))
            }
        }
    }

    struct Lint: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Check rule files: names, types, keys, examples.")
        @Argument(help: "Rule files or folders.") var paths: [String]

        func run() throws {
            try RulesCommand.reporting {
                var count = 0
                var problems: [RuleProblem] = []
                for path in paths {
                    guard EvidencePaths.kind(path) != .missing else {
                        throw UsageProblem("\(path): no such file or folder")
                    }
                    for (_, result) in RuleFolder.check(path) {
                        count += 1
                        if case .failure(let problem) = result { problems.append(problem) }
                    }
                }
                if count == 0 { throw UsageProblem("no rule file (.yaml) in \(paths.joined(separator: ", "))") }
                for problem in problems { StandardStreams.complain(problem.description) }
                if !problems.isEmpty { StandardStreams.exit(2) }
                StandardStreams.write(Array("\(count) rule file(s), no problem\n".utf8))
            }
        }
    }

    struct Test: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Run the examples inside rules; without PATH those of the built-in rules.")
        @Argument(help: "Rule files or folders.") var paths: [String] = []
        @Option(help: "Folder that 'sample:' examples refer to.") var samples = "samples"

        func run() throws {
            try RulesCommand.reporting {
                var rules: [Rule] = paths.isEmpty ? RuleSet.builtIn.rules : []
                for path in paths {
                    guard EvidencePaths.kind(path) != .missing else {
                        throw UsageProblem("\(path): no such file or folder")
                    }
                    do throws(RuleProblem) {
                        rules += try RuleFolder.load(path)
                    } catch {
                        throw UsageProblem(error.description)
                    }
                }
                if rules.isEmpty { throw UsageProblem("no rule file (.yaml) in \(paths.joined(separator: ", "))") }
                let examples = RuleExamples(ruleSet: .builtIn, samples: samples)
                let failures = rules.flatMap { examples.run($0) }
                for failure in failures { StandardStreams.complain(failure.description) }
                let count = rules.reduce(0) { $0 + $1.source.matching.count + $1.source.notMatching.count }
                StandardStreams.write(
                    Array("\(rules.count) rule(s), \(count) example(s), \(failures.count) failure(s)\n".utf8))
                if !failures.isEmpty { StandardStreams.exit(1) }
            }
        }
    }

    struct New: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Write a rule file to start from.")
        @Argument(help: "The rule's id, in kebab-case.") var id: String
        @Option(help: "Folder to write it to.") var folder = "."

        func run() throws {
            try RulesCommand.reporting {
                guard !id.isEmpty, id.allSatisfy({ ($0.isASCII && $0.isLowercase) || $0.isNumber || $0 == "-" }) else {
                    throw UsageProblem("'\(id)' is no rule id: use small letters, digits and '-'")
                }
                let path = folder + "/" + id + ".yaml"
                guard EvidencePaths.kind(path) == .missing else {
                    throw UsageProblem("\(path) exists; choose another id")
                }
                if let problem = StandardStreams.write(Array(RuleTemplate.text(id: id).utf8), toFile: path) {
                    throw UsageProblem(problem)
                }
                StandardStreams.write(Array("\(path)\n".utf8))
            }
        }
    }

    fileprivate static func reporting(_ body: () throws -> Void) throws {
        StandardStreams.ignoreBrokenPipe()
        do {
            try body()
        } catch let problem as UsageProblem {
            StandardStreams.complain("bgdiag: \(problem.message)")
            StandardStreams.exit(2)
        }
    }
}

enum RuleNames {
    static func suggestion(_ id: String, _ set: RuleSet) -> String {
        EditDistance.suggestion(for: id, among: set.rules.map(\.id)).map { "; did you mean '\($0)'?" } ?? ""
    }
}
