import DiagnosticModel

/// An interval with the two moments between which it is drawn, and how telling it is.
struct RankedInterval: Equatable {
    /// Index in `ProcessLife.intervals`.
    let index: Int
    let begin: Int64
    let end: Int64
    /// 0 is the most telling.
    let rank: Int

    static let system = 10

    /// The moments are inside the life where the log does not give them.
    init(_ interval: AssertionInterval, index: Int, first: Int64, last: Int64) {
        self.index = index
        let begin = TimelineTime.clamp(interval.begin ?? min(first, interval.endTime ?? first))
        self.begin = begin
        end = max(begin, TimelineTime.clamp(interval.endTime ?? last))
        rank = Self.rank(interval)
    }

    var length: Int64 { end - begin }

    private static func rank(_ interval: AssertionInterval) -> Int {
        let rank =
            switch interval.end {
            case .open: 0
            case _ where interval.notEnded != nil || interval.timedOut != nil: 1
            case _ where interval.handlerCalled != nil || interval.warnedLong != nil: 2
            case .unknown: 3
            case .observed, .inferred: 4
            }
        return interval.isSystem ? rank + system : rank
    }
}

extension AssertionInterval {
    /// The one assertion that all background tasks of a process share.
    var isShared: Bool {
        guard kind == .assertion else { return false }
        return name?.hasPrefix("Shared Background Assertion") == true || reason?.hasPrefix("finishTask") == true
    }

    /// How sure the end is.
    var endConfidence: String {
        switch end {
        case .observed, .open: "certain"
        case .inferred: "likely"
        case .unknown: "unknown"
        }
    }
}

/// A life's parts in the order and with the borders that pictures need. Built once for each life.
struct TimelineRows {
    /// The first and last moment anything of the life is known of.
    let first: Int64
    let last: Int64
    /// Where intervals without an end stop being drawn.
    let end: Int64
    /// The shared assertions, in the order they began.
    let shared: [RankedInterval]
    /// All others, the most telling first; the suspect before all.
    let rows: [RankedInterval]
    /// Where the granted background time ran out, for each stay in the background that lasted so long.
    let allowanceMarks: [Int64]
    /// State spans with their ends, in the order of the life.
    let states: [(state: ProcessState, begin: Int64, end: Int64)]

    init(_ life: ProcessLife) {
        let bounds = Self.bounds(life)
        let end = TimelineTime.clamp(life.exit?.moment.time ?? life.last.time)
        first = bounds.low
        last = bounds.high
        self.end = end
        var shared: [RankedInterval] = []
        var rows: [RankedInterval] = []
        for (index, interval) in life.intervals.enumerated() {
            let ranked = RankedInterval(
                interval, index: index, first: life.first.time, last: life.exit?.moment.time ?? life.last.time)
            interval.isShared ? shared.append(ranked) : rows.append(ranked)
        }
        let suspect = life.summary.suspect?.interval
        rows.sort { a, b in
            if a.index == suspect || b.index == suspect { return a.index == suspect && b.index != suspect }
            return (a.rank, -a.length, a.begin, a.index) < (b.rank, -b.length, b.begin, b.index)
        }
        self.shared = shared
        self.rows = rows
        states = Self.states(life, end: life.exit == nil ? bounds.high : end)
        allowanceMarks = Self.marks(life, states: states)
    }

    /// The most telling intervals that an axis shows.
    func seen(on axis: TimelineAxis, limit: Int) -> [RankedInterval] {
        Array(rows.lazy.filter { $0.end >= axis.from && $0.begin <= axis.to }.prefix(max(1, limit)))
    }

    private static func bounds(_ life: ProcessLife) -> (low: Int64, high: Int64) {
        var low = TimelineTime.clamp(life.first.time)
        var high = low
        func include(_ time: Int64?) {
            guard let time else { return }
            low = min(low, TimelineTime.clamp(time))
            high = max(high, TimelineTime.clamp(time))
        }
        include(life.last.time)
        include(life.launch?.time)
        include(life.exit?.moment.time)
        for span in life.states {
            include(span.begin.time)
            include(span.end)
        }
        for interval in life.intervals {
            include(interval.begin)
            include(interval.endTime)
        }
        return (low, high)
    }

    private static func states(
        _ life: ProcessLife, end: Int64
    ) -> [(state: ProcessState, begin: Int64, end: Int64)] {
        life.states.indices.map { index in
            let span = life.states[index]
            let begin = TimelineTime.clamp(span.begin.time)
            let next = index + 1 < life.states.count ? life.states[index + 1].begin.time : end
            return (span.state, begin, max(begin, TimelineTime.clamp(span.end ?? next)))
        }
    }

    /// A stay in the background counts from leaving the foreground, or from being woken.
    private static func marks(
        _ life: ProcessLife, states: [(state: ProcessState, begin: Int64, end: Int64)]
    ) -> [Int64] {
        guard let allowance = life.allowance.flatMap(TimelineTime.microseconds), allowance > 0 else { return [] }
        var marks: [Int64] = []
        var began: Int64?
        for (number, span) in states.enumerated() {
            guard span.state == .background else {
                began = nil
                continue
            }
            let start = began ?? span.begin
            began = start
            let isLast = number + 1 == states.count || states[number + 1].state != .background
            // Clocks of two daemons differ by a little.
            let mark = start + allowance
            if isLast, mark <= span.end + TimelineTime.second { marks.append(mark) }
        }
        return marks
    }

    /// The window worth seeing: the whole life, or of a long life the stretch that led to its end.
    func axis(_ life: ProcessLife, options: TimelineOptions) -> TimelineAxis {
        var low = first
        let high = last
        if high - low > 30 * TimelineTime.minute, let focus = focus(life), high - focus < (high - low) / 4 {
            low = focus - (high - focus) / 8
        }
        let pad = max((high - low) / 25, TimelineTime.second / 10)
        return TimelineAxis(from: options.from ?? low - pad, to: options.to ?? high + pad)
    }

    /// Where the story of the end begins: the last stay in the background, or the first interval that was leaked.
    private func focus(_ life: ProcessLife) -> Int64? {
        let telling = rows.prefix { $0.rank <= 2 }.map(\.begin).min()
        guard life.exit != nil || telling != nil else { return nil }
        let background = states.last { $0.state == .background }?.begin
        return [telling, background].compactMap { $0 }.min()
    }
}

/// What a log tells about a moment of a life, for the row of states.
struct TimelineCover {
    private let first: Int64?
    private let last: Int64?
    private let gaps: [LogCoverage.Gap]
    private let launch: Int64?
    private let exit: Int64?

    init(_ life: ProcessLife, coverage: LogCoverage?) {
        first = coverage?.first ?? life.first.time
        last = coverage?.last ?? max(life.last.time, life.exit?.moment.time ?? life.last.time)
        gaps = (coverage?.gaps ?? []).filter { $0.from < $0.to }.sorted { ($0.from, $0.to) < ($1.from, $1.to) }
        launch = life.launch?.time
        exit = life.exit?.moment.time
    }

    /// Before the launch or after the exit, whatever the log covers.
    func isOutsideLife(_ time: Int64) -> Bool {
        if let launch, time < launch { return true }
        if let exit, time > exit { return true }
        return false
    }

    func isCovered(_ time: Int64) -> Bool {
        if let first, time < first { return false }
        if let last, time > last { return false }
        // The last gap that begins before; gaps of one log do not overlap.
        var low = 0
        var high = gaps.count
        while low < high {
            let middle = (low + high) / 2
            if gaps[middle].from < time { low = middle + 1 } else { high = middle }
        }
        return low == 0 || time >= gaps[low - 1].to
    }
}

extension ProcessLife {
    /// "Upload photos #3", "#3", "suspend": what names an interval in a row, cut in the middle where it must be.
    func label(_ index: Int, room: Int, ellipsis: SafeText) -> SafeText {
        let interval = intervals[index]
        let number: SafeText = interval.taskID.map { "#\($0)" } ?? ""
        guard let name = interval.name ?? interval.identifier ?? interval.reason, !name.isEmpty else {
            let words: SafeText = number.isEmpty ? "\(interval.kind.rawValue)" : "task \(number)"
            return words.cutMiddle(to: room, ellipsis: ellipsis)
        }
        let tail: SafeText = number.isEmpty ? "" : " \(number)"
        let tailWidth = DisplayWidth.of(tail.text)
        guard tailWidth + 6 <= room else { return ("\(name)" as SafeText).cutMiddle(to: room, ellipsis: ellipsis) }
        return ("\(name)" as SafeText).cutMiddle(to: room - tailWidth, ellipsis: ellipsis) + tail
    }

    /// "Willow (4321)".
    var words: SafeText {
        let name: SafeText = "\(process.name ?? process.bundleID ?? "unnamed process")"
        return process.pid.map { "\(name) (\($0))" } ?? name
    }

    /// "killed: RUNNINGBOARD 0xd00d2bad, SIGKILL"; nil while it is not known to have ended.
    var exitWords: SafeText? {
        guard let exit else { return nil }
        let end = exit.termination
        var parts: [SafeText] = []
        if let namespace = end.canonicalNamespace ?? end.namespace { parts.append("\(namespace)") }
        if let code = end.code { parts.append("\(Words.hex(code))") }
        var details: [SafeText] = parts.isEmpty ? [] : [parts.joined(" ")]
        if let signal = exit.signal { details.append("\(signal)") }
        if let status = exit.status { details.append("status \(status)") }
        if let explanation = end.explanation ?? end.cause { details.append("\(explanation)") }
        let verb: SafeText =
            switch exit.isKill {
            case true?: "killed"
            case false?: "exited"
            case nil: "ended"
            }
        return details.isEmpty ? verb : verb + ": " + details.joined(", ")
    }
}

extension SafeText {
    /// At most `room` columns; "..." stands for what was cut off.
    func cutEnd(to room: Int) -> SafeText {
        var head = ""
        var used = 3
        DisplayWidth.forEachCell(text) { cell, width in
            used += width
            if used <= room { head += cell }
        }
        return used - 3 <= room ? self : SafeText(alreadySafe: head + "...")
    }

    /// At most `room` columns: the middle gives way, for beginning and end tell names apart.
    func cutMiddle(to room: Int, ellipsis: SafeText) -> SafeText {
        let mark = DisplayWidth.of(ellipsis.text)
        guard DisplayWidth.of(text) > room else { return self }
        guard room > mark else { return SafeText(alreadySafe: String(ellipsis.text.prefix(max(0, room)))) }
        var cells: [(text: Substring, width: Int)] = []
        DisplayWidth.forEachCell(text) { cells.append(($0, $1)) }
        let tailRoom = (room - mark) / 2
        var head = ""
        var used = 0
        for cell in cells {
            guard used + cell.width <= room - mark - tailRoom else { break }
            head += cell.text
            used += cell.width
        }
        var tail: [Substring] = []
        used = 0
        for cell in cells.reversed() {
            guard used + cell.width <= tailRoom else { break }
            tail.append(cell.text)
            used += cell.width
        }
        return SafeText(alreadySafe: head + ellipsis.text + tail.reversed().joined())
    }
}
