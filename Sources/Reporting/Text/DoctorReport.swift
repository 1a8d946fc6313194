public import DiagnosticModel

/// The text of `bgdiag doctor`: what the tool knows, what was read, and which lines it did not understand.
public struct DoctorReport {
    private let report: DiagnosisReport
    private let knowledge: [(String, String)]
    private let width: Int
    private let unknownLimit: Int

    public init(report: DiagnosisReport, knowledge: [(String, String)], width: Int, unknownLimit: Int) {
        self.report = report
        self.knowledge = knowledge
        self.width = max(40, width)
        self.unknownLimit = max(0, unknownLimit)
    }

    public func render() -> [UInt8] {
        var lines = ["bgdiag knows"]
        let column = (knowledge.map(\.0.utf8.count).max() ?? 0) + 2
        for (name, amount) in knowledge { lines.append("  " + pad(name, column) + amount) }
        if !report.ledger.entries.isEmpty { addInputs(&lines) }
        for coverage in report.timeline.coverage { addCoverage(coverage, &lines) }
        if !report.timeline.coverage.isEmpty { addUnknown(&lines) }
        return Array((lines.joined(separator: "\n") + "\n").utf8)
    }

    private func pad(_ text: String, _ column: Int) -> String {
        text + String(repeating: " ", count: max(1, column - text.utf8.count))
    }

    private func addInputs(_ lines: inout [String]) {
        lines += ["", "Inputs"]
        for entry in report.ledger.entries {
            lines.append("  " + pad(entry.status.rawValue, 9) + safe("\(entry.path), \(entry.kindTitle)"))
            for issue in entry.issues.prefix(5) {
                lines.append("           " + safe("\(issue.code): \(issue.message)"))
            }
        }
    }

    private func addCoverage(_ coverage: LogCoverage, _ lines: inout [String]) {
        lines += ["", "Log " + safe(report.ledger.entry(coverage.source)?.path ?? "")]
        lines.append("  " + pad("lines", 16) + "\(coverage.lineCount), of them \(coverage.entryCount) about processes")
        lines.append("  " + pad("styles", 16) + coverage.styles.joined(separator: ", "))
        let levels = coverage.levels.sorted { $0.rawValue < $1.rawValue }.map(\.name)
        lines.append("  " + pad("levels seen", 16) + (levels.isEmpty ? "none" : levels.joined(separator: ", ")))
        let names = coverage.processes.sorted().prefix(40).joined(separator: ", ")
        lines.append("  " + pad("processes seen", 16) + safe(names.isEmpty ? "none" : names))
        lines.append("  " + pad("redacted", 16) + "\(coverage.redactedCount) of the \(coverage.entryCount)")
        lines.append("  " + pad("gaps", 16) + "\(coverage.gaps.count)")
    }

    private func addUnknown(_ lines: inout [String]) {
        let unknown = report.timeline.unknownLines
        let total = unknown.reduce(0) { $0 + $1.count }
        lines += ["", "Lines about assertions in words this version does not know: \(total)"]
        for line in unknown.prefix(unknownLimit) {
            lines.append("  " + pad("\(line.count) x", 7) + safe("\(line.process): \(line.skeleton)"))
            if let place = line.location {
                lines.append(
                    "         first at " + safe("\(report.ledger.entry(place.source)?.path ?? ""):\(place.line)"))
            }
        }
        if unknown.count > unknownLimit { lines.append("  and \(unknown.count - unknownLimit) more kinds (--limit)") }
    }

    private func safe(_ text: String) -> String { Sanitizer.line(text, limit: 400) }
}
