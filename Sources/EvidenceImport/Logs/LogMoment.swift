import AppleFormats
import DiagnosticModel

/// A time in any spelling of the logs, apart from any log.
public struct LogMoment: Sendable {
    /// Microseconds of midnight of the day, as if in UTC; nil for a time of day alone.
    public var day: Int64?
    /// Microseconds since midnight.
    public var timeOfDay: Int64
    public var zoneMinutes: Int?

    /// The whole text must be the time.
    public static func parse(_ text: String) -> LogMoment? {
        var bytes = Array(text.utf8)
        while bytes.last == 0x20 { bytes.removeLast() }
        // "22:54" is enough for a person.
        if bytes.count == 5, bytes[2] == 0x3A { bytes += Array(":00".utf8) }
        var i = 0
        guard let clock = LogClockText.readAny(bytes.span, &i, bytes.count), i == bytes.count else { return nil }
        var moment = LogMoment(day: nil, timeOfDay: clock.timeOfDay, zoneMinutes: clock.zoneMinutes)
        if let month = clock.month, let day = clock.day {
            let days = CivilDate.daysSince1970(year: clock.year ?? LogCalendar.assumedYear, month: month, day: day)
            moment.day = Int64(days) * 86_400_000_000
        }
        return moment
    }
}
