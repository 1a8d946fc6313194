/// A moment as the record gave it.
///
/// Reports write local time with an offset ("2020-08-03 16:05:29.6813 +0400"). The text is kept:
/// a zone that was assumed must never look like one that was read.
public struct Timestamp: Sendable, Equatable {
    public enum ZoneSource: String, Sendable { case record, device, assumed }

    /// The words of the record.
    public var text: String
    /// Microseconds since 1970-01-01T00:00:00Z.
    public var microseconds: Int64
    /// Minutes east of UTC.
    public var zoneMinutes: Int
    public var zoneSource: ZoneSource
    /// Where year and day come from. With `assumed` the record has none: `microseconds` keeps order and distances, and
    /// no date may be shown.
    public var yearSource = ZoneSource.record
    public var dateSource = ZoneSource.record

    /// Day and year stand in the record, so that `rfc3339` is the record's own time.
    public var isDated: Bool { dateSource != .assumed && yearSource != .assumed }

    public init(text: String, microseconds: Int64, zoneMinutes: Int, zoneSource: ZoneSource) {
        self.text = text
        self.microseconds = microseconds
        self.zoneMinutes = zoneMinutes
        self.zoneSource = zoneSource
    }

    /// RFC 3339 with the record's own offset and milliseconds.
    public var rfc3339: String {
        let local = microseconds &+ Int64(zoneMinutes) * 60_000_000
        var days = local / 86_400_000_000
        var rest = local % 86_400_000_000
        if rest < 0 {
            rest += 86_400_000_000
            days -= 1
        }
        let (year, month, day) = CivilDate.date(fromDaysSince1970: Int(days))
        let seconds = Int(rest / 1_000_000)
        let sign = zoneMinutes < 0 ? "-" : "+"
        let zone = abs(zoneMinutes)
        return "\(Self.pad(year, 4))-\(Self.pad(month, 2))-\(Self.pad(day, 2))T"
            + "\(Self.pad(seconds / 3600, 2)):\(Self.pad(seconds / 60 % 60, 2)):\(Self.pad(seconds % 60, 2))."
            + "\(Self.pad(Int(rest / 1000 % 1000), 3))\(sign)\(Self.pad(zone / 60, 2)):\(Self.pad(zone % 60, 2))"
    }

    private static func pad(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return digits.utf8.count >= width
            ? digits : String(repeating: "0", count: width - digits.utf8.count) + digits
    }
}

/// Proleptic Gregorian dates as day numbers (the well-known days-from-civil arithmetic).
public enum CivilDate {
    /// - Parameters: any year, month 1…12, day 1…31; the caller has checked the ranges.
    public static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
        let y = month <= 2 ? year - 1 : year
        let era = (y >= 0 ? y : y - 399) / 400
        let yearOfEra = y - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    public static func date(fromDaysSince1970 days: Int) -> (year: Int, month: Int, day: Int) {
        let z = days + 719_468
        let era = (z >= 0 ? z : z - 146_096) / 146_097
        let dayOfEra = z - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
    }
}
