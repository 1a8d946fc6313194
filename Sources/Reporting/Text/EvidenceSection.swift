import DiagnosticModel

/// The words in the files that the answer rests on.
extension Screen {
    mutating func evidence(_ incident: Incident) {
        var places: [EvidenceLocation] = []
        let findings = isVerbose ? incident.findings : Array(incident.findings.prefix(1))
        for place in findings.flatMap(\.evidence) where !places.contains(place) { places.append(place) }
        if findings.isEmpty {
            // Without a finding, show at least what the record says about its end.
            let fields: [RecordField] = [.exit, .exception, .explanation, .resource, .memory, .counter]
            for place in fields.compactMap({ incident.record.locations[$0] }) where !places.contains(place) {
                places.append(place)
            }
        }
        guard !places.isEmpty else { return }
        heading("Evidence")
        let shown = isVerbose ? places.count : min(places.count, 6)
        for place in places.prefix(shown) { quote(place) }
        if shown < places.count { canvas.line(style.paint(.dim, "  and \(places.count - shown) more (-v)")) }
    }

    private mutating func quote(_ location: EvidenceLocation) {
        canvas.paragraph(style.paint(.code, locationWords(location)), indent: 2, hanging: 4)
        let lines = Sanitizer.block(location.excerpt, lineLimit: Sanitizer.lineLimit)
        let shown = isVerbose ? lines.count : min(lines.count, 4)
        // A quoted block keeps its shape, not its distance from the margin.
        let margin = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
        for line in lines.prefix(shown) {
            canvas.quote(String(line.dropFirst(margin)), prefix: style.paint(.dim, "| "), indent: 4)
        }
        if shown < lines.count { canvas.line("    \(style.paint(.dim, "| ... \(lines.count - shown) more lines"))") }
    }

    /// `Sample.crash:14`; for JSON and property lists `Sample.ips:14 @812 $.termination.code`.
    func locationWords(_ location: EvidenceLocation) -> SafeText {
        var words = place(location.source)
        if location.line > 0 { words += ":\(location.line)" }
        if !location.bytes.isEmpty, location.path != nil || location.line <= 0 {
            words += " @\(location.bytes.lowerBound)"
        }
        if let path = location.path { words += " \(path)" }
        return words
    }
}

/// What kept the app running: tasks, assertions, scenes.
extension Screen {
    mutating func assertions(_ assertions: [AssertionInterval]) {
        guard !assertions.isEmpty else { return }
        let allOpen = assertions.allSatisfy { $0.end == .open }
        heading(allOpen ? "Open assertions (\(assertions.count))" : "Assertions (\(assertions.count))")
        var table = Table(["kind", "name", "reason", "limit", "end", "owner", "flags"])
        let shown = isVerbose ? assertions.count : min(assertions.count, 20)
        for assertion in assertions.prefix(shown) {
            table.add([
                "\(assertion.kind.rawValue)",
                "\(assertion.name ?? assertion.identifier ?? "")",
                "\(assertion.reason ?? "")",
                assertion.allowance.flatMap { $0.isFinite ? Words.seconds($0) : nil } ?? "",
                allOpen ? "" : "\(assertion.end.rawValue)",
                assertion.owner.map(handleWords) ?? "",
                isVerbose ? assertion.flags.map { "\($0)" as SafeText }.joined(" ") : "",
            ])
        }
        table.draw(on: &canvas, indent: 2, style: style)
        if shown < assertions.count {
            canvas.line(style.paint(.dim, "  and \(assertions.count - shown) more (-v)"))
        }
    }

    private func handleWords(_ handle: ProcessHandle) -> SafeText {
        let name: SafeText = "\(handle.name ?? handle.kind ?? "?")"
        return handle.pid.map { "\(name) (\($0))" } ?? name
    }
}
