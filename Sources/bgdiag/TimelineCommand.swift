import ArgumentParser
import BGDiagKit
import DiagnosticModel
import EvidenceImport
import Reporting

/// `bgdiag timeline PATH…|-`
struct TimelineCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "timeline",
        abstract: "Show what kept each app running: states, background tasks, assertions, the end.",
        discussion: """
            Reads system logs in any form (text, JSON, from a file or a pipe).

            EXAMPLES
              bgdiag timeline device.log --process Willow
              bgdiag timeline device.log --around 22:54:26±30s -f svg=willow.svg
              idevicesyslog | bgdiag timeline - -f chrome-trace=trace.json    (opens in Perfetto)
            """)

    @Argument(help: "Logs, folders, or - for standard input.") var paths: [String]
    @Option(
        name: [.customShort("f"), .long],
        help: ArgumentHelp(
            "Output format, with =FILE to write a file; repeatable: "
                + TimelineFormat.all.map { $0.name }.joined(separator: ", ") + ".", valueName: "format[=file]"))
    var format: [String] = []
    @Option(name: .shortAndLong, help: "Write the result to this file.") var output: String?
    @OptionGroup var selection: SelectionOptions
    @Option(help: ArgumentHelp("Only from this time on.", valueName: "time")) var start: String?
    @Option(help: ArgumentHelp("Only up to this time.", valueName: "time")) var end: String?
    @Option(help: ArgumentHelp("Only the last part of the log: 30s, 5m, 2h.", valueName: "duration")) var last: String?
    @Option(help: ArgumentHelp("Only around a time: 22:54:26±30s.", valueName: "time±duration")) var around: String?
    @Flag(help: "Every process, daemons too.") var all = false
    @Flag(help: "Draw with ASCII characters only.") var ascii = false
    @Option(help: "Colours: auto, always or never.") var color = "auto"
    @Option(help: "Columns of the picture; the terminal's by default.") var width: Int?
    @Flag(help: "JSON on one line.") var compact = false
    @OptionGroup var logs: LogReadingOptions

    func validate() throws {
        if paths.isEmpty { throw ValidationError("name at least one log, folder, or -") }
        guard ["auto", "always", "never"].contains(color) else {
            throw ValidationError("--color takes auto, always or never, not '\(color)'")
        }
        if let width, !(20...1000).contains(width) { throw ValidationError("--width takes 20 to 1000, not \(width)") }
        for spec in format where TimelineFormat.named(Self.name(spec)) == nil {
            let known = TimelineFormat.all.map { $0.name }.joined(separator: ", ")
            throw ValidationError("unknown format '\(Self.name(spec))'; known: \(known)")
        }
        if around != nil, start != nil || end != nil || last != nil {
            throw ValidationError("--around goes without --start, --end and --last")
        }
        if let last, TimeWords.duration(last) == nil {
            throw ValidationError("--last takes a duration such as 30s, 5m or 2h, not '\(last)'")
        }
    }

    private static func name(_ spec: String) -> String {
        spec.split(separator: "=", maxSplits: 1).first.map(String.init) ?? ""
    }

    func run() throws {
        StandardStreams.ignoreBrokenPipe()
        do {
            let specs = format.isEmpty ? ["text"] : format
            for spec in specs { if let file = try file(spec, of: specs) { try OutputOptions.check(file, paths) } }
            var diagnosis = Diagnosis(logs: logs.selection)
            let missing = try EvidenceInput.add(paths, to: &diagnosis)
            let report = diagnosis.report()
            let wanted = try window(report.timeline)
            for spec in specs { try write(spec, specs, wanted, report) }
            for path in missing { StandardStreams.complain("bgdiag: \(path): no such file or folder") }
            finish(report, wanted, isMissing: !missing.isEmpty)
        } catch let problem as UsageProblem {
            StandardStreams.complain("bgdiag: \(problem.message)")
            StandardStreams.exit(2)
        }
    }

    private func file(_ spec: String, of specs: [String]) throws -> String? {
        let parts = spec.split(separator: "=", maxSplits: 1)
        if parts.count > 1 { return String(parts[1]) }
        if output != nil, specs.count(where: { !$0.contains("=") }) > 1 {
            throw UsageProblem("-o names one file, but several formats would be written to it; use -f FORMAT=FILE")
        }
        return output
    }

    private func window(_ timeline: Timeline) throws -> TimelineSelection {
        func moment(_ text: String?, _ option: String) throws -> Int64? {
            guard let text else { return nil }
            guard let moment = TimeWords.moment(text, in: timeline.coverage) else {
                throw UsageProblem("\(option) '\(text)' is no time; write 22:54:26 or '2026-06-22 22:54:26+0200'")
            }
            return moment
        }
        var selection = TimelineSelection(
            filter: selection.filter, from: try moment(start, "--start"), to: try moment(end, "--end"), includesAll: all
        )
        if let around {
            guard let range = TimeWords.around(around, in: timeline.coverage) else {
                throw UsageProblem("--around '\(around)' is no time; write 22:54:26±30s")
            }
            selection.from = range.lowerBound
            selection.to = range.upperBound
        }
        if let last, let width = TimeWords.duration(last) {
            selection.from = (timeline.coverage.compactMap(\.last).max() ?? 0) - width
        }
        if let from = selection.from, let to = selection.to, from > to {
            throw UsageProblem("--start is later than --end")
        }
        return selection
    }

    private func write(
        _ spec: String, _ specs: [String], _ selection: TimelineSelection, _ report: DiagnosisReport
    ) throws {
        guard let type = TimelineFormat.named(Self.name(spec)) else { return }
        let file = try file(spec, of: specs)
        let reporter = type.init(
            options: TimelineOptions(
                width: width ?? (file == nil ? StandardStreams.width : 80),
                color: OutputOptions.usesColor(color, toFile: file != nil) ? .ansi16 : .none, ascii: ascii,
                from: selection.from, to: selection.to, compact: compact, toolVersion: Diagnosis.version))
        let bytes = reporter.encode(selection.apply(to: report.timeline), ledger: report.ledger)
        guard let file else { return StandardStreams.write(bytes) }
        if let problem = StandardStreams.write(bytes, toFile: file) { throw UsageProblem(problem) }
    }

    private func finish(_ report: DiagnosisReport, _ selection: TimelineSelection, isMissing: Bool) -> Never {
        if isMissing { StandardStreams.exit(2) }
        if report.timeline.coverage.isEmpty {
            StandardStreams.complain(
                "bgdiag: no system log in the input; a timeline needs one (bgdiag analyze reads reports)")
            StandardStreams.exit(3)
        }
        if selection.apply(to: report.timeline).lives.isEmpty {
            StandardStreams.complain(NoMatch.words(report.timeline, selection))
        }
        StandardStreams.exit(report.ledger.isIncomplete ? 3 : 0)
    }
}

/// What to say when a selection leaves nothing.
enum NoMatch {
    static func words(_ timeline: Timeline, _ selection: TimelineSelection) -> String {
        let first = timeline.coverage.compactMap(\.first).min()
        let last = timeline.coverage.compactMap(\.last).max()
        if let first, let last, (selection.from ?? .min) > last || (selection.to ?? .max) < first {
            return
                "bgdiag: the log has nothing at that time; it covers \(clock(first, timeline)) to \(clock(last, timeline))"
        }
        if selection.filter.isNarrow {
            return "bgdiag: no process life matches; in the log are \(names(timeline.lives.map(\.process)))"
        }
        return "bgdiag: no process life to draw (the log has \(timeline.lives.count)); --all shows every one"
    }

    /// The first few names, each once.
    static func names(_ processes: [ProcessIdentity]) -> String {
        var seen: [String] = []
        for process in processes where !process.isDaemon {
            let name = process.name ?? process.bundleID ?? ""
            let words = name + (process.pid.map { " (\($0))" } ?? "")
            if !name.isEmpty, !seen.contains(words) { seen.append(words) }
            if seen.count > 5 { break }
        }
        return seen.isEmpty
            ? "no apps" : Sanitizer.line(seen.prefix(5).joined(separator: ", ")) + (seen.count > 5 ? ", …" : "")
    }

    private static func clock(_ time: Int64, _ timeline: Timeline) -> String {
        let zone = timeline.coverage.first?.zoneMinutes ?? 0
        let stamp = Timestamp(text: "", microseconds: time, zoneMinutes: zone, zoneSource: .record).rfc3339
        let isDated = timeline.coverage.first?.dateSource != .assumed
        return String(isDated ? stamp.prefix(19) : stamp.dropFirst(11).prefix(8))
    }
}
