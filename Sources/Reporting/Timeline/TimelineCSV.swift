public import DiagnosticModel

/// The timeline as comma-separated values (RFC 4180) for spreadsheets and scripts: a row for each state, interval,
/// event and exit.
public struct TimelineCSV: TimelineReporter {
    public static let name = "csv"
    public static let summary = "a row for each state, interval, event and exit, for spreadsheets"

    /// Columns are only added at the end.
    public static let columns = [
        "process", "pid", "bundle", "life", "row_kind", "kind", "name", "task_id", "identifier", "begin", "end",
        "end_kind", "seconds", "background_seconds", "allowance", "has_handler", "state_at_begin", "source_path",
        "line", "begin_offset",
    ]

    private let options: TimelineOptions

    public init(options: TimelineOptions = TimelineOptions()) { self.options = options }

    public func encode(_ timeline: Timeline, ledger: Ledger) -> [UInt8] {
        var table = CSVTable(columns: Self.columns)
        let coverage = timeline.coverageBySource
        for life in timeline.lives {
            let clock = TimelineClock(options: options, coverage: coverage[life.source])
            let rows = LifeRows(life: life, clock: clock, ledger: ledger)
            for span in life.states { rows.state(span, to: &table) }
            for interval in life.intervals { rows.interval(interval, to: &table) }
            for event in life.events { rows.event(event, to: &table) }
            if let exit = life.exit { rows.exit(exit, to: &table) }
        }
        for event in timeline.deviceEvents {
            let source = event.moment.location?.source
            let clock = TimelineClock(options: options, coverage: source.flatMap { coverage[$0] })
            var row = ["row_kind": "device-event", "kind": event.name, "name": event.text ?? ""]
            row["begin"] = clock.text(event.moment.time)
            LifeRows.place(event.moment.location, ledger, in: &row)
            table.add(row)
        }
        return table.bytes
    }
}

/// The rows of one life.
private struct LifeRows {
    let life: ProcessLife
    let clock: TimelineClock
    let ledger: Ledger

    private func start(_ rowKind: String, _ kind: String, _ begin: Int64?) -> [String: String] {
        var row = ["row_kind": rowKind, "kind": kind, "life": String(life.id)]
        row["process"] = life.process.name
        row["pid"] = life.process.pid.map { String($0) }
        row["bundle"] = life.process.bundleID
        row["begin"] = begin.flatMap(clock.text)
        return row
    }

    static func place(_ location: EvidenceLocation?, _ ledger: Ledger, in row: inout [String: String]) {
        guard let location else { return }
        row["source_path"] = ledger.words(location.source)
        if location.line > 0 { row["line"] = String(location.line) }
        if !location.bytes.isEmpty { row["begin_offset"] = String(location.bytes.lowerBound) }
    }

    private static func number(_ value: Double?) -> String? {
        guard let value, value.isFinite else { return nil }
        return Words.number(value).text
    }

    private static func seconds(_ begin: Int64?, _ end: Int64?) -> String? {
        guard let begin, let end, end >= begin else { return nil }
        return number(TimelineTime.seconds(begin, end))
    }

    func state(_ span: StateSpan, to table: inout CSVTable) {
        var row = start("state", span.state.rawValue, span.begin.time)
        row["end"] = span.end.flatMap(clock.text)
        row["end_kind"] = span.end == nil ? "unknown" : "observed"
        row["seconds"] = Self.seconds(span.begin.time, span.end)
        Self.place(span.begin.location, ledger, in: &row)
        table.add(row)
    }

    func interval(_ interval: AssertionInterval, to table: inout CSVTable) {
        var row = start("interval", interval.kind.rawValue, interval.begin)
        row["name"] = interval.name
        row["task_id"] = interval.taskID.map { String($0) }
        row["identifier"] = interval.identifier
        row["end"] = interval.endTime.flatMap(clock.text)
        row["end_kind"] = interval.end.rawValue
        row["seconds"] = Self.seconds(interval.begin, interval.endTime)
        row["background_seconds"] = Self.number(interval.backgroundSeconds)
        row["allowance"] = Self.number(interval.allowance)
        row["has_handler"] = interval.hasHandler.map { $0 ? "true" : "false" }
        row["state_at_begin"] = interval.stateAtBegin?.rawValue
        Self.place(interval.location, ledger, in: &row)
        table.add(row)
    }

    func event(_ event: LifeEvent, to table: inout CSVTable) {
        var row = start("event", event.name, event.moment.time)
        row["name"] = event.text
        row["identifier"] = event.number.map { String($0) }
        Self.place(event.moment.location, ledger, in: &row)
        table.add(row)
    }

    func exit(_ exit: ProcessExit, to table: inout CSVTable) {
        let kind =
            switch exit.isKill {
            case true?: "kill"
            case false?: "exit"
            case nil: "end"
            }
        var row = start("exit", kind, exit.moment.time)
        row["name"] = life.exitWords?.text
        row["identifier"] = exit.termination.code.map(Words.hex)
        row["background_seconds"] = Self.number(life.backgroundSeconds)
        row["allowance"] = Self.number(life.allowance)
        Self.place(exit.moment.location, ledger, in: &row)
        table.add(row)
    }
}

/// Writes RFC 4180: lines end with CR LF, quotes are doubled.
struct CSVTable {
    private(set) var bytes: [UInt8] = []
    private let columns: [String]

    init(columns: [String]) {
        self.columns = columns
        line(columns)
    }

    mutating func add(_ row: [String: String]) { line(columns.map { row[$0].map(Self.cell) ?? "" }) }

    private mutating func line(_ cells: [String]) {
        for (number, cell) in cells.enumerated() {
            if number > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes.append(contentsOf: cell.utf8)
        }
        bytes.append(contentsOf: [0x0D, 0x0A])
    }

    /// Untrusted text as a cell that is one line, no formula, and quoted where the format demands it.
    static func cell(_ untrusted: String) -> String {
        var text = Sanitizer.line(untrusted, limit: .max)
        if isFormula(text) { text = "'" + text }
        let first = text.utf8.first
        let isPlain = !text.utf8.contains { $0 == 0x22 || $0 == 0x2C } && first != 0x20 && text.utf8.last != 0x20
        if isPlain { return text }
        var quoted = "\""
        for scalar in text.unicodeScalars {
            if scalar == "\"" { quoted += "\"" }
            quoted.unicodeScalars.append(scalar)
        }
        return quoted + "\""
    }

    /// Spreadsheets compute cells that begin so, after spaces too and in full width.
    private static func isFormula(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first(where: { !$0.properties.isWhitespace }) else { return false }
        guard ["=", "+", "-", "@", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}"].contains(first) else { return false }
        return !isNumber(text)
    }

    /// "-12", "+0.5", "-1e300".
    private static func isNumber(_ text: String) -> Bool {
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }) else { return false }
        return Double(text) != nil
    }
}
