/// Rows copied out of Console.app: columns between tabs (or runs of blanks, when the paste lost the tabs), in whatever
/// order the window had them.
enum LogColumns {
    /// `default⇥18:38:07.622977+0800⇥hootowl⇥message`, `default 2019-01-08 13:26:14.087889 +0800 assertiond [App:1] …`.
    static func levelFirst(_ b: Span<UInt8>, _ start: Int, _ end: Int) -> LogLine? {
        guard let (wordEnd, clock, timeEnd) = levelAndTime(b, start, end) else { return nil }
        guard let level = LogLevelWord.named(LogLineReader.text(b, start, wordEnd)) else { return nil }
        if timeEnd < end, b[timeEnd] == 0x09 {
            var line = columns(b, clock, timeEnd + 1, end)
            line.level = level
            return line
        }
        var i = timeEnd
        LogClockText.skipBlanks(b, &i, end)
        var line = LogLine(.console, messageStart: i)
        line.clock = clock
        line.level = level
        let process = i
        // A name with blanks ends at a wide gap; without one in sight the first word is the name.
        while i < end, b[i] != 0x09 {
            if b[i] == 0x20, i + 1 < end, b[i + 1] == 0x20 || i - process > 0 && !hasWideGap(b, i, end) { break }
            i += 1
        }
        line.process = process..<i
        LogClockText.skipBlanks(b, &i, end)
        line.messageStart = i
        return line
    }

    private static func hasWideGap(_ b: Span<UInt8>, _ from: Int, _ end: Int) -> Bool {
        var i = from
        let limit = min(end - 1, from + 40)
        while i < limit {
            if b[i] == 0x09 || (b[i] == 0x20 && b[i + 1] == 0x20) { return true }
            if b[i] == 0x5B || b[i] == 0x3C { return false }
            i += 1
        }
        return false
    }

    /// A word or two, a gap, and a time.
    private static func levelAndTime(
        _ b: Span<UInt8>, _ start: Int, _ end: Int
    ) -> (wordEnd: Int, clock: LogClock, timeEnd: Int)? {
        var i = start
        let limit = min(end, start + 40)
        while i < limit, !LogClockText.isDigit(b[i]) { i += 1 }
        guard i < limit, i > start + 1, b[i - 1] == 0x20 || b[i - 1] == 0x09 else { return nil }
        var wordEnd = i
        while wordEnd > start, b[wordEnd - 1] == 0x20 || b[wordEnd - 1] == 0x09 { wordEnd -= 1 }
        var timeEnd = i
        guard wordEnd > start, let clock = LogClockText.read(b, &timeEnd, end) else { return nil }
        return (wordEnd, clock, timeEnd)
    }

    static func timeFirst(_ b: Span<UInt8>, _ clock: LogClock, _ start: Int, _ end: Int) -> LogLine? {
        columns(b, clock, start + 1, end)
    }

    /// The columns behind the time. The longest is the message; a level, a number and a name in reverse-DNS form are
    /// told by their looks; the process is the first name left, unless the level stands right before the last column.
    private static func columns(_ b: Span<UInt8>, _ clock: LogClock, _ start: Int, _ end: Int) -> LogLine {
        var cells: [Range<Int>] = []
        var i = start
        while i <= end, cells.count < 12 {
            let stop = cells.count == 11 ? end : LogLineReader.find(0x09, b, i, end) ?? end
            cells.append(i..<stop)
            i = stop + 1
        }
        var line = LogLine(.console, messageStart: start)
        line.clock = clock
        if cells.count == 2 {
            if !cells[0].isEmpty, b[cells[0].lowerBound] != 0x3C { line.process = cells[0] }
            line.messageStart = cells[1].lowerBound
            return line
        }
        let message = cells.indices.max { cells[$0].count < cells[$1].count } ?? 0
        var names: [Int] = []
        var levelAt: Int?
        for (index, cell) in cells.enumerated() where index != message && !cell.isEmpty {
            var at = cell.lowerBound
            if let number = LogLineReader.number(b, &at, cell.upperBound), at == cell.upperBound {
                if line.pid == nil { line.pid = number }
            } else if levelAt == nil, cell.count < 24,
                let level = LogLevelWord.named(LogLineReader.text(b, cell.lowerBound, cell.upperBound))
            {
                line.level = level
                levelAt = index
            } else if isReverseDNS(b, cell) {
                line.subsystem = cell
            } else if b[cell.lowerBound] != 0x3C {
                names.append(index)
            }
        }
        let isLevelBeforeLast = levelAt.map { $0 == cells.count - 2 } ?? false
        if isLevelBeforeLast, let last = names.last {
            line.process = cells[last]
            names.removeLast()
            if let library = names.last, library > message { line.sender = cells[library] }
            if let first = names.first, first < message { line.category = cells[first] }
        } else if let first = names.first {
            line.process = cells[first]
            if names.count > 1 { line.category = cells[names[1]] }
        }
        line.messageStart = cells[message].lowerBound
        line.messageEnd = cells[message].upperBound
        return line
    }

    /// `com.apple.runningboard`.
    private static func isReverseDNS(_ b: Span<UInt8>, _ cell: Range<Int>) -> Bool {
        var dots = 0
        for i in cell {
            if b[i] == 0x2E { dots += 1 } else if !LogClockText.isNamePart(b[i]), b[i] != 0x2D { return false }
        }
        return dots >= 2
    }
}
