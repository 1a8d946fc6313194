import DiagnosticModel

/// What could not be known, and why.
extension Screen {
    mutating func unknowns(_ incident: Incident) {
        let captures = incident.missing.compactMap(LogCapture.init)
        var items = incident.missing.filter { LogCapture($0) == nil }.map { "\($0)" as SafeText }
        if incident.record.isTruncated { items.append("what stood after the place where the record stops") }
        if incident.terminated == nil { items.append("whether the system ended the process") }
        if !isVerbose, let rules = undecidedRules(incident.notEvaluable) { items.append(rules) }
        if isVerbose {
            for rule in incident.notEvaluable {
                items.append("rule \(rule.rule): needs \(Words.list(rule.missing.map { "\($0)" }))")
            }
        }
        guard !items.isEmpty || !captures.isEmpty else { return }
        heading("Not known")
        capture(captures)
        for item in items { canvas.paragraph("- " + item, indent: 2, hanging: 4) }
    }

    /// One command that records all that is missing, whole and ready to be copied.
    private mutating func capture(_ captures: [LogCapture]) {
        guard let first = captures.first else { return }
        let titles = captures.map { "\($0.title)" as SafeText }
        canvas.paragraph(
            "- \(Words.list(titles)): next time take a sysdiagnose, or on a Mac with the device connected",
            indent: 2, hanging: 4)
        let predicates = captures.map { captures.count > 1 ? "(\($0.predicate))" : $0.predicate }
        canvas.line("      " + style.paint(.code, "\(first.command) \\"))
        canvas.line("        " + style.paint(.code, "--predicate '\(predicates.joined(separator: " OR "))'"))
    }

    /// "3 of 40 rules could not be decided; they need threads (2), termination (1) (-v)".
    private func undecidedRules(_ rules: [NotEvaluable]) -> SafeText? {
        guard !rules.isEmpty else { return nil }
        var needs: [String: Int] = [:]
        for name in rules.flatMap(\.missing) { needs[name, default: 0] += 1 }
        let sorted = needs.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        let words = sorted.prefix(4).map { "\($0.key) (\($0.value))" as SafeText }.joined(", ")
        let more: SafeText = sorted.count > 4 ? ", ..." : ""
        let total: SafeText = report.ruleCount >= rules.count ? " of \(report.ruleCount)" : ""
        let need: SafeText = words.isEmpty ? "" : "; they need \(words)\(more)"
        return "\(rules.count)\(total) rules could not be decided\(need) (-v lists them)"
    }
}

/// "launchd's lines about the exit: log collect --device --last 1h --predicate '…', or a sysdiagnose" in parts.
private struct LogCapture {
    let title: String
    /// "log collect --device --last 1h".
    let command: String
    let predicate: String

    /// nil for advice of another form.
    init?(_ advice: String) {
        guard let colon = advice.firstRange(of: ": log collect "), let option = advice.firstRange(of: " --predicate '"),
            colon.upperBound <= option.lowerBound
        else { return nil }
        let rest = advice[option.upperBound...]
        guard let end = rest.firstIndex(of: "'") else { return nil }
        title = String(advice[..<colon.lowerBound])
        command = "log collect " + advice[colon.upperBound..<option.lowerBound]
        predicate = String(rest[..<end])
    }
}

/// What was read. Inputs read in whole are counted in the last line and listed with `-v`, or when nothing
/// was found, for then they are the answer.
extension Screen {
    /// Most entries of one harmless kind (read, skipped) listed without `-v`.
    private static let listLimit = 20

    mutating func ledger() {
        let listsAll = isVerbose || report.incidents.isEmpty
        let entries = report.ledger.entries.filter { listsAll || $0.status != .read || $0.hasLoss }
        guard !entries.isEmpty else { return }
        heading("Inputs")
        var listed: [LedgerEntry.Status: Int] = [:]
        for entry in entries {
            listed[entry.status, default: 0] += 1
            let isHarmless = (entry.status == .read || entry.status == .skipped) && !entry.hasLoss
            if !isVerbose, isHarmless, listed[entry.status, default: 0] > Self.listLimit { continue }
            line(entry)
        }
        for status in [.read, .skipped] as [LedgerEntry.Status] {
            let more = listed[status, default: 0] - Self.listLimit
            guard more > 0, !isVerbose else { continue }
            canvas.line(style.paint(.dim, "  and \(more) more \(status.rawValue) (-v)"))
        }
    }

    private mutating func line(_ entry: LedgerEntry) {
        let label = style.paint(role(entry.status), "\(entry.status.rawValue)")
        let size = Words.bytes(Double(entry.byteCount))
        canvas.fact(label, "\(place(entry.id)), \(entry.kindTitle), \(size)", column: 11)
        for issue in entry.issues where isVerbose || issue.severity >= .notice || entry.status == .skipped {
            var words: SafeText = "\(issue.severity.rawValue)"
            if let line = issue.line { words += " in line \(line)" }
            if let offset = issue.offset { words += " at byte \(offset)" }
            if let path = issue.path { words += " (\(path))" }
            canvas.paragraph("\(words): \(issue.message) [\(issue.code)]", indent: 11, hanging: 13)
        }
    }

    private func role(_ status: LedgerEntry.Status) -> Style.Role {
        switch status {
        case .read: .good
        case .partial: .warning
        case .skipped: .dim
        case .failed: .error
        }
    }
}

extension LedgerEntry {
    fileprivate var hasLoss: Bool { issues.contains { $0.severity >= .dataLoss } }
}
