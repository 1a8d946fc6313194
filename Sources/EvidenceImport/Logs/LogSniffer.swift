import AppleFormats

/// Tells a log from a report by the first part of a text.
enum LogSniffer {
    enum Kind { case text, json }

    /// Enough lines with the prefix of a log tool, or objects that look like log records; nil for anything else.
    static func sniff(_ head: [UInt8]) -> Kind? {
        let start = InputKind.firstContent(head)
        guard start < head.count else { return nil }
        if head[start] == 0x7B || head[start] == 0x5B, isJSONLog(head) { return .json }
        return isTextLog(head) ? .text : nil
    }

    /// The kind of a head that may be binary, compressed or of another encoding.
    static func kind(of head: [UInt8]) -> Kind? {
        switch InputKind.sniff(head) {
        case .text, .json: sniff(head)
        default: nil
        }
    }

    /// The first few objects say it; a report's header is one too, and its body is not looked at.
    private static func isJSONLog(_ head: [UInt8]) -> Bool {
        for limit in [4 << 10, 64 << 10] {
            let sample = Array(head.prefix(limit))
            let objects = JSONLogReader().objects(in: sample, to: sample.count)
            for object in objects.prefix(3) {
                if let root = JSONDocument.read(Array(sample[object])).root, JSONLogReader.isRecord(root) {
                    return true
                }
            }
            if !objects.isEmpty { return false }
        }
        return false
    }

    /// A fifth of the lines, and at least one.
    private static func isTextLog(_ head: [UInt8]) -> Bool {
        let span = head.span
        let limit = min(head.count, 128 << 10)
        var start = 0
        var lines = 0
        var records = 0
        while start < limit {
            let end = ByteScan.firstLineFeed(span, from: start, to: limit)
            if end > start {
                lines += 1
                if LogLineReader.read(span, start, min(end, start + 2048)) != nil { records += 1 }
            }
            start = end + 1
        }
        return records > 0 && records * 5 >= lines
    }
}
