public import DiagnosticModel

/// The timeline as a picture for terminals: for each life an axis, its states, and its most telling intervals.
///
/// Nothing in it needs colour to be understood, and no line is longer than the terminal.
public struct TimelinePicture: TimelineReporter {
    public static let name = "text"
    public static let summary = "a picture for the terminal"

    /// Lives drawn; a device's whole log can hold thousands.
    private static let lifeLimit = 200
    private static let noteWidth = 11

    private let options: TimelineOptions
    private let style: Style
    private let glyphs: TimelineGlyphs

    public init(options: TimelineOptions = TimelineOptions()) {
        self.options = options
        style = Style(color: options.color)
        glyphs = options.ascii ? .ascii : .unicode
    }

    public func encode(_ timeline: Timeline, ledger: Ledger) -> [UInt8] {
        var canvas = Canvas(width: options.width)
        let coverage = timeline.coverageBySource
        for life in timeline.lives.prefix(Self.lifeLimit) {
            canvas.gap()
            for line in lines(life, coverage: coverage[life.source], ledger: ledger) { canvas.line(line) }
        }
        if timeline.lives.isEmpty { canvas.line("No process life was found.") }
        let more = timeline.lives.count - Self.lifeLimit
        if more > 0 {
            canvas.gap()
            canvas.line(style.paint(.dim, "\(more) more process lives"))
        }
        var text = canvas.text
        if !timeline.coverage.isEmpty || !timeline.unknownLines.isEmpty {
            var page = Canvas(width: options.width)
            page.line("")
            limits(timeline, ledger: ledger, on: &page)
            text += split(page).map { $0.text + "\n" }.joined()
        }
        return Array(text.utf8)
    }

    /// The picture of one life; with `isInset` without the words around it, for a page that has them already.
    func lines(
        _ life: ProcessLife, coverage: LogCoverage?, ledger: Ledger, isInset: Bool = false
    ) -> [SafeText] {
        let rows = TimelineRows(life)
        let clock = TimelineClock(options: options, coverage: coverage)
        var canvas = Canvas(width: options.width)
        if !isInset { heading(life, clock: clock, ledger: ledger, on: &canvas) }
        var chart = TimelineChart(axis: rows.axis(life, options: options), columns: chartWidth, glyphs: glyphs)
        let marks = allowanceColumns(rows, chart)
        canvas.gap()
        axis(&chart, clock: clock, on: &canvas)
        allowanceRow(life, marks, clock, rows, on: &canvas)
        stateRow(life, rows, coverage, &chart, on: &canvas)
        exitRow(life, clock, &chart, on: &canvas)
        let hidden = intervalRows(life, rows, marks, &chart, on: &canvas)
        if let hidden { canvas.paragraph(style.paint(.dim, hidden), indent: 2) }
        canvas.gap()
        legend(chart, on: &canvas)
        if !isInset { notes(life, on: &canvas, clock) }
        undrawn(rows, chart.axis, clock, on: &canvas)
        return split(canvas)
    }

    private var width: Int { max(40, options.width) }
    private var labelWidth: Int { min(26, width * 3 / 10) }
    private var chartWidth: Int { width - labelWidth - Self.noteWidth - 2 }

    /// A canvas's lines; with `ascii` every other character becomes a question mark, so that columns stay.
    private func split(_ canvas: Canvas) -> [SafeText] {
        canvas.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { line in
            guard options.ascii, !line.utf8.allSatisfy({ $0 < 0x80 }) else {
                return SafeText(alreadySafe: String(line))
            }
            var text = ""
            DisplayWidth.forEachCell(String(line)) { cell, width in
                text += cell.utf8.allSatisfy { $0 < 0x80 } ? String(cell) : String(repeating: "?", count: width)
            }
            return SafeText(alreadySafe: text)
        }
    }
}

// MARK: Rows

extension TimelinePicture {
    private func row(_ label: SafeText, _ cells: ChartRow, note: SafeText = "", on canvas: inout Canvas) {
        let lead = label + .spaces(labelWidth - DisplayWidth.of(label.text) + 1)
        canvas.line(lead + cells.text(style, trimmed: note.isEmpty) + (note.isEmpty ? "" : " " + note))
    }

    private func heading(_ life: ProcessLife, clock: TimelineClock, ledger: Ledger, on canvas: inout Canvas) {
        var title = life.words
        if let bundle = life.process.bundleID, bundle != life.process.name { title += ", \(bundle)" }
        if let system = life.system.description ?? life.system.version?.description { title += ", \(system)" }
        title = title.cutMiddle(to: 2 * width, ellipsis: glyphs.ellipsis)
        canvas.paragraph(style.paint(.title, title), hanging: 2)
        var place: [SafeText] = [clock.date(life.first.time), clock.zoneWords]
        if let words = ledger.words(life.first.location) ?? ledger.words(life.source) { place.append("\(words)") }
        canvas.paragraph(style.paint(.dim, place.joined(", ")), indent: 2, hanging: 4)
    }

    private func axis(_ chart: inout TimelineChart, clock: TimelineClock, on canvas: inout Canvas) {
        let (labels, rule) = chart.axisRows(clock)
        row("", labels, on: &canvas)
        row("", rule, note: style.paint(.dim, "held for"), on: &canvas)
    }

    private func allowanceColumns(_ rows: TimelineRows, _ chart: TimelineChart) -> [Int] {
        let columns = rows.allowanceMarks.filter(chart.axis.contains).map { chart.axis.column($0, of: chart.columns) }
        return Set(columns).sorted()
    }

    /// "30 s allowance |" over the last column where it ran out.
    private func allowanceRow(
        _ life: ProcessLife, _ marks: [Int], _ clock: TimelineClock, _ rows: TimelineRows, on canvas: inout Canvas
    ) {
        guard let last = marks.last, let time = life.allowance.flatMap(TimelineTime.microseconds) else { return }
        var cells = ChartRow(columns: chartWidth)
        for column in marks { cells.set(column, "|", .mark) }
        let words = TimelineTime.words(time) + (life.allowanceIsPrinted ? " allowance" : " allowance (usual)")
        let length = words.text.count
        if cells.isFree(max(0, last - length - 1)..<last), last > length {
            cells.write(words, at: last - length - 1, .mark)
        } else {
            cells.write(words, at: last + 2, .mark)
        }
        row("", cells, on: &canvas)
    }

    private func stateRow(
        _ life: ProcessLife, _ rows: TimelineRows, _ coverage: LogCoverage?, _ chart: inout TimelineChart,
        on canvas: inout Canvas
    ) {
        var cells = chart.stateRow(rows, cover: TimelineCover(life, coverage: coverage))
        if let exit = life.exit, chart.axis.contains(exit.moment.time) {
            let isKill = exit.isKill == true
            chart.use(isKill ? .kill : .exit)
            let column = chart.axis.column(exit.moment.time, of: chart.columns)
            cells.set(column, isKill ? glyphs.kill : glyphs.exit, .error)
        }
        row("state", cells, on: &canvas)
    }

    private func exitRow(
        _ life: ProcessLife, _ clock: TimelineClock, _ chart: inout TimelineChart, on canvas: inout Canvas
    ) {
        guard let exit = life.exit, chart.axis.contains(exit.moment.time) else { return }
        let column = chart.axis.column(exit.moment.time, of: chart.columns)
        let glyph = SafeText(alreadySafe: String(exit.isKill == true ? glyphs.kill : glyphs.exit))
        let time = clock.label(exit.moment.time)
        let length = time.text.count + 1
        // The time may stand in the room of the notes.
        var cells = ChartRow(columns: chartWidth + Self.noteWidth + 1)
        if column + length < cells.cells.count {
            cells.write(glyph + " " + time, at: column, .error)
        } else {
            cells.write(time + " " + glyph, at: column - length, .error)
        }
        row(exit.isKill == true ? "killed" : "ended", cells, on: &canvas)
    }

    /// Returns the words about intervals that have no row.
    private func intervalRows(
        _ life: ProcessLife, _ rows: TimelineRows, _ marks: [Int], _ chart: inout TimelineChart,
        on canvas: inout Canvas
    ) -> SafeText? {
        if !rows.shared.isEmpty {
            var cells = ChartRow(columns: chart.columns)
            for ranked in rows.shared { chart.draw(ranked, life.intervals[ranked.index], on: &cells) }
            chart.cross(marks, on: &cells)
            let note = rows.shared.count == 1 ? self.note(rows.shared[0], life) : "\(rows.shared.count) times"
            let label = ("shared assertion" as SafeText).cutMiddle(to: labelWidth, ellipsis: glyphs.ellipsis)
            row(label, cells, note: note, on: &canvas)
        }
        let shown = rows.seen(on: chart.axis, limit: options.rowLimit)
        for ranked in shown {
            let interval = life.intervals[ranked.index]
            var cells = ChartRow(columns: chart.columns)
            chart.draw(ranked, interval, on: &cells)
            chart.cross(marks, on: &cells)
            let label = life.label(ranked.index, room: labelWidth, ellipsis: glyphs.ellipsis)
            row(interval.isSystem ? style.paint(.dim, label) : label, cells, note: note(ranked, life), on: &canvas)
        }
        return hidden(rows, shown: shown, life)
    }

    /// "12 more, all ended".
    private func hidden(_ rows: TimelineRows, shown: [RankedInterval], _ life: ProcessLife) -> SafeText? {
        let more = rows.rows.count - shown.count
        guard more > 0 else { return nil }
        func count(_ end: AssertionInterval.End) -> Int {
            let isMeant = { (ranked: RankedInterval) in life.intervals[ranked.index].end == end }
            return rows.rows.count(where: isMeant) - shown.count(where: isMeant)
        }
        var parts: [SafeText] = []
        let opened = count(.open)
        let unsure = count(.unknown)
        if opened > 0 { parts.append("\(opened) never ended") }
        if unsure > 0 { parts.append("the end of \(unsure) not in the log") }
        return "\(more) more, " + (parts.isEmpty ? "all ended" : parts.joined(", "))
    }

    /// How long it was held; `>` where it was held longer than the log tells.
    private func note(_ ranked: RankedInterval, _ life: ProcessLife) -> SafeText {
        let interval = life.intervals[ranked.index]
        let time = TimelineTime.words(ranked.length)
        let isLonger = interval.begin == nil || interval.end == .unknown
        return isLonger && time.text.count < Self.noteWidth ? ">" + time : time
    }
}

// MARK: Words below the picture

extension TimelinePicture {
    private func legend(_ chart: TimelineChart, on canvas: inout Canvas) {
        let items = TimelineLegend.allCases.filter(chart.used.contains).map { $0.words(glyphs) }
        var line: SafeText = ""
        for item in items {
            let joined = line.isEmpty ? "  " + item : line + "   " + item
            if DisplayWidth.of(joined.text) > width, !line.isEmpty {
                canvas.line(style.paint(.dim, line))
                line = "  " + item
            } else {
                line = joined
            }
        }
        if !line.isEmpty { canvas.line(style.paint(.dim, line)) }
    }

    private func notes(_ life: ProcessLife, on canvas: inout Canvas, _ clock: TimelineClock) {
        if let exit = life.exit, let words = life.exitWords {
            canvas.paragraph("\(clock.exactLabel(exit.moment.time)) \(words)", indent: 2, hanging: 4)
        }
        if let words = eventWords(life) { canvas.paragraph(words, indent: 2, hanging: 4) }
    }

    private func undrawn(
        _ rows: TimelineRows, _ axis: TimelineAxis, _ clock: TimelineClock, on canvas: inout Canvas
    ) {
        if rows.first < axis.from {
            let time = TimelineTime.words(TimelineTime.distance(rows.first, axis.from))
            canvas.paragraph(
                style.paint(
                    .dim, "Not drawn: \(time) before, from \(clock.date(rows.first)) \(clock.label(rows.first))"),
                indent: 2, hanging: 4)
        }
        if rows.last > axis.to {
            let time = TimelineTime.words(TimelineTime.distance(axis.to, rows.last))
            canvas.paragraph(style.paint(.dim, "Not drawn: \(time) after"), indent: 2, hanging: 4)
        }
    }

    /// "Also in the log: handlers-fired, begin-refused (2)": what is neither a state nor an interval.
    private func eventWords(_ life: ProcessLife) -> SafeText? {
        var counts: [String: Int] = [:]
        var names: [String] = []
        for event in life.events {
            if counts[event.name] == nil { names.append(event.name) }
            counts[event.name, default: 0] += 1
        }
        guard !names.isEmpty else { return nil }
        let words = names.prefix(8).map { name in
            let count = counts[name] ?? 1
            return count > 1 ? "\(name) (\(count))" as SafeText : "\(name)"
        }
        return "Also in the log: \(words.joined(", "))" + (names.count > 8 ? ", ..." : "")
    }

    /// What the logs cover, for every answer drawn from them is limited by it.
    private func limits(_ timeline: Timeline, ledger: Ledger, on canvas: inout Canvas) {
        for coverage in timeline.coverage.prefix(Self.lifeLimit) {
            let clock = TimelineClock(options: options, coverage: coverage)
            var parts: [SafeText] = []
            if let first = coverage.first, let last = coverage.last {
                parts.append(
                    "covers \(clock.date(first)) \(clock.label(first)) to \(clock.date(last)) \(clock.label(last)), "
                        + clock.zoneWords)
            } else {
                parts.append("has no times")
            }
            if !coverage.gaps.isEmpty { parts.append(Words.plural(coverage.gaps.count, "gap", "gaps")) }
            if coverage.redactedCount > 0 { parts.append("\(coverage.redactedCount) redacted") }
            if coverage.truncatedCount > 0 { parts.append("\(coverage.truncatedCount) cut short") }
            if coverage.isCut { parts.append("ends inside a record") }
            let path = ledger.words(coverage.source) ?? "log \(coverage.source)"
            canvas.paragraph("\(path) \(parts.joined(", "))", hanging: 2)
        }
        guard !timeline.unknownLines.isEmpty else { return }
        let count = timeline.unknownLines.reduce(0) { $0.addingReportingOverflow(max(0, $1.count)).partialValue }
        canvas.paragraph(
            "\(Words.plural(count, "line speaks", "lines speak")) of assertions in words that are not known", hanging: 2
        )
    }
}
