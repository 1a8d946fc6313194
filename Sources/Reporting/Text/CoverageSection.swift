import DiagnosticModel

/// "What the log covers": every answer drawn from a log is limited by what was in it.
extension Screen {
    /// Logs told of without `-v`.
    private static let coverageLimit = 5

    mutating func coverage() {
        let logs = report.timeline.coverage
        guard !logs.isEmpty else { return }
        heading(logs.count == 1 ? "What the log covers" : "What the logs cover")
        for part in logs.prefix(isVerbose ? logs.count : Self.coverageLimit) {
            if logs.count > 1 || isVerbose { canvas.paragraph(place(part.source), indent: 2, hanging: 4) }
            for (label, value) in CoverageWords(part, isFull: isVerbose, clock: report.clock(part.source)).facts {
                canvas.fact(style.paint(.dim, label), value)
            }
        }
        let more = logs.count - Self.coverageLimit
        if more > 0, !isVerbose {
            canvas.line(style.paint(.dim, "  and \(Words.plural(more, "log", "logs")) more (-v)"))
        }
    }

    /// Lines that no shape knows: the answer may be in them.
    mutating func unknownLines() {
        let lines = report.timeline.unknownLines
        guard !lines.isEmpty else { return }
        let count = lines.reduce(0) { $0.addingReportingOverflow(max(0, $1.count)).partialValue }
        let sources = Set(lines.compactMap { $0.location?.source })
        let file = sources.count == 1 ? sources.first.map(place) ?? "FILE" : "FILE"
        canvas.gap()
        canvas.paragraph(
            "\(Words.plural(count, "line", "lines")) of known daemons in words that this version does not know "
                + "(bgdiag doctor \(file) lists them)", indent: 2)
        guard isVerbose else { return }
        for line in lines.prefix(10) {
            canvas.paragraph(
                style.paint(.dim, "\(line.count) x \(line.process): \(line.skeleton)"), indent: 4, hanging: 6)
        }
    }
}

/// What one log covers, in words.
struct CoverageWords {
    private let part: LogCoverage
    private let isFull: Bool
    private let clock: TimelineClock

    init(_ part: LogCoverage, isFull: Bool, clock: TimelineClock) {
        self.part = part
        self.isFull = isFull
        self.clock = clock
    }

    /// Without `isFull` only what limits an answer, and always the window, the lines and the daemons.
    var facts: [(SafeText, SafeText)] {
        var facts: [(SafeText, SafeText)] = [("Window", window), ("Lines", lines)]
        if let words = gaps { facts.append(("Gaps", words)) }
        facts.append(("Lines from", daemons))
        if let words = redaction { facts.append(("Redacted", words)) }
        if part.truncatedCount > 0 {
            let records = Words.plural(part.truncatedCount, "wanted record was", "wanted records were")
            facts.append(("Cut short", "\(records) cut by the tool that wrote the log; 'log collect' keeps them whole"))
        }
        if part.isCut { facts.append(("Cut off", "the log ends inside a record, or was cut at a limit")) }
        if part.disorderCount > 0 {
            let times = part.disorderCount == 1 ? "once" : "\(part.disorderCount) times" as SafeText
            facts.append(("Disorder", "the clock runs backwards \(times); what was first is not always sure"))
        }
        return facts
    }

    /// "2026-06-22 10:00:00 to 10:00:42 (42 s), UTC+02:00".
    private var window: SafeText {
        guard let first = part.first, let last = part.last else { return "no line has a time" }
        let isSameDay = clock.date(first) == clock.date(last)
        let end: SafeText = isSameDay ? clock.label(last) : "\(clock.date(last)) \(clock.label(last))"
        let length = TimelineTime.words(TimelineTime.distance(first, last))
        // A log without dates has one day, unless it passes midnight.
        let day: SafeText = part.dateSource == .assumed && isSameDay ? "" : clock.date(first) + " "
        var words: SafeText = "\(day)\(clock.label(first)) to \(end) (\(length))"
        words += part.zoneSource == .assumed ? "" : ", \(clock.zoneWords)"
        if part.zoneSource == .device { words += " (time zone of the device)" }
        let missing = [
            part.dateSource == .assumed ? "date" : part.yearSource == .assumed ? "year" : nil,
            part.zoneSource == .assumed ? "time zone" : nil,
        ].compactMap { $0 as SafeText? }
        guard !missing.isEmpty else { return words }
        var options: [SafeText] = part.zoneSource == .assumed ? ["--tz"] : []
        if part.yearSource == .assumed, part.dateSource != .assumed { options.append("--assume-year") }
        words += "; the log does not give the \(missing.joined(" and the "))"
        return options.isEmpty ? words : words + " (assumed; give \(Words.list(options)))"
    }

    private var lines: SafeText {
        let wanted = Words.plural(part.entryCount, "record", "records")
        var words: SafeText = "\(part.lineCount), \(wanted) of them about processes and assertions"
        if let levels { words += "; \(levels)" }
        if isFull, !part.styles.isEmpty { words += "; style \(part.styles.map { "\($0)" as SafeText }.joined(", "))" }
        return words
    }

    private var gaps: SafeText? {
        guard !part.gaps.isEmpty else { return isFull ? "none" : nil }
        let shown = isFull ? part.gaps.count : min(3, part.gaps.count)
        let words = part.gaps.prefix(shown).map { gap -> SafeText in
            let length = TimelineTime.words(TimelineTime.distance(gap.from, gap.to))
            let line: SafeText = gap.line > 0 ? " before line \(gap.line)" : ""
            return "\(clock.label(gap.from)) to \(clock.label(gap.to)) (\(length)\(line))"
        }
        let more: SafeText = shown < part.gaps.count ? ", ..." : ""
        return "\(part.gaps.count): \(words.joined(", "))\(more); what fell into them is not known"
    }

    /// The daemons that tell of ends and of what keeps apps running; one of the first three, by the iOS version.
    private static let managers = ["runningboardd", "assertiond", "backboardd"]
    private static let others = ["SpringBoard", "launchd", "kernel", "dasd", "ReportCrash"]

    private var daemons: SafeText {
        let present = (Self.managers + Self.others).filter(part.processes.contains)
        var absent = Self.others.filter { !part.processes.contains($0) }.map { "\($0)" as SafeText }
        if !Self.managers.contains(where: part.processes.contains) {
            absent.insert("runningboardd (assertiond, backboardd)", at: 0)
        }
        var words: SafeText =
            present.isEmpty ? "none of the daemons that matter" : present.map { "\($0)" as SafeText }.joined(", ")
        let rest = part.processes.subtracting(present)
        if isFull, !rest.isEmpty {
            words += "; also \(rest.sorted().prefix(40).map { "\($0)" as SafeText }.joined(", "))"
            if rest.count > 40 { words += ", ..." }
        } else if !rest.isEmpty {
            words += " and \(Words.plural(rest.count, "other process", "other processes"))"
        }
        return absent.isEmpty ? words : words + "; none seen of \(absent.joined(", "))"
    }

    private var levels: SafeText? {
        guard !part.levels.isEmpty else { return isFull ? "without levels" : nil }
        let seen = part.levels.sorted { $0.rawValue < $1.rawValue }.map { "\($0.name)" as SafeText }
        let hasInfo = part.levels.contains(.info) || part.levels.contains(.debug)
        if hasInfo, !isFull { return nil }
        return "levels \(Words.list(seen))" + (hasInfo ? "" : ", none of info or debug")
    }

    private var redaction: SafeText? {
        guard part.redactedCount > 0 else { return isFull ? "nothing" : nil }
        let count: SafeText = "\(part.redactedCount) of \(part.entryCount) wanted records have <private> in them"
        // A few are always there: the system hides some of its own values.
        guard isFull || part.redactedCount > part.entryCount / 20 else { return count }
        return count + ": log your own names as %{public}@, and install Apple's logging profile on the device before "
            + "the next capture"
    }
}
