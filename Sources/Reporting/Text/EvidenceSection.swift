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
        let shown = isVerbose ? places : telling(places, incident.record)
        for place in shown { quote(place, isLog: incident.record.lifeID != nil) }
        if shown.count < places.count {
            canvas.line(style.paint(.dim, "  and \(places.count - shown.count) more (-v)"))
        }
    }

    /// The first six of a report. Of a log some of each part of the story (begin, warnings, end), in the order of the
    /// log: its findings rest on many lines, and the first few would all be of one part.
    private func telling(_ places: [EvidenceLocation], _ record: DiagnosticRecord) -> [EvidenceLocation] {
        guard record.lifeID != nil else { return Array(places.prefix(6)) }
        let parts: [RecordField] = [.exit, .task, .warnings, .event]
        var groups = Array(repeating: [EvidenceLocation](), count: parts.count + 1)
        for place in places {
            let part = parts.firstIndex { field in
                record.moreLocations[field]?.contains(place) == true || record.locations[field] == place
            }
            groups[part ?? parts.count].append(place)
        }
        // The begin of the task, and then what was said of it last.
        if let begin = groups[1].first { groups[1] = [begin] + groups[1].dropFirst().reversed() }
        var shown: [EvidenceLocation] = []
        for round in 0..<Self.evidenceLimit {
            for group in groups.dropLast() where round < group.count && shown.count < Self.evidenceLimit {
                shown.append(group[round])
            }
        }
        shown += groups[parts.count].prefix(Self.evidenceLimit - shown.count)
        return shown.sorted { ($0.source, $0.bytes.lowerBound, $0.line) < ($1.source, $1.bytes.lowerBound, $1.line) }
    }

    private static var evidenceLimit: Int { 8 }

    /// A log's lines are long, and their beginnings tell what they are.
    private mutating func quote(_ location: EvidenceLocation, isLog: Bool) {
        canvas.paragraph(style.paint(.code, locationWords(location)), indent: 2, hanging: 4)
        let lines = Sanitizer.block(location.excerpt, lineLimit: Sanitizer.lineLimit)
        let shown = isVerbose ? lines.count : min(lines.count, 4)
        let room = isLog && !isVerbose ? 3 * (canvas.width - 6) : Int.max
        // A quoted block keeps its shape, not its distance from the margin.
        let margin = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
        for line in lines.prefix(shown) {
            let text = SafeText(alreadySafe: String(line.dropFirst(margin)))
            let cut = room < .max && DisplayWidth.of(text.text) > room ? text.cutEnd(to: room) : text
            canvas.quote(cut.text, prefix: style.paint(.dim, "| "), indent: 4)
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
    mutating func assertions(_ incident: Incident) {
        // The picture has shown what was rebuilt from a log; what the kill itself lists is said in words.
        let isDrawn = showsPicture(incident) && !isVerbose
        let assertions = incident.record.assertions.filter { !isDrawn || !$0.isFromTimeline }
        guard !assertions.isEmpty else { return }
        let allOpen = assertions.allSatisfy { $0.end == .open }
        heading(allOpen ? "Open assertions (\(assertions.count))" : "Assertions (\(assertions.count))")
        let life = report.life(of: incident.record)
        let clock = report.clock(life?.source)
        var table = Table(["kind", "name", "reason", "limit", "begin", "end", "owner", "flags"])
        let shown = isVerbose ? assertions.count : min(assertions.count, 20)
        for assertion in assertions.prefix(shown) {
            table.add([
                "\(assertion.kind.rawValue)",
                "\(assertion.name ?? assertion.identifier ?? "")",
                "\(assertion.reason ?? "")",
                assertion.allowance.flatMap { $0.isFinite ? Words.seconds($0) : nil } ?? "",
                life == nil ? "" : assertion.begin.map(clock.label) ?? "",
                allOpen ? "" : "\(assertion.end.rawValue)",
                // Who holds an assertion is worth a column where it is not the process itself.
                assertion.owner.flatMap { $0.pid == life?.process.pid && life != nil ? nil : handleWords($0) } ?? "",
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
