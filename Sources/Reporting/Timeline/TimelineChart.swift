import DiagnosticModel

/// The characters of a terminal picture. Each can be told from the others without colour.
struct TimelineGlyphs: Sendable {
    let active: Character
    let inactive: Character
    let background: Character
    let suspended: Character
    let notRunning: Character
    let begin: Character
    let end: Character
    let inferredEnd: Character
    let held: Character
    let unsure: Character
    let arrow: Character
    let crossing: Character
    let kill: Character
    let exit: Character
    let rule: Character
    let tick: Character
    let ellipsis: SafeText

    static let unicode = TimelineGlyphs(
        active: "█", inactive: "▓", background: "░", suspended: "·", notRunning: "_", begin: "├", end: "┤",
        inferredEnd: "╡", held: "─", unsure: "┄", arrow: "▶", crossing: "┼", kill: "✖", exit: "◆", rule: "─",
        tick: "┬", ellipsis: "…")
    static let ascii = TimelineGlyphs(
        active: "#", inactive: "=", background: ":", suspended: ".", notRunning: "_", begin: "[", end: "]",
        inferredEnd: ")", held: "-", unsure: "~", arrow: ">", crossing: "+", kill: "X", exit: "x", rule: "-",
        tick: "+", ellipsis: "...")

    func state(_ state: ProcessState) -> Character {
        switch state {
        case .active: active
        case .inactive: inactive
        case .background: background
        case .suspended: suspended
        case .notRunning: notRunning
        case .unknown: " "
        }
    }
}

/// What a picture's last line explains: only what was drawn.
enum TimelineLegend: Int, CaseIterable {
    case active, inactive, background, suspended, notRunning, uncovered
    case held, inferredEnd, open, unknownEnd, unknownBegin
    case handler, notEnded, warned, timedOut, allowance, kill, exit

    init?(_ state: ProcessState) {
        switch state {
        case .active: self = .active
        case .inactive: self = .inactive
        case .background: self = .background
        case .suspended: self = .suspended
        case .notRunning: self = .notRunning
        case .unknown: return nil
        }
    }

    func words(_ glyphs: TimelineGlyphs) -> SafeText {
        func sign(_ characters: Character...) -> SafeText { SafeText(alreadySafe: String(characters)) }
        let bar: [Character] = [glyphs.begin, glyphs.held, glyphs.held]
        return switch self {
        case .active: sign(glyphs.active) + " active"
        case .inactive: sign(glyphs.inactive) + " inactive"
        case .background: sign(glyphs.background) + " background"
        case .suspended: sign(glyphs.suspended) + " suspended"
        case .notRunning: sign(glyphs.notRunning) + " not running"
        case .uncovered: "? not in the log"
        case .held: SafeText(alreadySafe: String(bar + [glyphs.end])) + " held"
        case .inferredEnd: SafeText(alreadySafe: String(bar + [glyphs.inferredEnd])) + " end inferred"
        case .open: SafeText(alreadySafe: String(bar + [glyphs.arrow])) + "? never ended"
        case .unknownEnd: sign(glyphs.begin, glyphs.unsure, glyphs.unsure) + "? end not in the log"
        case .unknownBegin: "?" + sign(glyphs.held, glyphs.held) + " begin inferred or not in the log"
        case .handler: "H expiration handler called"
        case .notEnded: "! still not ended after its handler"
        case .warned: "W warned as old"
        case .timedOut: "T timed out"
        case .allowance: "| background allowance over"
        case .kill: sign(glyphs.kill) + " killed"
        case .exit: sign(glyphs.exit) + " process ended"
        }
    }
}

/// One row of the chart: a character and a colour for each column.
struct ChartRow {
    struct Cell: Equatable {
        var glyph: Character = " "
        var role: Style.Role?
    }

    private(set) var cells: [Cell]

    init(columns: Int) { cells = Array(repeating: Cell(), count: max(0, columns)) }

    subscript(column: Int) -> Character { cells.indices.contains(column) ? cells[column].glyph : " " }

    mutating func set(_ column: Int, _ glyph: Character, _ role: Style.Role? = nil) {
        guard cells.indices.contains(column) else { return }
        cells[column] = Cell(glyph: glyph, role: role)
    }

    /// Text of characters that take one column each.
    mutating func write(_ text: SafeText, at column: Int, _ role: Style.Role? = nil) {
        for (offset, character) in text.text.enumerated() { set(column + offset, character, role) }
    }

    func isFree(_ columns: Range<Int>) -> Bool {
        columns.lowerBound >= 0 && columns.upperBound <= cells.count
            && columns.allSatisfy { cells[$0].glyph == " " }
    }

    /// All columns, or with `trimmed` those before trailing spaces.
    func text(_ style: Style, trimmed: Bool) -> SafeText {
        var rest = cells[...]
        if trimmed { while rest.last?.glyph == " " { rest.removeLast() } }
        var text: SafeText = ""
        while let first = rest.first {
            let run = rest.prefix { $0.role == first.role }
            let piece = SafeText(alreadySafe: String(run.map(\.glyph)))
            text += first.role.map { style.paint($0, piece) } ?? piece
            rest = rest.dropFirst(run.count)
        }
        return text
    }
}

/// Draws rows of one life on one axis, and remembers what the legend has to explain.
struct TimelineChart {
    let axis: TimelineAxis
    let columns: Int
    let glyphs: TimelineGlyphs
    private(set) var used: Set<TimelineLegend> = []

    init(axis: TimelineAxis, columns: Int, glyphs: TimelineGlyphs) {
        self.axis = axis
        self.columns = columns
        self.glyphs = glyphs
    }

    mutating func use(_ item: TimelineLegend) { used.insert(item) }

    /// Labels and the rule under them. Labels that do not fit are left out; their ticks stay.
    func axisRows(_ clock: TimelineClock) -> (labels: ChartRow, rule: ChartRow) {
        var labels = ChartRow(columns: columns)
        var rule = ChartRow(columns: columns)
        for column in 0..<columns { rule.set(column, glyphs.rule, .dim) }
        let most = max(1, columns / 11)
        let isLong = axis.step(most: most) >= TimelineTime.day
        for tick in axis.ticks(most: most, zoneMinutes: clock.zoneMinutes) {
            let column = axis.column(tick, of: columns)
            rule.set(column, glyphs.tick, .dim)
            let words = isLong ? clock.shortDate(tick) : clock.label(tick)
            let width = words.text.count
            let start = min(max(0, column - width / 2), columns - width)
            if labels.isFree(max(0, start - 1)..<min(columns, start + width + 1)) { labels.write(words, at: start) }
        }
        return (labels, rule)
    }

    mutating func stateRow(_ rows: TimelineRows, cover: TimelineCover) -> ChartRow {
        var row = ChartRow(columns: columns)
        var states = [ProcessState](repeating: .unknown, count: columns)
        for span in rows.states where span.end >= axis.from && span.begin <= axis.to {
            let begin = axis.column(span.begin, of: columns)
            for column in begin...max(begin, axis.column(span.end, of: columns)) { states[column] = span.state }
        }
        for column in 0..<columns {
            let time = axis.middle(of: column, columns: columns)
            let isOutside = cover.isOutsideLife(time)
            if !isOutside, !cover.isCovered(time) {
                row.set(column, "?", .dim)
                use(.uncovered)
                continue
            }
            let state = isOutside ? .notRunning : states[column]
            row.set(column, glyphs.state(state), Self.role(state))
            if let item = TimelineLegend(state) { use(item) }
        }
        return row
    }

    private static func role(_ state: ProcessState) -> Style.Role? {
        switch state {
        case .active: .good
        case .inactive: .note
        case .background: .warning
        case .suspended, .notRunning, .unknown: .dim
        }
    }

    /// The bar of an interval, and the marks of what befell it.
    mutating func draw(_ ranked: RankedInterval, _ interval: AssertionInterval, on row: inout ChartRow) {
        guard ranked.end >= axis.from, ranked.begin <= axis.to else { return }
        let role: Style.Role? =
            switch ranked.rank {
            case 0, 1: .error
            case 2: .warning
            case RankedInterval.system...: .dim
            default: nil
            }
        let bar = glyphs(of: ranked, interval)
        for (offset, glyph) in bar.glyphs.enumerated() { row.set(bar.start + offset, glyph, role) }
        mark(interval.warnedLong, "W", .warned, bar, on: &row)
        mark(interval.handlerCalled, "H", .handler, bar, on: &row)
        mark(interval.notEnded, "!", .notEnded, bar, on: &row)
        mark(interval.timedOut, "T", .timedOut, bar, on: &row)
    }

    private struct Bar {
        var start: Int
        var glyphs: [Character]
    }

    private mutating func glyphs(of ranked: RankedInterval, _ interval: AssertionInterval) -> Bar {
        var begin: [Character] = [glyphs.begin]
        if ranked.begin < axis.from {
            begin = [glyphs.held]
        } else if interval.begin == nil || interval.beginIsInferred {
            begin = ["?"]
            use(.unknownBegin)
        }
        var fill = glyphs.held
        var end: [Character]
        switch interval.end {
        case .observed:
            end = [glyphs.end]
            use(.held)
        case .inferred:
            end = [glyphs.inferredEnd]
            use(.inferredEnd)
        case .open:
            end = [glyphs.arrow, "?"]
            use(.open)
        case .unknown:
            end = ["?"]
            fill = glyphs.unsure
            use(.unknownEnd)
        }
        if ranked.end > axis.to { end = [fill] }
        let first = axis.column(ranked.begin, of: columns)
        let last = axis.column(ranked.end, of: columns)
        // The end's first character stands in the column of its moment; too short bars grow to the right.
        let length = max(begin.count + end.count, last - first + end.count)
        let middle = Array(repeating: fill, count: length - begin.count - end.count)
        let all = begin + middle + end
        guard all.count > columns else { return Bar(start: min(first, columns - all.count), glyphs: all) }
        // Only where the bar fills the whole chart: the end matters more.
        return Bar(start: 0, glyphs: Array(all.prefix(max(0, columns - end.count)) + end))
    }

    /// A letter on the bar; beside its column where another letter stands.
    private mutating func mark(
        _ time: Int64?, _ glyph: Character, _ item: TimelineLegend, _ bar: Bar, on row: inout ChartRow
    ) {
        guard let time, axis.contains(time) else { return }
        use(item)
        let column = axis.column(time, of: columns)
        var place = column
        if row[column] != " " {
            let places = [column, column + 1, column - 1, column - 2].filter { $0 >= 0 && $0 < columns }
            let onBar = places.first { row[$0] == glyphs.held || row[$0] == glyphs.unsure }
            place = onBar ?? places.first { row[$0] == " " } ?? column
        }
        row.set(place, glyph, item == .warned ? .warning : .error)
    }

    /// The column where the allowance ran out, through one row.
    mutating func cross(_ marks: [Int], on row: inout ChartRow) {
        for column in marks {
            switch row[column] {
            case " ": row.set(column, "|", .mark)
            case glyphs.held, glyphs.unsure: row.set(column, glyphs.crossing, .mark)
            default: continue
            }
            use(.allowance)
        }
    }
}
