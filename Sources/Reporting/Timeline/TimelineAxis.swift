import DiagnosticModel

/// Arithmetic on moments that no input can make overflow.
enum TimelineTime {
    static let second: Int64 = 1_000_000
    static let minute = 60 * second
    static let hour = 60 * minute
    static let day = 24 * hour

    /// Beyond ±2^60 microseconds (36,000 years) a time is a reading error, and stays at the border.
    static func clamp(_ time: Int64) -> Int64 { min(max(time, -(1 << 60)), 1 << 60) }

    /// From one moment to a later one; never negative, never an overflow.
    static func distance(_ from: Int64, _ to: Int64) -> Int64 { max(0, clamp(to) - clamp(from)) }

    static func seconds(_ from: Int64, _ to: Int64) -> Double { Double(distance(from, to)) / 1_000_000 }

    /// Microseconds of a number of seconds out of a log; nil when it is none.
    static func microseconds(_ seconds: Double) -> Int64? {
        guard seconds.isFinite, seconds >= 0, seconds < 1e9 else { return nil }
        return Int64(seconds * 1_000_000 + 0.5)
    }

    /// "42 ms", "29.8 s", "2 min 05 s", "1 h 02 min", "3 d 04 h".
    static func words(_ microseconds: Int64) -> SafeText {
        let time = clamp(max(0, microseconds))
        if time < 100_000 { return "\(Int(time / 1000)) ms" }
        let tenths = Int((time + 50_000) / 100_000)
        if tenths < 600 {
            return tenths % 10 == 0 ? "\(tenths / 10) s" : "\(tenths / 10).\(tenths % 10) s"
        }
        let seconds = Int((time + 500_000) / second)
        if seconds < 3600 { return "\(seconds / 60) min \(padded(seconds % 60)) s" }
        let minutes = seconds / 60
        if minutes < 24 * 60 { return "\(minutes / 60) h \(padded(minutes % 60)) min" }
        let days = minutes / 1440
        return days < 1000 ? "\(days) d \(padded(minutes / 60 % 24)) h" : "\(days) d"
    }

    static func padded(_ number: Int) -> SafeText { number < 10 ? "0\(number)" : "\(number)" }
}

/// Shows moments in a zone.
struct TimelineClock: Equatable {
    let zoneMinutes: Int
    /// False: the log had no dates, and its times count from its first day.
    let isDated: Bool
    /// False: the log had days and months without a year.
    let isYearKnown: Bool
    /// Of a log without dates: its first day, in days since 1970.
    let firstDay: Int
    /// False: nothing told the zone.
    let isZoneKnown: Bool

    /// - Parameter first: The first moment of a log without dates; its day counts as day 1.
    init(
        zoneMinutes: Int, isDated: Bool = true, isYearKnown: Bool = true, isZoneKnown: Bool = true, first: Int64 = 0
    ) {
        // RFC 3339 has no offset beyond a day.
        self.zoneMinutes = min(max(zoneMinutes, -1439), 1439)
        self.isDated = isDated
        self.isYearKnown = isYearKnown && isDated
        firstDay = isDated ? 0 : Self.split(first, self.zoneMinutes).days
        self.isZoneKnown = isZoneKnown
    }

    init(options: TimelineOptions, coverage: LogCoverage?) {
        self.init(
            zoneMinutes: options.zoneMinutes ?? coverage?.zoneMinutes ?? 0,
            isDated: coverage.map { $0.dateSource != .assumed } ?? true,
            isYearKnown: coverage.map { $0.yearSource != .assumed } ?? true,
            isZoneKnown: coverage.map { $0.zoneSource != .assumed } ?? true, first: coverage?.first ?? 0)
    }

    /// RFC 3339 with milliseconds; nil outside the years that it can write, and of a log that does not give the date.
    func rfc3339(_ time: Int64) -> String? {
        guard isYearKnown else { return nil }
        // One day less than the years 0 to 9999, whatever the zone.
        guard time > -62_167_132_800_000_000, time < 253_402_214_400_000_000 else { return nil }
        return Timestamp(text: "", microseconds: time, zoneMinutes: zoneMinutes, zoneSource: .record).rfc3339
    }

    /// The time of a log that does not give the date, in what it does give: "06-22 10:00:31.204",
    /// "day 1 10:00:31.204"; nil of other logs.
    func partialText(_ time: Int64) -> String? { isYearKnown ? nil : "\(date(time).text) \(exactLabel(time).text)" }

    /// RFC 3339, or what the log gives of the time.
    func text(_ time: Int64) -> String? { rfc3339(time) ?? partialText(time) }

    /// "10:00:31".
    func label(_ time: Int64) -> SafeText {
        let seconds = Int(split(time).rest / TimelineTime.second)
        let parts = [seconds / 3600, seconds / 60 % 60, seconds % 60]
        return parts.map(TimelineTime.padded).joined(":")
    }

    /// "10:00:31.204".
    func exactLabel(_ time: Int64) -> SafeText {
        let thousandths = Int(split(time).rest / 1000 % 1000)
        return "\(label(time)).\(String(String(1000 + thousandths).dropFirst()))"
    }

    /// "2026-06-22"; "06-22" of a log without years, "day 2" of one without dates.
    func date(_ time: Int64) -> SafeText {
        guard isYearKnown else { return shortDate(time) }
        let days = split(time).days
        let (year, month, day) = CivilDate.date(fromDaysSince1970: days)
        return "\(year)-\(TimelineTime.padded(month))-\(TimelineTime.padded(day))"
    }

    /// "06-22".
    func shortDate(_ time: Int64) -> SafeText {
        let days = split(time).days
        guard isDated else { return "day \(days - firstDay + 1)" }
        let (_, month, day) = CivilDate.date(fromDaysSince1970: days)
        return "\(TimelineTime.padded(month))-\(TimelineTime.padded(day))"
    }

    /// "UTC+02:00", "zone not known".
    var zoneWords: SafeText {
        if !isZoneKnown { return "time zone not known" }
        let minutes = abs(zoneMinutes)
        let sign: SafeText = zoneMinutes < 0 ? "-" : "+"
        return "UTC\(sign)\(TimelineTime.padded(minutes / 60)):\(TimelineTime.padded(minutes % 60))"
    }

    private func split(_ time: Int64) -> (days: Int, rest: Int64) { Self.split(time, zoneMinutes) }

    private static func split(_ time: Int64, _ zoneMinutes: Int) -> (days: Int, rest: Int64) {
        let local = TimelineTime.clamp(time) + Int64(zoneMinutes) * TimelineTime.minute
        let rest = ((local % TimelineTime.day) + TimelineTime.day) % TimelineTime.day
        return (Int((local - rest) / TimelineTime.day), rest)
    }
}

/// The stretch of time that is shown, and where a moment stands in it.
struct TimelineAxis: Equatable {
    let from: Int64
    /// Always later than `from`.
    let to: Int64

    /// Shorter stretches are widened: an axis has seconds.
    static let shortest = 2 * TimelineTime.second

    init(from: Int64, to: Int64) {
        var low = TimelineTime.clamp(min(from, to))
        var high = TimelineTime.clamp(max(from, to))
        if high - low < Self.shortest {
            low -= (Self.shortest - (high - low)) / 2
            high = low + Self.shortest
        }
        self.from = low
        self.to = high
    }

    var span: Int64 { to - from }

    func contains(_ time: Int64) -> Bool { time >= from && time <= to }

    /// 0 to 1; moments outside stand at the border.
    func fraction(_ time: Int64) -> Double {
        let inside = min(max(TimelineTime.clamp(time), from), to)
        return Double(inside - from) / Double(span)
    }

    /// 0 ..< columns.
    func column(_ time: Int64, of columns: Int) -> Int {
        min(max(0, columns - 1), Int(fraction(time) * Double(max(0, columns))))
    }

    /// The moment in the middle of a column.
    func middle(of column: Int, columns: Int) -> Int64 {
        from + Int64(Double(span) * (Double(column) + 0.5) / Double(max(1, columns)))
    }

    /// Steps that people count in, up to 12 hours.
    private static let steps: [Int64] =
        [1, 2, 5, 10, 15, 30].map { $0 * TimelineTime.second }
        + [1, 2, 5, 10, 15, 30].map { $0 * TimelineTime.minute }
        + [1, 2, 3, 6, 12].map { $0 * TimelineTime.hour }

    /// The smallest step that gives no more than `most` ticks.
    func step(most: Int) -> Int64 {
        let most = Int64(max(1, most))
        if let step = Self.steps.first(where: { span / $0 < most }) { return step }
        var unit = TimelineTime.day
        while true {
            for factor in [1, 2, 5] as [Int64] where span / (unit * factor) < most { return unit * factor }
            unit *= 10
            // The longest span is 2^61.
            if unit > 1 << 57 { return unit }
        }
    }

    /// Round moments of the zone, in order, at most `most` + 1.
    func ticks(most: Int, zoneMinutes: Int) -> [Int64] {
        let step = step(most: most)
        let offset = Int64(zoneMinutes) * TimelineTime.minute
        let local = from + offset
        let rest = ((local % step) + step) % step
        var tick = rest == 0 ? from : from + (step - rest)
        var ticks: [Int64] = []
        while tick <= to, ticks.count <= max(1, most) {
            ticks.append(tick)
            tick += step
        }
        return ticks
    }
}
