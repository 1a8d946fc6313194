import AppleFormats
import DiagnosticModel

/// Makes an entry of a record found in a text log: the message whole, without prefix, quoting and escapes.
enum LogEntryMaker {
    static func entry(
        _ record: LogRecordFinder.Record, _ b: Span<UInt8>, _ extra: inout LogExtraBytes, offset: Int, line: Int
    ) -> LogEntry {
        let prefix = record.line
        var end = record.bytes.upperBound
        while end > prefix.messageStart, b[end - 1] <= 0x20 { end -= 1 }
        let message = prefix.messageStart..<max(prefix.messageStart, min(end, prefix.messageEnd ?? end))
        let raw = record.bytes.lowerBound..<max(record.bytes.lowerBound, end)
        var entry = LogEntry(
            message: message, raw: raw.prefix(2 * EvidenceLocation.excerptLimit), inputBytes: raw.shifted(by: offset),
            line: line)
        entry.process = trimmed(prefix.process, b)
        entry.sender = prefix.sender
        entry.subsystem = prefix.subsystem
        entry.category = prefix.category
        entry.pid = prefix.pid.flatMap { $0 >= 0 ? $0 : nil }
        entry.level = LogLevel(prefix.level)
        if needsCleaning(b, message, headerEnd: record.headerEnd, quoting: prefix.quoting) {
            entry.message = clean(b, message, headerEnd: record.headerEnd, quoting: prefix.quoting, &extra)
        }
        entry.isTruncated = isTruncated(b, message, headerEnd: record.headerEnd, style: prefix.style)
        return entry
    }

    private static func trimmed(_ range: Range<Int>, _ b: Span<UInt8>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, b[start] == 0x20 { start += 1 }
        while end > start, b[end - 1] == 0x20 { end -= 1 }
        return start..<end
    }

    private static func needsCleaning(_ b: Span<UInt8>, _ message: Range<Int>, headerEnd: Int, quoting: Int) -> Bool {
        if quoting > 0, message.upperBound > headerEnd { return true }
        if ByteScan.firstEscape(b, from: message.lowerBound, to: message.upperBound) != nil { return true }
        return message.last.map { b[$0] == 0x60 } ?? false
    }

    private static func clean(
        _ b: Span<UInt8>, _ message: Range<Int>, headerEnd: Int, quoting: Int, _ extra: inout LogExtraBytes
    ) -> Range<Int> {
        var out: [UInt8] = []
        out.reserveCapacity(message.count)
        var start = message.lowerBound
        while start < message.upperBound {
            let end = LogRecordFinder.lineEnd(b, start, message.upperBound)
            if start > headerEnd, quoting > 0 { LogLineReader.skipQuoting(b, &start, end) }
            if !out.isEmpty { out.append(0x0A) }
            VisText.decode(b, start, end, into: &out)
            start = end + 1
        }
        out.removeAll { $0 == 0x0D || $0 == 0x00 }
        while let last = out.last, last == 0x60 || last == 0x20 { out.removeLast() }
        return extra.append(out)
    }

    /// A record that stops inside a bracket: relays cut long lines (idevicesyslog since iOS 18.5), and so do copies that
    /// end in an ellipsis.
    private static func isTruncated(
        _ b: Span<UInt8>, _ message: Range<Int>, headerEnd: Int, style: LogLine.Style
    ) -> Bool {
        guard message.count > 3 else { return false }
        let last = message.upperBound - 1
        // "…" or "..." at the very end of an open angle bracket or quotation.
        let endsInDots = b[last] == 0x2E && b[last - 1] == 0x2E && b[last - 2] == 0x2E
        let endsInEllipsis = b[last] == 0xA6 && b[last - 1] == 0x80 && b[last - 2] == 0xE2
        let isMarked = endsInDots || endsInEllipsis
        guard isMarked || style == .syslog else { return false }
        var depth = 0
        for i in message {
            switch b[i] {
            case 0x3C: depth += 1
            case 0x3E where i > 0 && b[i - 1] != 0x2D: depth -= 1
            // "Received state update for 7 (app<…>, running-active-Visible" never closes its own.
            case 0x28: depth += isMarked ? 1 : 0
            case 0x29: depth -= isMarked ? 1 : 0
            default: break
            }
        }
        return depth > 0
    }

    private static let redaction = Array("<private>".utf8)

    static func isRedacted(_ b: Span<UInt8>, _ range: Range<Int>) -> Bool {
        var from = range.lowerBound
        while let open = ByteScan.first(0x3C, b, from: from, to: range.upperBound - redaction.count + 1) {
            var j = 1
            while j < redaction.count, b[open + j] == redaction[j] { j += 1 }
            if j == redaction.count { return true }
            from = open + 1
        }
        return false
    }
}
