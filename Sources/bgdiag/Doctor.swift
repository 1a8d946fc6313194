import ArgumentParser
import BGDiagKit
import DiagnosticModel
import EvidenceImport
import Reporting

/// `bgdiag doctor [PATH…]`
struct Doctor: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Say what this version knows, what an input holds, and which log lines it did not understand.",
        discussion: """
            Lines of the daemons that keep assertions, in words that no shape of rules/events has, are how a new iOS
            release shows itself. Report them, or add a shape (docs/guides/add-a-log-line.md).

            EXAMPLES
              bgdiag doctor
              bgdiag doctor device.log
            """)

    @Argument(help: "Logs, reports or folders to look into; none for the tool alone.") var paths: [String] = []
    @OptionGroup var logs: LogReadingOptions
    @Option(help: "Most kinds of unknown lines to list.") var limit = 20

    func run() throws {
        StandardStreams.ignoreBrokenPipe()
        var diagnosis = Diagnosis(logs: logs.selection)
        var report = DiagnosisReport(toolVersion: Diagnosis.version)
        if !paths.isEmpty {
            do {
                let missing = try EvidenceInput.add(paths, to: &diagnosis)
                for path in missing { StandardStreams.complain("bgdiag: \(path): no such file or folder") }
            } catch let problem as UsageProblem {
                StandardStreams.complain("bgdiag: \(problem.message)")
                StandardStreams.exit(2)
            }
            report = diagnosis.report()
        }
        let text = DoctorReport(
            report: report, knowledge: Knowledge.lines, width: StandardStreams.width, unknownLimit: limit)
        StandardStreams.write(text.render())
        StandardStreams.exit(report.ledger.isIncomplete && !paths.isEmpty ? 3 : 0)
    }
}
