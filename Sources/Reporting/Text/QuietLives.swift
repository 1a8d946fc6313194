import DiagnosticModel

/// Process lives about which no rule has anything to say: a line each.
extension Screen {
    /// Incidents with an answer, in their order; quiet lives follow them in the report.
    var told: [Incident] { report.incidents.filter { !$0.isQuietLife } }

    /// The answer when there is nothing else.
    mutating func quietResult(_ quiet: [Incident]) {
        let count = max(report.quietLives, quiet.count)
        if told.isEmpty {
            let sentence: SafeText =
                "\(Words.plural(count, "process life", "process lives")), none with a sign of a background kill"
            canvas.paragraph(style.paint(report.ledger.isIncomplete ? .heading : .good, sentence))
            if report.ledger.isIncomplete {
                canvas.paragraph("Part of the input could not be read: this does not prove that there was none.")
            }
        } else {
            heading("Without a sign of a background kill")
        }
        for incident in quiet { quietLine(incident) }
        let more = count - quiet.count
        if more > 0 { canvas.line(style.paint(.dim, "  and \(more) more")) }
    }

    private mutating func quietLine(_ incident: Incident) {
        guard let life = report.life(of: incident.record) else { return }
        let story = LifeStory(
            life: life, incident: incident, coverage: report.coverage(life.source), clock: report.clock(life.source))
        canvas.paragraph("\(life.words): \(story.line)", indent: 2, hanging: 4)
    }

    /// The sentence about the lives that are not shown.
    mutating func quietRest() {
        let rest = report.quietLives - report.incidents.count(where: \.isQuietLife)
        guard rest > 0 else { return }
        let lives = Words.plural(rest, "other process life", "other process lives")
        canvas.gap()
        canvas.paragraph(style.paint(.dim, "\(lives) in the log, without a sign of a background kill"))
    }
}

extension Incident {
    /// A process life out of a log that no rule accuses of anything.
    var isQuietLife: Bool { record.kind == .processLife && findings.isEmpty && verdict == "none" }
}
