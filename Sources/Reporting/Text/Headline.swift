import DiagnosticModel

/// The verdict, whom it concerns, and the best finding in a sentence.
extension Screen {
    mutating func headline(_ incident: Incident) {
        let label = levelWord(incident) + ":"
        let fallback = incident.verdict == "unknown" ? "The evidence does not say why this ended" : incident.verdict
        let title: SafeText = "\(incident.verdictTitle.isEmpty ? fallback : incident.verdictTitle)"
        let confidence: SafeText = incident.confidence.map { " (\($0.rawValue))" } ?? ""
        let role: Style.Role = incident.verdict == "none" && incident.level == nil ? .good : role(incident.level)
        canvas.paragraph(
            "\(style.paint(role, label)) \(style.paint(.title, title))\(confidence)", indent: 0, hanging: 4)
        canvas.paragraph(style.paint(.dim, "verdict \(incident.verdict)"), indent: 2)
        identity(incident.record)
        if let best = incident.findings.first, !best.message.isEmpty {
            canvas.gap()
            canvas.paragraph("\(best.message)", indent: 2)
        }
    }

    private mutating func identity(_ record: DiagnosticRecord) {
        for parts in [processWords(record.process), systemWords(record)] where !parts.isEmpty {
            canvas.paragraph(parts.joined(", "), indent: 2, hanging: 4)
        }
        if let captured = record.captured {
            let isOpen = record.kind == .processLife && record.life?.exited == false
            canvas.paragraph((isOpen ? "last seen " : "") + timeWords(captured), indent: 2, hanging: 4)
        }
        let kind = report.ledger.entry(record.source)?.kindTitle ?? record.kind.rawValue
        canvas.paragraph("in \(place(record.source)) (\(kind))", indent: 2, hanging: 4)
    }

    private func processWords(_ process: ProcessIdentity) -> [SafeText] {
        var parts: [SafeText] = []
        let version: SafeText = process.version.map { " \($0)" } ?? ""
        if let name = process.name {
            parts.append("\(name)\(version)")
        } else if process.bundleID != nil, process.version != nil {
            parts.append("version\(version)")
        }
        if let pid = process.pid { parts.append("pid \(pid)") }
        if let bundle = process.bundleID { parts.append("\(bundle)") }
        if let role = process.role { parts.append("role \(role)") }
        if process.isExtension { parts.append("app extension") }
        return parts
    }

    private func systemWords(_ record: DiagnosticRecord) -> [SafeText] {
        let system = record.system
        var parts: [SafeText] = []
        if let description = system.description {
            parts.append("\(description)")
        } else if let version = system.version {
            let build: SafeText = system.build.map { " (\($0))" } ?? ""
            parts.append("\(system.platform ?? "system") \(version.description)\(build)")
        }
        if let model = system.model { parts.append("\(model)") }
        return parts
    }

    /// "2020-08-03 16:05:29.681 +04:00"; says so when the zone is not the record's own.
    func timeWords(_ time: Timestamp) -> SafeText {
        let text = time.rfc3339
        let clock = String(text.dropFirst(11).dropLast(6))
        let zone = String(text.suffix(6))
        guard time.isDated else {
            let part: SafeText = time.day == nil ? "date" : "year"
            let missing = time.zoneSource == .assumed ? part + " and time zone" : part
            let moment: SafeText = time.day.map { "\($0) \(clock)" } ?? "\(clock)"
            let shown: SafeText = time.zoneSource == .assumed ? moment : moment + " \(zone)"
            return shown + " (\(missing) not in the log)"
        }
        let moment: SafeText = "\(time.day ?? "") \(clock) \(zone)"
        switch time.zoneSource {
        case .record: return moment
        case .device: return moment + " (time zone of the device)"
        case .assumed where text.hasPrefix(time.text) && !time.text.isEmpty:
            return "\(time.day ?? "") \(clock) (time zone not in the log)"
        case .assumed: return moment + " (time zone assumed; the record says \"\(time.text)\")"
        }
    }
}

extension Timestamp {
    /// "2020-08-03"; "08-03" when the year was assumed, nil when the day was.
    var day: String? {
        if dateSource == .assumed { return nil }
        return String(rfc3339.prefix(10).dropFirst(yearSource == .assumed ? 5 : 0))
    }
}
