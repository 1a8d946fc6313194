import DiagnosticModel

/// Reads the times of reports: `2020-08-03 16:05:29.6813 +0400`, `2026-10-08T03:00:00Z`,
/// `2025-11-22 19:29:43.00 -0500`. Anything else is nil; ranges are checked.
enum TimestampText {
    static func parse(_ text: String) -> Timestamp? {
        var digits = Scanner(bytes: Array(text.utf8))
        digits.skipBlanks()
        guard let year = digits.number(4), (1970...2100).contains(year), digits.take(0x2D) || digits.take(0x2F),
            let month = digits.number(2), (1...12).contains(month), digits.take(0x2D) || digits.take(0x2F),
            let day = digits.number(2), (1...31).contains(day)
        else { return nil }
        _ = digits.take(UInt8(ascii: "T"))
        digits.skipBlanks()
        guard let hour = digits.number(2), hour < 24, digits.take(0x3A), let minute = digits.number(2), minute < 60
        else { return nil }
        let second = digits.take(0x3A) ? digits.number(2) ?? 0 : 0
        let fraction = digits.take(0x2E) || digits.take(0x2C) ? digits.fraction() : 0
        guard second < 61 else { return nil }
        digits.skipBlanks()
        let (zone, source) = digits.zone()
        let days = CivilDate.daysSince1970(year: year, month: month, day: day)
        let seconds = Int64(days) * 86_400 + Int64(hour * 3600 + minute * 60 + second) - Int64(zone * 60)
        return Timestamp(
            text: text, microseconds: seconds * 1_000_000 + Int64(fraction), zoneMinutes: zone, zoneSource: source)
    }

    private struct Scanner {
        var bytes: [UInt8]
        var i = 0

        init(bytes: [UInt8]) { self.bytes = bytes }

        mutating func skipBlanks() { while i < bytes.count, bytes[i] == 0x20 { i += 1 } }

        mutating func take(_ byte: UInt8) -> Bool {
            guard i < bytes.count, bytes[i] == byte else { return false }
            i += 1
            return true
        }

        mutating func number(_ width: Int) -> Int? {
            var value = 0
            let start = i
            while i < bytes.count, i - start < width, bytes[i] >= 0x30, bytes[i] <= 0x39 {
                value = value * 10 + Int(bytes[i] - 0x30)
                i += 1
            }
            return i > start ? value : nil
        }

        /// Microseconds.
        mutating func fraction() -> Int {
            var value = 0
            var count = 0
            while i < bytes.count, bytes[i] >= 0x30, bytes[i] <= 0x39 {
                if count < 6 {
                    value = value * 10 + Int(bytes[i] - 0x30)
                    count += 1
                }
                i += 1
            }
            while count < 6 {
                value *= 10
                count += 1
            }
            return value
        }

        mutating func zone() -> (Int, Timestamp.ZoneSource) {
            if take(UInt8(ascii: "Z")) { return (0, .record) }
            let negative = take(0x2D)
            guard negative || take(0x2B), let hours = number(2) else { return (0, .assumed) }
            _ = take(0x3A)
            let minutes = number(2) ?? 0
            guard hours <= 14, minutes < 60 else { return (0, .assumed) }
            return ((hours * 60 + minutes) * (negative ? -1 : 1), .record)
        }
    }
}
