import ArgumentParser
import BGDiagKit
import DiagnosticModel
import EvidenceImport
import Reporting
import RuleEngine

/// `bgdiag analyze PATH…|-`
struct Analyze: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Diagnose crash, Jetsam, resource, hang and MetricKit reports, and system logs.",
        discussion: """
            PATH is a file, a folder (walked; .xccrashpoint too) or - for standard input. Kinds are told from
            content, never from the name.

            EXAMPLES
              bgdiag analyze crash.ips
              bgdiag analyze device.log crash.ips        the log and the report of one run, joined
              idevicesyslog | bgdiag analyze -           live, until the pipe ends
              bgdiag analyze ~/reports -f json=out.json -f text
              bgdiag analyze payload.json --bundle-id com.example.app --fail-on warning
            """)

    @Argument(help: "Reports, logs, folders, or - for standard input.") var paths: [String]
    @OptionGroup var output: OutputOptions
    @OptionGroup var selection: SelectionOptions
    @OptionGroup var ruleOptions: RuleOptions
    @OptionGroup var logs: LogReadingOptions

    @Option(help: "Exit 1 at findings of this level or above: error, warning, note, or never.")
    var failOn = "error"
    @Flag(help: "Do not exit 3 when evidence could not be read in whole.") var allowIncomplete = false

    func validate() throws {
        if paths.isEmpty { throw ValidationError("name at least one report, folder, or -") }
        guard failOn == "never" || Finding.Level(rawValue: failOn) != nil else {
            throw ValidationError("--fail-on takes error, warning, note or never, not '\(failOn)'")
        }
    }

    func run() throws {
        StandardStreams.ignoreBrokenPipe()
        var outputs: [OutputOptions.Target] = []
        do {
            outputs = try output.targets(inputs: paths)
            let rules = try ruleOptions.load()
            var diagnosis = Diagnosis(rules: rules, filter: selection.filter, logs: logs.selection)
            let missing = try EvidenceInput.add(paths, to: &diagnosis)
            let report = diagnosis.report()
            for target in outputs { try target.write(report) }
            if report.incidents.isEmpty, selection.filter.isNarrow {
                let names = NoMatch.names(report.timeline.lives.map(\.process))
                StandardStreams.complain(
                    "bgdiag: nothing matches the process, pid or bundle asked for; in the logs are \(names)")
            }
            for path in missing { StandardStreams.complain("bgdiag: \(path): no such file or folder") }
            StandardStreams.exit(missing.isEmpty ? exitCode(report) : 2)
        } catch let problem as UsageProblem {
            fail(problem, outputs)
        }
    }

    /// 2 > 3 > 1: what could not be read is said before what was found.
    private func exitCode(_ report: DiagnosisReport) -> Int32 {
        let isIncomplete = report.ledger.isIncomplete || !report.ledger.hasEvidence
        if isIncomplete, !allowIncomplete { return 3 }
        guard let level = Finding.Level(rawValue: failOn) else { return 0 }
        return report.incidents.contains { $0.findings.contains { $0.level >= level } } ? 1 : 0
    }

    private func fail(_ problem: UsageProblem, _ outputs: [OutputOptions.Target]) -> Never {
        StandardStreams.complain("bgdiag: \(problem.message)")
        for target in outputs where target.isJSON { target.writeError(problem.message) }
        StandardStreams.exit(2)
    }
}

/// Wrong use: exit 2, one clear line.
struct UsageProblem: Error {
    var message: String
    init(_ message: String) { self.message = message }
}

struct SelectionOptions: ParsableArguments {
    @Option(name: .customLong("bundle-id"), help: "Only this bundle identifier.") var bundleID: String?
    @Option(help: "Only this process identifier.") var pid: Int?
    @Option(help: "Only processes of this name.") var process: String?

    var filter: IncidentFilter { IncidentFilter(bundleID: bundleID, pid: pid, process: process) }
}

struct RuleOptions: ParsableArguments {
    @Option(help: "A folder with rules of your own; repeatable.") var rules: [String] = []
    @Option(help: "Turn a rule off; repeatable.") var disable: [String] = []

    func load() throws -> RuleSet {
        var set = RuleSet.builtIn
        for folder in rules {
            guard EvidencePaths.kind(folder) != .missing else {
                throw UsageProblem("--rules \(folder): no such folder")
            }
            do throws(RuleProblem) {
                set = set.adding(try RuleFolder.load(folder))
            } catch {
                throw UsageProblem(error.description)
            }
        }
        for id in disable where set.rule(id) == nil {
            throw UsageProblem("--disable \(id): no such rule" + RuleNames.suggestion(id, set))
        }
        return disable.isEmpty ? set : RuleSet(set.rules.filter { !disable.contains($0.id) })
    }
}
