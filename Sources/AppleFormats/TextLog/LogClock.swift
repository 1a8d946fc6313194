/// The time of a log line as written: every part may be missing but hours, minutes and seconds.
public struct LogClock: Sendable, Equatable {
    public var year: Int?
    public var month: Int?
    public var day: Int?
    /// Microseconds since midnight, local.
    public var timeOfDay: Int64
    /// Minutes east of UTC.
    public var zoneMinutes: Int?

    public init(timeOfDay: Int64) { self.timeOfDay = timeOfDay }
}

/// Reads times in the spellings of Apple's log tools. Ranges are checked: nothing else on a line is taken for a time.
public enum LogClockText {
    /// A time in any of the spellings, from the start of a text.
    public static func readAny(_ b: Span<UInt8>, _ i: inout Int, _ end: Int) -> LogClock? {
        read(b, &i, end) ?? readSyslog(b, &i, end)
    }

    /// `2019-01-08 13:26:14.087889 +0800`, `2026-11-20T10:11:12.123Z`, `16:08:57.000000 -0500`, `18:05:17`,
    /// `19:29:50:967`. Advances `i` behind it.
    static func read(_ b: Span<UInt8>, _ i: inout Int, _ end: Int) -> LogClock? {
        let start = i
        var clock = LogClock(timeOfDay: 0)
        if start + 10 <= end, isDate(b, start) {
            let year = number(b, start, 4)
            let month = number(b, start + 5, 2)
            let day = number(b, start + 8, 2)
            guard (1970...2100).contains(year), (1...12).contains(month), (1...31).contains(day) else { return nil }
            clock.year = year
            clock.month = month
            clock.day = day
            i += 10
            guard i < end, b[i] == 0x20 || b[i] == 0x09 || b[i] == 0x54 else { return fail(&i, start) }
            while i < end, b[i] == 0x20 || b[i] == 0x09 || b[i] == 0x54 { i += 1 }
        }
        guard let time = timeOfDay(b, &i, end) else { return fail(&i, start) }
        clock.timeOfDay = time
        clock.zoneMinutes = zone(b, &i, end)
        // "18:05:17abc" is no time.
        if i < end, isNamePart(b[i]) { return fail(&i, start) }
        return clock
    }

    private static func fail(_ i: inout Int, _ start: Int) -> LogClock? {
        i = start
        return nil
    }

    private static func isDate(_ b: Span<UInt8>, _ at: Int) -> Bool {
        let separator = b[at + 4]
        guard separator == 0x2D || separator == 0x2F, b[at + 7] == separator else { return false }
        return areDigits(b, at, 4) && areDigits(b, at + 5, 2) && areDigits(b, at + 8, 2)
    }

    /// `HH:MM:SS` with a fraction behind a point, comma or colon. Microseconds.
    static func timeOfDay(_ b: Span<UInt8>, _ i: inout Int, _ end: Int) -> Int64? {
        guard i + 8 <= end, b[i + 2] == 0x3A, b[i + 5] == 0x3A, areDigits(b, i, 2), areDigits(b, i + 3, 2),
            areDigits(b, i + 6, 2)
        else { return nil }
        let hour = number(b, i, 2)
        let minute = number(b, i + 3, 2)
        let second = number(b, i + 6, 2)
        guard hour < 24, minute < 60, second < 61 else { return nil }
        i += 8
        var micros: Int64 = 0
        if i + 1 < end, b[i] == 0x2E || b[i] == 0x2C || b[i] == 0x3A, isDigit(b[i + 1]) {
            i += 1
            var width = 0
            while i < end, isDigit(b[i]) {
                if width < 6 {
                    micros = micros * 10 + Int64(b[i] - 0x30)
                    width += 1
                }
                i += 1
            }
            while width < 6 {
                micros *= 10
                width += 1
            }
        }
        return Int64(hour * 3600 + minute * 60 + second) * 1_000_000 + micros
    }

    /// `Z`, `+0800`, `+08:00`, after at most one blank. Minutes east of UTC; nil without one.
    private static func zone(_ b: Span<UInt8>, _ i: inout Int, _ end: Int) -> Int? {
        var at = i
        if at < end, b[at] == 0x20 { at += 1 }
        guard at < end else { return nil }
        if b[at] == 0x5A, at == i {
            i = at + 1
            return 0
        }
        guard b[at] == 0x2B || b[at] == 0x2D, at + 5 <= end, areDigits(b, at + 1, 2) else { return nil }
        let isNegative = b[at] == 0x2D
        let hours = number(b, at + 1, 2)
        at += 3
        if b[at] == 0x3A { at += 1 }
        guard at + 2 <= end, areDigits(b, at, 2) else { return nil }
        let minutes = number(b, at, 2)
        guard hours <= 14, minutes < 60 else { return nil }
        i = at + 2
        return (hours * 60 + minutes) * (isNegative ? -1 : 1)
    }

    /// `Mar 11 11:45:09`, `Thu Nov 25 11:30:01`, `Mar  1 2024 11:45:09`.
    static func readSyslog(_ b: Span<UInt8>, _ i: inout Int, _ end: Int) -> LogClock? {
        let start = i
        if isWeekday(b, i, end) {
            i += 3
            skipBlanks(b, &i, end)
        }
        guard i + 6 < end, let month = month(b, i) else { return fail(&i, start) }
        i += 3
        let gap = i
        skipBlanks(b, &i, end)
        guard i > gap, let day = shortNumber(b, &i, end), (1...31).contains(day) else { return fail(&i, start) }
        skipBlanks(b, &i, end)
        var year: Int?
        if i + 5 < end, areDigits(b, i, 4), b[i + 4] == 0x20 {
            year = number(b, i, 4)
            i += 5
        }
        guard let time = timeOfDay(b, &i, end) else { return fail(&i, start) }
        var clock = LogClock(timeOfDay: time)
        clock.month = month
        clock.day = day
        clock.year = year.flatMap { (1970...2100).contains($0) ? $0 : nil }
        if i + 5 < end, b[i] == 0x20, areDigits(b, i + 1, 4), b[i + 5] == 0x20 {
            clock.year = number(b, i + 1, 4)
            i += 5
        }
        return clock
    }

    static func skipBlanks(_ b: Span<UInt8>, _ i: inout Int, _ end: Int) {
        while i < end, b[i] == 0x20 || b[i] == 0x09 { i += 1 }
    }

    private static func shortNumber(_ b: Span<UInt8>, _ i: inout Int, _ end: Int) -> Int? {
        let start = i
        while i < end, i - start < 2, isDigit(b[i]) { i += 1 }
        return i > start ? number(b, start, i - start) : nil
    }

    private static let months: [UInt32] = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ].map(word)
    private static let weekdays: [UInt32] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"].map(word)

    private static func word(_ text: String) -> UInt32 { text.utf8.reduce(0) { $0 << 8 | UInt32($1) } }

    private static func word(_ b: Span<UInt8>, _ at: Int) -> UInt32 {
        UInt32(b[at]) << 16 | UInt32(b[at + 1]) << 8 | UInt32(b[at + 2])
    }

    private static func month(_ b: Span<UInt8>, _ at: Int) -> Int? {
        months.firstIndex(of: word(b, at)).map { $0 + 1 }
    }

    private static func isWeekday(_ b: Span<UInt8>, _ at: Int, _ end: Int) -> Bool {
        at + 4 < end && b[at + 3] == 0x20 && weekdays.contains(word(b, at))
    }

    @inline(__always) static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

    @inline(__always)
    static func isNamePart(_ byte: UInt8) -> Bool {
        isDigit(byte) || (byte | 0x20) &- 0x61 < 26 || byte == 0x5F || byte >= 0x80
    }

    static func areDigits(_ b: Span<UInt8>, _ at: Int, _ count: Int) -> Bool {
        for i in at..<at + count where !isDigit(b[i]) { return false }
        return true
    }

    static func number(_ b: Span<UInt8>, _ at: Int, _ count: Int) -> Int {
        var value = 0
        for i in at..<at + count { value = value * 10 + Int(b[i] - 0x30) }
        return value
    }
}
