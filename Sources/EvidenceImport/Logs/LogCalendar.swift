import AppleFormats
import DiagnosticModel

/// Turns the times of one log into moments, repairing what its style leaves out: the year of syslog lines, the date
/// of Console copies, the zone. What was repaired is remembered, because a repaired time must not pass for a read one.
public struct LogCalendar: Sendable {
    /// Used for lines without a year; raised when December turns into January.
    private var year: Int
    private let zone: Int?
    private var month = 0
    /// The day that undated lines count from, and where they are; dated lines set both.
    private var firstDay: Int?
    private var dayOffset = 0
    private var lastTimeOfDay: Int64?

    public private(set) var sawYear = false
    public private(set) var missedYear = false
    public private(set) var sawDate = false
    public private(set) var missedDate = false
    public private(set) var sawZone = false
    public private(set) var missedZone = false
    /// The zone of the last line that had one; what the log is shown in.
    public private(set) var shownZone: Int

    /// Year of logs that do not say theirs. A leap year, so that every date exists.
    public static let assumedYear = 2000

    /// - Parameters: the year and the zone (minutes east of UTC) the user gave for lines without one.
    public init(year: Int? = nil, zone: Int? = nil) {
        self.year = year ?? Self.assumedYear
        self.zone = zone
        shownZone = zone ?? 0
    }

    /// Microseconds since 1970-01-01T00:00:00Z.
    public mutating func moment(_ clock: LogClock) -> Int64 {
        let days: Int
        if let month = clock.month, let day = clock.day {
            sawDate = true
            days = CivilDate.daysSince1970(year: self.year(clock, month: month), month: month, day: day)
            (firstDay, dayOffset, lastTimeOfDay) = (days, 0, clock.timeOfDay)
        } else {
            missedDate = true
            let first = firstDay ?? CivilDate.daysSince1970(year: year, month: 1, day: 1)
            days = first + undatedDay(clock.timeOfDay)
        }
        if let own = clock.zoneMinutes {
            sawZone = true
            shownZone = own
        } else {
            missedZone = true
        }
        let offset = clock.zoneMinutes ?? zone ?? (sawZone ? shownZone : 0)
        return Int64(days) * 86_400_000_000 + clock.timeOfDay - Int64(offset) * 60_000_000
    }

    private mutating func year(_ clock: LogClock, month: Int) -> Int {
        if let own = clock.year {
            sawYear = true
            year = own
            self.month = month
            return own
        }
        missedYear = true
        // Lines of the old year may still come after the first of the new one.
        if self.month == 1, month == 12 { return year - 1 }
        if self.month == 12, month == 1 { year += 1 }
        self.month = month
        return year
    }

    /// Days since the first line of a log that has only times of day, or since the last one with a date. Lines of the
    /// day before may still come after the first of a new one.
    private mutating func undatedDay(_ time: Int64) -> Int {
        let halfDay: Int64 = 43_200_000_000
        guard let last = lastTimeOfDay else {
            lastTimeOfDay = time
            return dayOffset
        }
        if time > last &+ halfDay { return dayOffset - 1 }
        if time < last &- halfDay { dayOffset += 1 }
        lastTimeOfDay = time
        return dayOffset
    }
}
