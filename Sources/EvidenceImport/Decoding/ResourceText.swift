import AppleFormats
import DiagnosticModel

/// What resource reports measured, from their header lines or their exception.
enum ResourceText {
    /// CPU, wakeups, disk-write and hang reports print `Event:`, `Action taken:` and a sentence with numbers:
    /// `48 seconds cpu time over 50 seconds (97% cpu average), exceeding limit of 80% cpu over 60 seconds`.
    static func fromHeaders(_ report: TextReport) -> (use: ResourceUse, header: TextReport.Header)? {
        guard let event = report.header("event") else { return nil }
        var use = ResourceUse(event: event.value.lowercased())
        use.action = report.header("actiontaken")?.value
        if let action = use.action?.lowercased() { use.fatal = action.contains("kill") || action.contains("terminat") }
        use.duration = report.header("duration", "cpuduration", "writesduration", "wakeupsduration").flatMap {
            NumberText.lenient($0.value)
        }
        let sentence = report.header("cpu", "writes", "wakeups", "hang", "memory", "footprint")
        use.summary = sentence?.value
        func number(_ keys: String...) -> Double? {
            for key in keys {
                if let value = report.header(key).flatMap({ NumberText.lenient($0.value) }) { return value }
            }
            return nil
        }
        switch true {
        case use.event.contains("cpu"):
            use.used = number("cpuused", "cpu")
            use.limit = number("cpulimit")
            use.unit = "seconds"
        case use.event.contains("writ"):
            use.used = number("writescaused", "writes")
            use.limit = number("writeslimit")
            use.unit = "MB"
        case use.event.contains("wake"):
            use.used = number("wakeupscaused", "wakeups")
            use.limit = number("wakeupslimit")
            use.unit = "wakeups"
        case use.event.contains("hang"):
            use.used = use.duration
            use.unit = "seconds"
        default: break
        }
        return (use, event)
    }

    /// `EXC_RESOURCE` with subtype `CPU`, `WAKEUPS`, `MEMORY`, `IO`; the note or message says whether it was fatal.
    static func fromException(_ exception: ExceptionInfo, message: String?) -> ResourceUse? {
        let words = ((exception.subtype ?? "") + " " + (message ?? "") + " " + (exception.codes ?? "")).uppercased()
        let events = [
            ("WAKEUPS", "wakeups", "wakeups"), ("MEMORY", "memory", "MB"), ("CPU", "cpu usage", "seconds"),
            ("IO", "disk writes", "MB"), ("PORTS", "ports", "ports"), ("THREADS", "threads", "threads"),
        ]
        guard let match = events.first(where: { words.contains($0.0) }) else { return nil }
        var use = ResourceUse(event: match.1)
        use.unit = match.2
        use.summary = message ?? exception.subtype
        if words.contains("NON-FATAL") || (exception.note ?? "").uppercased().contains("NON-FATAL") {
            use.fatal = false
            use.action = "none"
        } else if words.contains("FATAL") || exception.signal == "SIGKILL" {
            use.fatal = true
        }
        if let limit = words.range(of: "LIMIT") { use.limit = NumberText.lenient(String(words[limit.upperBound...])) }
        return use
    }
}

extension String {
    /// Range of a needle, without Foundation.
    func range(of needle: String) -> Range<Index>? {
        let pattern = Array(needle.utf8)
        guard let first = pattern.first else { return nil }
        var start = utf8.startIndex
        while start < utf8.endIndex {
            if utf8[start] == first, utf8[start...].starts(with: pattern) {
                return start..<utf8.index(start, offsetBy: pattern.count)
            }
            start = utf8.index(after: start)
        }
        return nil
    }
}
