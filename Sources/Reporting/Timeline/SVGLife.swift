import DiagnosticModel

/// One life in an SVG picture: heading, axis, states, intervals, end.
struct LifeDrawing {
    private static let rowLimit = 60
    private static let pieceLimit = 2000
    private static let left = 240
    private static let chartWidth = 650.0
    private static let rowHeight = 20
    private static let labelColumns = 32

    private let life: ProcessLife
    private let rows: TimelineRows
    private let shown: [RankedInterval]
    private let axis: TimelineAxis
    private let clock: TimelineClock
    private let cover: TimelineCover
    private let coverage: LogCoverage?
    private let place: String?
    let height: Int

    init(_ life: ProcessLife, coverage: LogCoverage?, ledger: Ledger, options: TimelineOptions) {
        let rows = TimelineRows(life)
        let axis = rows.axis(life, options: options)
        self.life = life
        self.rows = rows
        self.axis = axis
        self.coverage = coverage
        clock = TimelineClock(options: options, coverage: coverage)
        cover = TimelineCover(life, coverage: coverage)
        place = ledger.words(life.first.location) ?? ledger.words(life.source)
        shown = rows.seen(on: axis, limit: Self.rowLimit)
        height = Self.rowsTop + (shown.count + (rows.shared.isEmpty ? 0 : 1)) * Self.rowHeight + 44
    }

    /// Distance of the first interval's row from the top.
    private static let rowsTop = 100

    /// "Willow (4321), killed: RUNNINGBOARD 0xd00d2bad, 3 intervals, 1 never ended".
    var summary: SafeText {
        var parts = [life.words]
        if let exit = life.exitWords { parts.append(exit) }
        parts.append(Words.plural(life.intervals.count, "interval", "intervals"))
        let open = life.intervals.reduce(0) { $0 + ($1.end == .open ? 1 : 0) }
        if open > 0 { parts.append("\(open) never ended") }
        return parts.joined(", ")
    }

    func draw(on svg: inout SVGWriter, top: Int) {
        svg.element("g") { svg in
            heading(on: &svg, top: top)
            let bottom = top + height - 44
            grid(on: &svg, top: top + 50, bottom: bottom)
            states(on: &svg, top: top + 70)
            var y = top + Self.rowsTop
            if !rows.shared.isEmpty {
                svg.label("shared assertion", x: 20, y: y + 13, "dim")
                for ranked in rows.shared.suffix(Self.pieceLimit) { bar(ranked, on: &svg, top: y) }
                y += Self.rowHeight
            }
            for ranked in shown {
                row(ranked, on: &svg, top: y)
                y += Self.rowHeight
            }
            marks(on: &svg, top: top + 50, bottom: bottom)
            below(on: &svg, top: bottom)
        }
    }

    private func x(_ time: Int64) -> Double { Double(Self.left) + axis.fraction(time) * Self.chartWidth }

    private func heading(on svg: inout SVGWriter, top: Int) {
        var title = life.words
        if let bundle = life.process.bundleID, bundle != life.process.name { title += ", \(bundle)" }
        svg.label(title.cutMiddle(to: 110, ellipsis: "…"), x: 20, y: top + 14, "head")
        var parts: [SafeText] = [clock.date(life.first.time), clock.zoneWords]
        if let system = life.system.description ?? life.system.version?.description { parts.append("\(system)") }
        if let place { parts.append("\(place)") }
        svg.label(parts.joined(", ").cutMiddle(to: 140, ellipsis: "…"), x: 20, y: top + 33, "dim")
    }

    private func grid(on svg: inout SVGWriter, top: Int, bottom: Int) {
        let isLong = axis.step(most: 8) >= TimelineTime.day
        for tick in axis.ticks(most: 8, zoneMinutes: clock.zoneMinutes) {
            let words = isLong ? clock.shortDate(tick) : clock.label(tick)
            svg.line("grid", x: x(tick), from: top + 16, to: bottom)
            svg.label(words, x: Int(x(tick)), y: top + 12, "dim mid")
        }
    }

    private func states(on svg: inout SVGWriter, top: Int) {
        svg.label("state", x: 20, y: top + 13)
        let seen = rows.states.filter { $0.end >= axis.from && $0.begin <= axis.to }
        for span in seen.suffix(Self.pieceLimit) {
            let shape = TimelineSVG.stateShape(span.state)
            let time = TimelineTime.words(span.end - span.begin)
            svg.box(
                "state \(shape.name)", x: x(span.begin), y: top + shape.inset, width: x(span.end) - x(span.begin),
                height: 18 - 2 * shape.inset, tip: "\(shape.name), \(clock.exactLabel(span.begin)), \(time)")
        }
        for hole in holes {
            svg.box(
                "uncovered", x: x(hole.from), y: top, width: x(hole.to) - x(hole.from), height: 18,
                tip: "not in the log")
        }
    }

    /// The stretches of the window that the log does not cover.
    private var holes: [(from: Int64, to: Int64)] {
        var holes: [(from: Int64, to: Int64)] = []
        if let first = coverage?.first, first > axis.from, !cover.isOutsideLife(axis.from) {
            holes.append((axis.from, min(first, axis.to)))
        }
        for gap in (coverage?.gaps ?? []).prefix(Self.pieceLimit) where gap.to > axis.from && gap.from < axis.to {
            guard gap.from < gap.to, !cover.isOutsideLife(gap.from), !cover.isOutsideLife(gap.to) else { continue }
            holes.append((max(gap.from, axis.from), min(gap.to, axis.to)))
        }
        if let last = coverage?.last, last < axis.to, !cover.isOutsideLife(axis.to) {
            holes.append((max(last, axis.from), axis.to))
        }
        return holes
    }

    private func row(_ ranked: RankedInterval, on svg: inout SVGWriter, top: Int) {
        let interval = life.intervals[ranked.index]
        let label = life.label(ranked.index, room: Self.labelColumns, ellipsis: "…")
        svg.label(label, x: 20, y: top + 13, interval.isSystem ? "dim" : "")
        bar(ranked, on: &svg, top: top)
        let words = TimelineTime.words(ranked.length) + (interval.end == .open ? ", open" : "")
        svg.label(words, x: TimelineSVG.width - 10, y: top + 13, ranked.rank <= 1 ? "bad end" : "dim end")
    }

    private func bar(_ ranked: RankedInterval, on svg: inout SVGWriter, top: Int) {
        guard ranked.end >= axis.from, ranked.begin <= axis.to else { return }
        let interval = life.intervals[ranked.index]
        let style =
            switch ranked.rank {
            case 0, 1: "bar-bad"
            case 2: "bar-warn"
            case RankedInterval.system...: "bar-dim"
            default: "bar"
            }
        let from = x(ranked.begin)
        let to = max(from + 1, x(ranked.end))
        svg.box(style, x: from, y: top + 5, width: to - from, height: 9, tip: tip(ranked, interval))
        if interval.begin == nil || interval.beginIsInferred { svg.line("loose", x: from, from: top + 2, to: top + 17) }
        if interval.end == .open || interval.end == .unknown { svg.line("loose", x: to, from: top + 2, to: top + 17) }
        let letters: [(SafeText, Int64?)] = [
            ("W", interval.warnedLong), ("H", interval.handlerCalled), ("!", interval.notEnded),
            ("T", interval.timedOut),
        ]
        for case (let letter, let time?) in letters where axis.contains(time) {
            svg.label(letter, x: Int(x(time)), y: top + 5, "bad mid")
        }
    }

    /// All that a row has no room for.
    private func tip(_ ranked: RankedInterval, _ interval: AssertionInterval) -> SafeText {
        var parts: [SafeText] = ["\(interval.name ?? interval.identifier ?? interval.kind.rawValue)"]
        if let id = interval.taskID { parts.append("task \(id)") }
        parts.append("\(interval.kind.rawValue)")
        if let begin = interval.begin {
            parts.append("begin \(clock.exactLabel(begin))\(interval.beginIsInferred ? " (inferred)" as SafeText : "")")
        } else {
            parts.append("begin not in the log")
        }
        if let end = interval.endTime { parts.append("end \(clock.exactLabel(end))") }
        parts.append("end \(interval.end.rawValue)\((interval.endReason.map { " (\($0))" as SafeText }) ?? "")")
        if let time = interval.handlerCalled { parts.append("handler called \(clock.exactLabel(time))") }
        if let time = interval.notEnded { parts.append("still not ended \(clock.exactLabel(time))") }
        if let time = interval.timedOut { parts.append("timed out \(clock.exactLabel(time))") }
        parts.append(TimelineTime.words(ranked.length))
        return parts.joined(", ")
    }

    private func marks(on svg: inout SVGWriter, top: Int, bottom: Int) {
        let marks = rows.allowanceMarks.filter(axis.contains)
        for mark in marks.suffix(50) { svg.line("mark", x: x(mark), from: top + 16, to: bottom) }
        if let last = marks.last, let time = life.allowance.flatMap(TimelineTime.microseconds) {
            let words = TimelineTime.words(time) + (life.allowanceIsPrinted ? " allowance" : " allowance (usual)")
            svg.label(words, x: Int(x(last)) - 4, y: bottom + 12, "warn end")
        }
        if let exit = life.exit, axis.contains(exit.moment.time) {
            svg.line(exit.isKill == true ? "kill" : "grid", x: x(exit.moment.time), from: top + 16, to: bottom)
        }
    }

    private func below(on svg: inout SVGWriter, top: Int) {
        var parts: [SafeText] = []
        if let exit = life.exit, let words = life.exitWords {
            parts.append("\(clock.exactLabel(exit.moment.time)) \(words)")
        }
        let more = rows.rows.count - shown.count
        if more > 0 { parts.append("\(more) more intervals") }
        guard !parts.isEmpty else { return }
        let style = life.exit?.isKill == true ? "bad" : "dim"
        svg.label(parts.joined(". ").cutMiddle(to: 140, ellipsis: "…"), x: 20, y: top + 28, style)
    }
}
