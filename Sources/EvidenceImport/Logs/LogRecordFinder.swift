import AppleFormats
import DiagnosticModel

/// Finds the record around a place in a text log: the line with the prefix, and the lines that continue it.
struct LogRecordFinder {
    /// A record: its lines, and its prefix.
    struct Record {
        var bytes: Range<Int>
        var headerEnd: Int
        var line: LogLine
    }

    /// Longest record, and farthest a record's first line may lie before a continuation.
    static let longestRecord = 1 << 20
    static let farthestStart = 256 << 10
    static let longestPrefix = 4096

    /// The line after the last record, already taken apart: with every line wanted each is read once.
    private var cached: (start: Int, line: LogLine?)?

    static func lineEnd(_ b: Span<UInt8>, _ from: Int, _ limit: Int) -> Int {
        ByteScan.firstLineFeed(b, from: from, to: limit)
    }

    static func lineStart(_ b: Span<UInt8>, _ from: Int, _ floor: Int) -> Int {
        var i = from
        while i > floor, b[i - 1] != 0x0A { i -= 1 }
        return i
    }

    private mutating func read(_ b: Span<UInt8>, _ start: Int, _ end: Int) -> LogLine? {
        if let cached, cached.start == start { return cached.line }
        let line = LogLineReader.read(b, start, min(end, start + Self.longestPrefix))
        cached = (start, line)
        return line
    }

    /// The record that holds the byte at `place`; it does not begin before `floor` or end behind `limit`.
    mutating func record(_ b: Span<UInt8>, around place: Int, floor: Int, limit: Int) -> Record {
        let here = Self.lineStart(b, place, floor)
        let hereEnd = Self.lineEnd(b, place, limit)
        if let line = read(b, here, hereEnd) {
            return Record(bytes: here..<end(b, after: hereEnd, limit: limit), headerEnd: hereEnd, line: line)
        }
        if Self.startsWithLabel(b, here, hereEnd) { return bare(b, here, hereEnd, limit) }
        var start = here
        let lowest = max(floor, here - Self.farthestStart)
        while start > lowest {
            let lineEnd = start - 1
            start = Self.lineStart(b, lineEnd, lowest)
            if start == lowest, lowest > floor { break }
            if let line = read(b, start, lineEnd) {
                return Record(bytes: start..<end(b, after: hereEnd, limit: limit), headerEnd: lineEnd, line: line)
            }
            if isBlank(b, start, lineEnd) { break }
        }
        return bare(b, here, hereEnd, limit)
    }

    /// `[BackgroundTask] …`: an Xcode console line whose time was switched off.
    private static func startsWithLabel(_ b: Span<UInt8>, _ start: Int, _ end: Int) -> Bool {
        let line = LogLineReader.bareLine(b, start, min(end, start + longestPrefix))
        return !line.category.isEmpty || (!line.process.isEmpty && line.pid != nil)
    }

    /// A line without a prefix, with those that its open brackets draw in.
    private func bare(_ b: Span<UInt8>, _ start: Int, _ lineEnd: Int, _ limit: Int) -> Record {
        let line = LogLineReader.bareLine(b, start, lineEnd)
        var end = lineEnd
        var depth = Self.depth(b, start, lineEnd)
        var opensNext = false
        var lines = 0
        while end < limit, lines < 400, end - start < Self.longestRecord {
            let next = Self.lineEnd(b, end + 1, limit)
            if depth <= 0 {
                // "… beyond permitted time:" announces a list on the next line.
                opensNext = lines == 0 && Self.announcesList(b, start, lineEnd, next: end + 1, next)
                guard opensNext else { break }
            }
            if end + 1 >= limit || isBlank(b, end + 1, next) { break }
            depth += Self.depth(b, end + 1, next)
            end = next
            lines += 1
        }
        return Record(bytes: start..<min(limit, end + 1), headerEnd: lineEnd, line: line)
    }

    private static func announcesList(
        _ b: Span<UInt8>, _ start: Int, _ end: Int, next: Int, _ nextEnd: Int
    ) -> Bool {
        var last = end
        while last > start, b[last - 1] <= 0x20 { last -= 1 }
        guard last > start, b[last - 1] == 0x3A else { return false }
        var i = next
        while i < nextEnd, b[i] == 0x20 || b[i] == 0x09 || b[i] == 0x2F || b[i] == 0x3E { i += 1 }
        return i < nextEnd && (b[i] == 0x7B || b[i] == 0x3C || b[i] == 0x28)
    }

    private static func depth(_ b: Span<UInt8>, _ start: Int, _ end: Int) -> Int {
        var depth = 0
        for i in start..<max(start, end) {
            switch b[i] {
            case 0x28, 0x5B, 0x7B, 0x3C: depth += 1
            case 0x29, 0x5D, 0x7D: depth -= 1
            // An arrow ("4128 -> 6176", "->method") closes nothing.
            case 0x3E where i > start && b[i - 1] != 0x2D: depth -= 1
            default: break
            }
        }
        return depth
    }

    /// Where a record ends: before the next line with a prefix.
    private mutating func end(_ b: Span<UInt8>, after headerEnd: Int, limit: Int) -> Int {
        var end = min(limit, headerEnd + 1)
        while end < limit, end - headerEnd < Self.longestRecord {
            let next = Self.lineEnd(b, end, limit)
            if read(b, end, next) != nil { return end }
            if Self.startsWithLabel(b, end, next) { return end }
            end = min(limit, next + 1)
        }
        return end
    }

    private func isBlank(_ b: Span<UInt8>, _ start: Int, _ end: Int) -> Bool {
        var i = start
        LogLineReader.skipQuoting(b, &i, end)
        return i >= end || b[i] == 0x0D
    }

    /// Where the last record before `end` begins, so that a block can be cut there; nil when none is near.
    static func lastStart(_ b: Span<UInt8>, before end: Int) -> Int? {
        var start = lineStart(b, end, max(0, end - longestRecord))
        let lowest = max(0, end - farthestStart)
        while start > lowest {
            let stop = lineEnd(b, start, end)
            if LogLineReader.read(b, start, min(stop, start + longestPrefix)) != nil { return start }
            start = lineStart(b, start - 1, lowest)
        }
        return nil
    }
}
