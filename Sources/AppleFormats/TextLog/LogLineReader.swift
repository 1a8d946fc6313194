/// Takes the prefix of one line of a text log apart, whatever tool printed it.
///
/// The style is found anew for each line, because people paste logs of several tools into one file. A line that has
/// neither a time nor a column that looks like a prefix is no record's first line: it continues the one before.
/// Styles as captured from iOS 3 to 27 devices, `log` of macOS 10.12 to 26, idevicesyslog, Console.app and Xcode.
public enum LogLineReader {
    /// nil when the line does not start a record.
    public static func read(_ b: Span<UInt8>, _ start: Int, _ end: Int) -> LogLine? {
        var i = start
        skipQuoting(b, &i, end)
        let quoting = i - start
        guard i < end else { return nil }
        var line = dispatch(b, i, end)
        if line == nil, b[i] == 0x5B { line = tagged(b, i, end) }
        line?.quoting = quoting
        return line
    }

    /// Blanks and the marks that quoting, comments, lists and code spans put before a line.
    public static func skipQuoting(_ b: Span<UInt8>, _ i: inout Int, _ end: Int) {
        while i < end {
            switch b[i] {
            case 0x20, 0x09, 0x3E, 0x60, 0x7C, 0x00: i += 1
            case 0x2F where i + 1 < end && b[i + 1] == 0x2F: i += 2
            case 0x2A, 0x23, 0x2D:
                guard i + 1 < end, b[i + 1] == 0x20 || b[i + 1] == b[i] else { return }
                i += 1
            case 0xEF where i + 2 < end && b[i + 1] == 0xBB && b[i + 2] == 0xBF: i += 3
            default: return
            }
        }
    }

    private static func dispatch(_ b: Span<UInt8>, _ i: Int, _ end: Int) -> LogLine? {
        let first = b[i]
        if LogClockText.isDigit(first) { return timeFirst(b, i, end) }
        if (first | 0x20) &- 0x61 < 26 || first >= 0x80 || first == 0x3C {
            return syslog(b, i, end) ?? LogColumns.levelFirst(b, i, end)
        }
        return nil
    }

    /// `[IOSSyslogLog] [12:01:33] Mar 11 …`: tags of test tools; the time in one serves when nothing better follows.
    private static func tagged(_ b: Span<UInt8>, _ start: Int, _ end: Int) -> LogLine? {
        var i = start
        var clock: LogClock?
        for _ in 0..<4 {
            guard i < end, b[i] == 0x5B, let close = find(0x5D, b, i, min(end, i + 64)) else { break }
            var inside = i + 1
            if clock == nil, let found = LogClockText.read(b, &inside, close), inside == close { clock = found }
            i = close + 1
            LogClockText.skipBlanks(b, &i, end)
        }
        guard i > start, i < end else { return nil }
        if var line = dispatch(b, i, end) {
            if line.clock == nil { line.clock = clock }
            return line
        }
        guard let clock else { return nil }
        var line = LogLine(.timed, messageStart: i)
        line.clock = clock
        readProcess(b, &line, end)
        return line
    }

    // MARK: time first

    private static func timeFirst(_ b: Span<UInt8>, _ start: Int, _ end: Int) -> LogLine? {
        var i = start
        guard let clock = LogClockText.read(b, &i, end) else { return nil }
        guard i < end else { return bare(.timed, clock, i) }
        if b[i] == 0x09 { return LogColumns.timeFirst(b, clock, i, end) }
        guard b[i] == 0x20 else { return nil }
        LogClockText.skipBlanks(b, &i, end)
        if clock.year != nil {
            if let line = logShow(b, clock, i, end) { return line }
            if let line = compact(b, clock, i, end) { return line }
        }
        if let line = bracketed(b, clock, i, end) { return line }
        var line = bare(.timed, clock, i)
        readProcess(b, &line, end)
        return line
    }

    private static func bare(_ style: LogLine.Style, _ clock: LogClock?, _ start: Int) -> LogLine {
        var line = LogLine(style, messageStart: start)
        line.clock = clock
        return line
    }

    /// `0x643cab   Default     0x0                  16896  0    runningboardd: (RunningBoard) [sub:cat] …`.
    private static func logShow(_ b: Span<UInt8>, _ clock: LogClock, _ start: Int, _ end: Int) -> LogLine? {
        guard start + 2 < end, b[start] == 0x30, b[start + 1] == 0x78 else { return nil }
        var i = start
        skipWord(b, &i, end)
        LogClockText.skipBlanks(b, &i, end)
        let type = i
        skipWord(b, &i, end)
        guard i > type, let level = LogLevelWord.named(text(b, type, i)) else { return nil }
        LogClockText.skipBlanks(b, &i, end)
        skipWord(b, &i, end)
        LogClockText.skipBlanks(b, &i, end)
        guard let pid = number(b, &i, end) else { return nil }
        LogClockText.skipBlanks(b, &i, end)
        _ = number(b, &i, end)
        LogClockText.skipBlanks(b, &i, end)
        var line = bare(.logShow, clock, i)
        line.level = level
        line.pid = pid
        if let colon = find(0x3A, b, i, min(end, i + 256)), colon > i {
            line.process = i..<colon
            line.messageStart = min(end, colon + 2)
            readSender(b, &line, end)
        }
        return line
    }

    /// `Df runningboardd[16896:643cab] (lib) [com.apple.runningboard:ttl] …`; the thread is hexadecimal.
    private static func compact(_ b: Span<UInt8>, _ clock: LogClock, _ start: Int, _ end: Int) -> LogLine? {
        guard start + 4 < end, let level = LogLevelWord.compact(b[start], b[start + 1]),
            b[start + 2] == 0x20
        else { return nil }
        var i = start + 2
        LogClockText.skipBlanks(b, &i, end)
        guard let (open, close, pid) = processBracket(b, i, end) else { return nil }
        var line = bare(.logCompact, clock, min(end, close + 1))
        line.level = level
        line.process = i..<open
        line.pid = pid
        skipOneBlank(b, &line, end)
        readSender(b, &line, end)
        return line
    }

    /// `Willow[886:367181] …` (Xcode) and ` localhost assertiond[29105]: …` (`log --style syslog`).
    private static func bracketed(_ b: Span<UInt8>, _ clock: LogClock, _ start: Int, _ end: Int) -> LogLine? {
        guard let (open, close, pid) = processBracket(b, start, end) else { return nil }
        let isSyslog = close + 1 < end && b[close + 1] == 0x3A
        var line = bare(isSyslog ? .logSyslog : .xcode, clock, close + 1)
        line.process = start..<open
        line.pid = pid
        if isSyslog {
            line.messageStart = close + 2
            // The host stands before the process; process names with blanks keep theirs.
            if let blank = find(0x20, b, start, open) {
                var i = blank
                LogClockText.skipBlanks(b, &i, open)
                line.process = i..<open
            }
        } else if clock.year == nil, find(0x3A, b, open, close) == nil {
            return nil
        }
        skipOneBlank(b, &line, end)
        splitLibrary(b, &line)
        // pymobiledevice3 prints syslog's level behind a date of its own.
        if readLevel(b, &line, end), !isSyslog || !line.sender.isEmpty { line.style = .syslog }
        readSender(b, &line, end)
        return line
    }

    /// `Willow{UIKitCore}[2915] <DEFAULT>: …` of pymobiledevice3.
    private static func splitLibrary(_ b: Span<UInt8>, _ line: inout LogLine) {
        guard let last = line.process.last, b[last] == 0x7D,
            let open = findBackwards(0x7B, b, last, line.process.lowerBound), open > line.process.lowerBound
        else { return }
        line.sender = open + 1..<last
        line.process = line.process.lowerBound..<open
    }

    /// `<Notice>: ` before the message.
    private static func readLevel(_ b: Span<UInt8>, _ line: inout LogLine, _ end: Int) -> Bool {
        var i = line.messageStart
        guard i < end, b[i] == 0x3C, let close = find(0x3E, b, i, min(end, i + 16)),
            let level = LogLevelWord.named(text(b, i + 1, close))
        else { return false }
        line.level = level
        i = close + 1
        if i < end, b[i] == 0x3A { i += 1 }
        LogClockText.skipBlanks(b, &i, end)
        line.messageStart = i
        return true
    }

    // MARK: syslog

    private static func syslog(_ b: Span<UInt8>, _ start: Int, _ end: Int) -> LogLine? {
        var i = start
        guard let clock = LogClockText.readSyslog(b, &i, end), i < end, b[i] == 0x20 else { return nil }
        i += 1
        var line = bare(.syslog, clock, i)
        readSyslogProcess(b, &line, from: i, end)
        return line
    }

    /// `Some-iPad itunescloudd(CFNetwork)[534] <Notice>: …`, `BG[21017] <Warning>: …`, `SpringBoard[1557] : …`.
    private static func readSyslogProcess(_ b: Span<UInt8>, _ line: inout LogLine, from start: Int, _ end: Int) {
        guard let (open, close, pid) = processBracket(b, start, end) else { return }
        var nameEnd = open
        if b[open - 1] == 0x29, let paren = findBackwards(0x28, b, open, start) {
            line.sender = paren + 1..<open - 1
            nameEnd = paren
        }
        var nameStart = start
        if let blank = find(0x20, b, start, nameEnd) { nameStart = blank + 1 }
        line.process = nameStart..<nameEnd
        line.pid = pid
        var i = close + 1
        LogClockText.skipBlanks(b, &i, end)
        if i < end, b[i] == 0x3C, let bracket = find(0x3E, b, i, min(end, i + 16)) {
            line.level = LogLevelWord.named(text(b, i + 1, bracket)) ?? .none
            i = bracket + 1
        }
        if i < end, b[i] == 0x3A { i += 1 }
        line.messageStart = min(end, i)
        skipOneBlank(b, &line, end)
    }

    // MARK: parts

    /// What stands before a message that has a process but no other prefix: `Harbour[680:653930] …`,
    /// `symptomsd(SymptomEvaluator)[129] <Notice>: …`, `kernel: …`, `assertiond [OurApp:24424] …`.
    public static func bareLine(_ b: Span<UInt8>, _ start: Int, _ end: Int) -> LogLine {
        var i = start
        skipQuoting(b, &i, end)
        var line = LogLine(.bare, messageStart: i)
        line.quoting = i - start
        readProcess(b, &line, end)
        return line
    }

    private static func readProcess(_ b: Span<UInt8>, _ line: inout LogLine, _ end: Int) {
        let start = line.messageStart
        if let (open, close, pid) = processBracket(b, start, end), close + 1 < end, isProcessEnd(b, close + 1, end),
            find(0x20, b, start, open) == nil
        {
            line.process = start..<open
            line.pid = pid
            line.messageStart = close + 1
            readSyslogProcess(b, &line, from: start, end)
            readSender(b, &line, end)
            return
        }
        var i = start
        while i < end, LogClockText.isNamePart(b[i]) || b[i] == 0x2E || b[i] == 0x2D { i += 1 }
        guard i > start, i + 1 < end else { return readSender(b, &line, end) }
        let isLabel = b[i] == 0x3A && b[i + 1] == 0x20
        let isBeforeHandle = b[i] == 0x20 && (b[i + 1] == 0x5B || isDaemon(b, start, i))
        if isLabel || isBeforeHandle {
            line.process = start..<i
            line.messageStart = i + (isLabel ? 2 : 1)
        }
        readSender(b, &line, end)
    }

    private static func isProcessEnd(_ b: Span<UInt8>, _ at: Int, _ end: Int) -> Bool {
        b[at] == 0x3A || (b[at] == 0x20 && at + 1 < end)
    }

    /// Lower case letters that end in "d", as system daemons are called.
    private static func isDaemon(_ b: Span<UInt8>, _ start: Int, _ end: Int) -> Bool {
        guard end - start >= 4, b[end - 1] == 0x64 else { return false }
        for i in start..<end where !(b[i] &- 0x61 < 26) { return false }
        return true
    }

    /// `(RunningBoard) [com.apple.runningboard:assertion] ` before the message; `[BackgroundTask] ` in Xcode.
    static func readSender(_ b: Span<UInt8>, _ line: inout LogLine, _ end: Int) {
        var i = line.messageStart
        if i < end, b[i] == 0x28, let close = find(0x29, b, i, min(end, i + 128)), close + 1 < end,
            b[close + 1] == 0x20,
            find(0x20, b, i, close) == nil, find(0x3A, b, i, close) == nil
        {
            line.sender = i + 1..<close
            i = close + 2
        }
        if i < end, b[i] == 0x5B, let close = find(0x5D, b, i, min(end, i + 128)), close + 1 < end, b[close + 1] == 0x20
        {
            // A handle ("[app<…>:77]", "[Juniper:12636]") is part of the message; a label has no digits behind a colon.
            let colon = findBackwards(0x3A, b, close, i)
            let isHandle = colon.map { $0 + 1 < close && LogClockText.isDigit(b[$0 + 1]) } ?? false
            if !isHandle, find(0x3C, b, i, close) == nil, find(0x20, b, i, close) == nil, b[i + 1] != 0x28 {
                if let colon {
                    line.subsystem = i + 1..<colon
                    line.category = colon + 1..<close
                } else {
                    line.category = i + 1..<close
                }
                i = close + 2
            }
        }
        line.messageStart = min(i, end)
    }

    /// The first `[digits]` or `[digits:thread]` of the line, and what it says. The name before it is not empty.
    private static func processBracket(
        _ b: Span<UInt8>, _ start: Int, _ end: Int
    ) -> (open: Int, close: Int, pid: Int)? {
        var from = start
        let limit = min(end, start + 160)
        while let open = find(0x5B, b, from, limit) {
            var i = open + 1
            if open > start, let pid = number(b, &i, limit), i < limit {
                if b[i] == 0x3A {
                    i += 1
                    while i < limit, b[i] != 0x5D, LogClockText.isNamePart(b[i]) { i += 1 }
                }
                if i < limit, b[i] == 0x5D { return (open, i, pid) }
            }
            from = open + 1
        }
        return nil
    }

    private static func skipOneBlank(_ b: Span<UInt8>, _ line: inout LogLine, _ end: Int) {
        if line.messageStart < end, b[line.messageStart] == 0x20 { line.messageStart += 1 }
    }

    static func skipWord(_ b: Span<UInt8>, _ i: inout Int, _ end: Int) {
        while i < end, b[i] != 0x20, b[i] != 0x09 { i += 1 }
    }

    /// Decimal digits, perhaps behind a minus (a pid that is not known is -1); nil when none or too many.
    static func number(_ b: Span<UInt8>, _ i: inout Int, _ end: Int) -> Int? {
        var at = i
        let isNegative = at < end && b[at] == 0x2D
        if isNegative { at += 1 }
        let first = at
        var value = 0
        while at < end, LogClockText.isDigit(b[at]), at - first < 10 {
            value = value * 10 + Int(b[at] - 0x30)
            at += 1
        }
        guard at > first else { return nil }
        i = at
        return isNegative ? -value : value
    }

    static func find(_ byte: UInt8, _ b: Span<UInt8>, _ start: Int, _ end: Int) -> Int? {
        ByteScan.first(byte, b, from: start, to: end)
    }

    private static func findBackwards(_ byte: UInt8, _ b: Span<UInt8>, _ from: Int, _ start: Int) -> Int? {
        var i = from - 1
        while i >= start {
            if b[i] == byte { return i }
            i -= 1
        }
        return nil
    }

    static func text(_ b: Span<UInt8>, _ start: Int, _ end: Int) -> String {
        var bytes: [UInt8] = []
        for i in start..<max(start, end) { bytes.append(b[i]) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
