import DiagnosticModel

/// What stands before and after the incidents: the table of all, the empty answer, the last line.
extension Screen {
    mutating func overview(_ incidents: [Incident]) {
        canvas.line(style.paint(.heading, "\(Words.plural(incidents.count, "incident", "incidents"))"))
        var table = Table(["#", "verdict", "confidence", "process", "when", "input"])
        for (position, incident) in incidents.enumerated() {
            let process = incident.record.process
            let name = process.name ?? process.bundleID ?? "?"
            // On a screen of 80 columns the input would press every other column; the details name it.
            let input = canvas.width >= 110 ? place(incident.record.source) : ""
            let cells: [SafeText] = [
                "\(position + 1)",
                "\(incident.verdict)",
                "\(incident.confidence?.rawValue ?? "-")",
                process.pid.map { "\(name) (\($0))" } ?? "\(name)",
                incident.record.captured.map(minuteWords) ?? "",
                input,
            ]
            table.add(cells, roles: [1: role(incident.level)])
        }
        table.draw(on: &canvas, indent: 2, style: style)
        canvas.gap()
    }

    mutating func rule(beforeIncident position: Int, of count: Int) {
        let label: SafeText = "-- \(position + 1) of \(count) "
        let dashes = String(repeating: "-", count: max(0, canvas.width - DisplayWidth.of(label.text)))
        canvas.gap()
        canvas.line(style.paint(.dim, label + "\(dashes)"))
    }

    mutating func nothingFound() {
        let entries = report.ledger.entries
        guard !entries.isEmpty else {
            canvas.paragraph("No input was read, so there is nothing to say.")
            canvas.gap()
            return
        }
        if report.filteredOut > 0 {
            canvas.paragraph(
                style.paint(
                    .heading,
                    "None of the \(Words.plural(report.filteredOut, "incident", "incidents")) is of the process asked for."
                ))
        } else {
            canvas.paragraph(style.paint(.heading, "No end of a process was found in what was read."))
        }
        if report.ledger.isIncomplete {
            canvas.paragraph("Part of the input could not be read: this does not prove that there was none.")
        }
        canvas.gap()
    }

    /// One line in the form that editors and CI systems recognise: `path:line: level: message [rule]`.
    mutating func oneLine(_ incident: Incident) {
        let best = incident.findings.first
        let evidence = best?.evidence.first
        let source = evidence?.source ?? incident.record.source
        var head = place(source)
        if let line = evidence?.line, line > 0 { head += ":\(line)" }
        let level = style.paint(role(incident.level), levelWord(incident))
        let message = best.map { $0.message.isEmpty ? $0.title : $0.message } ?? incident.verdictTitle
        canvas.line("\(head): \(level): \(message) [\(best?.rule ?? incident.verdict)]")
    }

    mutating func summary() {
        canvas.gap()
        let incidents = told
        var sentence = Words.plural(incidents.count, "incident", "incidents")
        if !incidents.isEmpty {
            var verdicts: [String: Int] = [:]
            for incident in incidents { verdicts[incident.verdict, default: 0] += 1 }
            let sorted = verdicts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            sentence += ": " + sorted.map { "\($0.value) \($0.key)" as SafeText }.joined(", ")
        }
        let quiet = report.incidents.count - incidents.count
        if quiet > 0 { sentence += "; \(Words.plural(max(quiet, report.quietLives), "quiet life", "quiet lives"))" }
        canvas.paragraph(sentence + ".")
        sentence = inputCounts()
        if report.ledger.isIncomplete {
            sentence += style.paint(.warning, " The answer is incomplete.")
        }
        canvas.paragraph(sentence)
    }

    /// "1 input, read in whole.", "3 inputs: 1 read, 1 partial, 1 skipped."
    private func inputCounts() -> SafeText {
        let entries = report.ledger.entries
        if entries.isEmpty { return "No inputs." }
        let inputs = Words.plural(entries.count, "input", "inputs")
        if entries.allSatisfy({ $0.status == .read }) { return "\(inputs), read in whole." }
        let counts = ([.read, .partial, .skipped, .failed] as [LedgerEntry.Status]).compactMap { status in
            let count = entries.count { $0.status == status }
            return count == 0 ? nil : "\(count) \(status.rawValue)" as SafeText
        }
        return "\(inputs): \(counts.joined(", "))."
    }

    /// "2020-08-03 16:05"; without what the record does not say.
    private func minuteWords(_ time: Timestamp) -> SafeText {
        let clock = String(time.rfc3339.prefix(16).suffix(5))
        return time.day.map { "\($0) \(clock)" } ?? "\(clock)"
    }

    func role(_ level: Finding.Level?) -> Style.Role {
        switch level {
        case .error: .error
        case .warning: .warning
        case .note: .note
        case nil: .dim
        }
    }

    /// "error", "warning", "note"; "unknown" or "none" without findings.
    func levelWord(_ incident: Incident) -> SafeText {
        if let level = incident.level { return "\(level.rawValue)" }
        return incident.verdict == "none" ? "none" : "unknown"
    }
}
