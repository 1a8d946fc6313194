import AppleFormats
import DiagnosticModel
import Testing

@testable import EvidenceImport

/// Moments of times that say less than they should.
@Suite struct LogCalendarTests {
    private static let second: Int64 = 1_000_000
    private static let hour: Int64 = 3600 * second
    private static let day: Int64 = 24 * hour

    private static func clock(_ text: String) -> LogClock {
        let bytes = Array(text.utf8)
        var i = 0
        return LogClockText.readAny(bytes.span, &i, bytes.count) ?? LogClock(timeOfDay: -1)
    }

    private static func moments(_ texts: [String], year: Int? = nil, zone: Int? = nil) -> [Int64] {
        var calendar = LogCalendar(year: year, zone: zone)
        return texts.map { calendar.moment(clock($0)) }
    }

    private static func at(_ year: Int, _ month: Int, _ day: Int, _ seconds: Int64 = 0) -> Int64 {
        Int64(CivilDate.daysSince1970(year: year, month: month, day: day)) * Self.day + seconds * second
    }

    @Test func wholeTimesAreTakenAsTheyStand() {
        let found = Self.moments(["2019-01-08 13:26:14.087889 +0800", "1970-01-01 00:00:01Z", "2024-02-29 00:00:00"])
        #expect(found == [Self.at(2019, 1, 8, 5 * 3600 + 26 * 60 + 14) + 87_889, Self.second, Self.at(2024, 2, 29)])
    }

    @Test func theYearRollsOver() {
        let found = Self.moments(["Dec 31 23:59:59", "Jan  1 00:00:01", "Jan  2 00:00:00"], year: 2023)
        #expect(found == [Self.at(2024, 1, 1, -1), Self.at(2024, 1, 1, 1), Self.at(2024, 1, 2)])
    }

    /// Neighbours the wrong way round at midnight of New Year roll the year over once, not twice.
    @Test func theYearRollsOverOnceWhenLinesAreOutOfOrder() {
        let lines = ["Dec 31 23:59:58", "Jan  1 00:00:00", "Dec 31 23:59:59", "Jan  1 00:00:01", "Feb  1 00:00:00"]
        let found = Self.moments(lines, year: 2023)
        #expect(
            found == [
                Self.at(2024, 1, 1, -2), Self.at(2024, 1, 1), Self.at(2024, 1, 1, -1), Self.at(2024, 1, 1, 1),
                Self.at(2024, 2, 1),
            ])
    }

    /// The first line is the one out of order.
    @Test func aLogMayStartWithTheLineBehindNewYear() {
        let found = Self.moments(["Jan  1 00:00:00", "Dec 31 23:59:59", "Jan  1 00:00:01"], year: 2024)
        #expect(found == [Self.at(2024, 1, 1), Self.at(2024, 1, 1, -1), Self.at(2024, 1, 1, 1)])
    }

    @Test func manyYearsGoBy() {
        let lines = (0..<3).flatMap { _ in ["Jun  1 00:00:00", "Dec  1 00:00:00", "Jan  1 00:00:00"] }
        let found = Self.moments(lines, year: 2020)
        #expect(found == found.sorted())
        #expect(found.last == Self.at(2023, 1, 1))
    }

    @Test func midnightOfUndatedLogs() {
        let found = Self.moments(["23:59:59", "00:00:01", "12:00:00", "23:59:59", "00:00:00"])
        let start = Self.at(LogCalendar.assumedYear, 1, 1)
        #expect(
            found == [
                start + Self.day - Self.second, start + Self.day + Self.second, start + Self.day + 12 * Self.hour,
                start + 2 * Self.day - Self.second, start + 2 * Self.day,
            ])
    }

    @Test func midnightIsPassedOnceWhenLinesAreOutOfOrder() {
        let found = Self.moments(["23:59:58", "00:00:00", "23:59:59", "00:00:01", "00:00:02"])
        let midnight = Self.at(LogCalendar.assumedYear, 1, 2)
        #expect(found == [-2, 0, -1, 1, 2].map { midnight + $0 * Self.second })
    }

    @Test func anUndatedLogMayStartWithTheLineBehindMidnight() {
        let found = Self.moments(["00:00:00", "23:59:59", "00:00:01"])
        #expect(found[0] - found[1] == Self.second)
        #expect(found[2] - found[0] == Self.second)
    }

    /// A line of another tool between dated ones has the date of its neighbours.
    @Test func undatedLinesAmongDatedOnes() {
        let found = Self.moments([
            "2026-11-20 23:59:58Z", "23:59:59Z", "00:00:00Z", "2026-11-21 00:00:01Z", "00:00:02Z",
        ])
        #expect(found == [-2, -1, 0, 1, 2].map { Self.at(2026, 11, 21) + $0 * Self.second })
    }

    @Test func zones() {
        #expect(Self.moments(["2024-01-01 00:00:00"], zone: 60) == [Self.at(2024, 1, 1) - Self.hour])
        #expect(Self.moments(["2024-01-01 00:00:00 -0100"], zone: 60) == [Self.at(2024, 1, 1) + Self.hour])
        // A line without a zone among lines with one is of the same place.
        let found = Self.moments(["2024-01-01 00:00:00 +0200", "2024-01-01 00:00:00"])
        #expect(found[0] == found[1])
    }

    @Test func whatWasRepairedIsRemembered() {
        var calendar = LogCalendar()
        _ = calendar.moment(Self.clock("12:00:00"))
        #expect(calendar.missedDate && !calendar.sawDate && calendar.missedZone && !calendar.sawZone)
        _ = calendar.moment(Self.clock("Jan  1 12:00:00"))
        #expect(calendar.sawDate && calendar.missedYear && !calendar.sawYear)
        _ = calendar.moment(Self.clock("2024-01-01 12:00:00-0300"))
        #expect(calendar.sawYear && calendar.sawZone && calendar.shownZone == -180)
    }

    @Test func coverageSaysWhatWasAssumed() {
        let undated = LogImport(["12:00:00 WANTED a"]).coverage
        #expect(undated.dateSource == .assumed && undated.yearSource == .assumed && undated.zoneSource == .assumed)
        let syslog = LogImport(["Mar 11 11:45:09 iPad a[1] <Notice>: WANTED"]).coverage
        #expect(syslog.dateSource == .record && syslog.yearSource == .assumed && syslog.zoneSource == .assumed)
        let whole = LogImport(["2024-03-11 11:45:09+0100 a[1:2] WANTED"]).coverage
        #expect(whole.dateSource == .record && whole.yearSource == .record && whole.zoneSource == .record)
        #expect(whole.zoneMinutes == 60)
    }
}
