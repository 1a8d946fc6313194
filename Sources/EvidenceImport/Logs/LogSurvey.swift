import AppleFormats
import DiagnosticModel

/// Watches a log go by and keeps what every answer from it must say: the time it covers, gaps, whose lines are in it.
///
/// Most lines of a large log are never parsed; the survey looks at one in some kilobytes and at all wanted ones.
struct LogSurvey {
    private(set) var coverage: LogCoverage
    var calendar: LogCalendar
    private let isYearGiven: Bool
    private let isZoneGiven: Bool
    private var styles: [LogLine.Style] = []
    private var names: Set<[UInt8]> = []
    private var lastTime: Int64?
    private var lastName: [UInt8] = []
    /// The latest record looked at: between it and the next one a gap may lie.
    private(set) var lastSampled: (time: Int64, offset: Int)?

    static let mostNames = 4096

    init(source: Int, options: LogOptions) {
        coverage = LogCoverage(source: source)
        isYearGiven = options.assumedYear != nil
        isZoneGiven = options.zoneMinutes != nil
        calendar = LogCalendar(year: options.assumedYear, zone: options.zoneMinutes)
    }

    /// Notes a record; gives its moment.
    mutating func note(_ line: LogLine, _ b: Span<UInt8>, offset: Int) -> Int64? {
        note(style: line.style)
        if !line.process.isEmpty { note(process: line.process, b) }
        coverage.levels.insert(LogLevel(line.level))
        return line.clock.map { note($0, offset: offset) }
    }

    mutating func note(_ clock: LogClock, offset: Int) -> Int64 {
        let time = calendar.moment(clock)
        note(time: time, offset: offset)
        return time
    }

    mutating func note(time: Int64, offset: Int) {
        coverage.first = min(coverage.first ?? time, time)
        coverage.last = max(coverage.last ?? time, time)
        if let last = lastTime, time < last &- 1_000_000 { coverage.disorderCount += 1 }
        lastTime = time
        if lastSampled.map({ time >= $0.time }) ?? true { lastSampled = (time, offset) }
    }

    mutating func note(style: LogLine.Style) {
        if !styles.contains(style) { styles.append(style) }
    }

    mutating func note(level: LogLevel) { coverage.levels.insert(level) }

    mutating func note(process range: Range<Int>, _ b: Span<UInt8>) {
        guard names.count < Self.mostNames, range.count < 128 else { return }
        if range.count == lastName.count {
            var i = 0
            while i < lastName.count, b[range.lowerBound + i] == lastName[i] { i += 1 }
            if i == lastName.count { return }
        }
        var name: [UInt8] = []
        name.reserveCapacity(range.count)
        for i in range { name.append(b[i]) }
        names.insert(name)
        lastName = name
    }

    static let mostGaps = 1000

    var hasRoomForGaps: Bool { coverage.gaps.count < Self.mostGaps }

    mutating func noteGap(from: Int64, to: Int64, line: Int) {
        guard hasRoomForGaps else { return }
        coverage.gaps.append(LogCoverage.Gap(from: from, to: to, line: line))
    }

    mutating func count(entries: Int, redacted: Int, truncated: Int) {
        coverage.entryCount += entries
        coverage.redactedCount += redacted
        coverage.truncatedCount += truncated
    }

    /// The finished account.
    func finish(lines: Int, bytes: Int, isCut: Bool) -> LogCoverage {
        var result = coverage
        result.styles = styles.map(\.title)
        result.processes = Set(names.map { String(decoding: $0, as: UTF8.self) })
        result.levels.remove(.unknown)
        result.zoneMinutes = calendar.shownZone
        // What the user gives stands for the device's own.
        let zone: LogCoverage.Origin = isZoneGiven ? .device : .assumed
        let year: LogCoverage.Origin = isYearGiven ? .device : .assumed
        result.zoneSource = calendar.missedZone && !calendar.sawZone ? zone : .record
        result.yearSource = calendar.missedYear ? year : .record
        result.dateSource = calendar.missedDate && !calendar.sawDate ? .assumed : .record
        if result.dateSource == .assumed { result.yearSource = .assumed }
        result.lineCount = lines
        result.byteCount = bytes
        result.isCut = isCut
        return result
    }
}

extension LogLevel {
    init(_ word: LogLevelWord) {
        switch word {
        case .none: self = .unknown
        case .debug: self = .debug
        case .info: self = .info
        case .default: self = .default
        case .error: self = .error
        case .fault: self = .fault
        case .stateDump: self = .stateDump
        case .activity: self = .activity
        }
    }
}
