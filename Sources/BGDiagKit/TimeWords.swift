import DiagnosticModel
import EvidenceImport

/// Times, durations and zones as people type them behind `--start`, `--around`, `--last` and `--tz`.
public enum TimeWords {
    /// `+0200`, `-05:30`, `+2`, `Z`, `UTC`: minutes east of UTC; nil for anything else.
    public static func zone(_ text: String) -> Int? {
        if ["Z", "z", "UTC", "utc", "GMT"].contains(text) { return 0 }
        guard let sign = text.first, sign == "+" || sign == "-" else { return nil }
        let parts = text.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
        let digits = parts.joined()
        guard !digits.isEmpty, digits.utf8.count <= 4, digits.utf8.allSatisfy({ $0 &- 0x30 < 10 }),
            let number = Int(digits)
        else { return nil }
        let isHoursOnly = digits.utf8.count <= 2
        let hours = isHoursOnly ? number : number / 100
        let minutes = isHoursOnly ? 0 : number % 100
        guard hours <= 14, minutes < 60 else { return nil }
        return (hours * 60 + minutes) * (sign == "-" ? -1 : 1)
    }

    /// `30s`, `1.5m`, `2h`, `1d`, `90` (seconds): microseconds; nil for anything else.
    public static func duration(_ text: String) -> Int64? {
        let units: [(Character, Double)] = [("s", 1), ("m", 60), ("h", 3600), ("d", 86_400)]
        var number = text[...]
        var factor = 1.0
        if let unit = units.first(where: { $0.0 == text.last }) {
            number = number.dropLast()
            factor = unit.1
        }
        guard let value = Double(number), value >= 0, value * factor < 1e9 else { return nil }
        return Int64(value * factor * 1e6)
    }

    /// A moment of a log: `2026-06-22 22:54:26+0200`, `Mar 11 11:45:09`, or a time of day, which then is that of the
    /// last day the log covers. Without a zone the log's own counts.
    public static func moment(_ text: String, in coverage: [LogCoverage]) -> Int64? {
        let zone = coverage.first?.zoneMinutes ?? 0
        guard let parts = LogMoment.parse(text) else { return nil }
        let offset = Int64(parts.zoneMinutes ?? zone) * 60_000_000
        if let day = parts.day { return day + parts.timeOfDay - offset }
        let last = coverage.compactMap(\.last).max() ?? 0
        let dayLength: Int64 = 86_400_000_000
        let local = last + offset
        let midnight = local - ((local % dayLength) + dayLength) % dayLength
        let moment = midnight + parts.timeOfDay - offset
        // 23:50 asked of a log that ends at 00:10 is yesterday's.
        return moment > last + dayLength / 2 ? moment - dayLength : moment
    }

    /// `22:54:26±30s`, also written `+-30s` or `~30s`; without a duration one minute to either side.
    public static func around(_ text: String, in coverage: [LogCoverage]) -> ClosedRange<Int64>? {
        for mark in ["±", "+-", "+/-", "~"] {
            let parts = text.split(separator: mark)
            if parts.count == 2, let moment = moment(String(parts[0]), in: coverage),
                let width = duration(String(parts[1]))
            {
                return moment - width...moment + width
            }
        }
        return moment(text, in: coverage).map { $0 - 60_000_000...$0 + 60_000_000 }
    }
}
