import AppleFormats
import DiagnosticModel

/// Reads logs written as JSON: `log show --style json` and `ndjson`, pymobiledevice3, go-ios and their like. Keys are
/// matched by meaning, because each tool has names of its own.
struct JSONLogReader {
    enum Time {
        case clock(LogClock)
        /// Microseconds since 1970.
        case epoch(Int64)
    }

    struct Found {
        var entry: LogEntry
        var time: Time?
        var level: LogLevel
        var process: Range<Int>
        var isRedacted: Bool
    }

    /// The objects of the log in a block, whether it is one object a line or an array over many lines.
    func objects(in bytes: [UInt8], to end: Int) -> [Range<Int>] {
        var found: [Range<Int>] = []
        Self.scan(bytes, to: end) { found.append($0) }
        return found
    }

    /// True when an object writes brackets as `\\u003c`, as Go does: its literals must be looked for in the decoded text.
    static func hidesBrackets(_ bytes: [UInt8], _ object: Range<Int>) -> Bool {
        var i = object.lowerBound
        let span = bytes.span
        while let at = ByteScan.first(0x5C, span, from: i, to: object.upperBound - 5) {
            if bytes[at + 1] == 0x75, bytes[at + 2] == 0x30, bytes[at + 3] == 0x30 { return true }
            i = at + 2
        }
        return false
    }

    /// Behind the last whole object of a block; nil when none ends in it.
    static func cut(_ bytes: [UInt8]) -> Int? {
        var last: Int?
        scan(bytes, to: bytes.count) { last = $0.upperBound }
        return last
    }

    /// Calls back for every object that is no part of another. Arrays around objects do not count.
    private static func scan(_ bytes: [UInt8], to end: Int, _ found: (Range<Int>) -> Void) {
        var depth = 0
        var start = 0
        var i = 0
        while i < end {
            switch bytes[i] {
            case 0x7B:
                if depth == 0 { start = i }
                depth += 1
            case 0x7D:
                if depth > 0 {
                    depth -= 1
                    if depth == 0 { found(start..<i + 1) }
                }
            case 0x22 where depth > 0:
                i += 1
                while i < end, bytes[i] != 0x22 { i += bytes[i] == 0x5C ? 2 : 1 }
            default: break
            }
            i += 1
        }
    }

    /// True when an object looks like a record of a log.
    static func isRecord(_ object: JSONValue) -> Bool {
        guard object.kind == .object, let message = first(object, messageKeys)?.string else { return false }
        let text = Array(message.utf8.prefix(512))
        if LogLineReader.read(text.span, 0, text.count) != nil { return true }
        return first(object, timeKeys) != nil || first(object, pidKeys) != nil || first(object, levelKeys) != nil
    }

    private static let messageKeys = ["eventMessage", "message", "msg", "log", "text"]
    private static let timeKeys = ["timestamp", "time", "date", "@timestamp", "ts"]
    private static let pidKeys = ["processID", "pid", "process_id", "processId"]
    private static let levelKeys = ["messageType", "level", "log_level", "logLevel", "type"]
    /// pymobiledevice3 calls the process's path `filename` and the library `image_name`.
    private static let processKeys = [
        "processImagePath", "process", "processName", "process_name", "procname", "filename", "imageName", "image_name",
    ]
    private static let senderKeys = ["senderImagePath", "sender", "image_name", "imageName", "image_path", "imagePath"]

    private static func first(_ object: JSONValue, _ keys: [String]) -> JSONValue? {
        for key in keys { if let value = object[key], value.kind != .null { return value } }
        return nil
    }

    static func record(_ bytes: [UInt8], _ range: Range<Int>, _ extra: inout LogExtraBytes) -> Found? {
        let document = JSONDocument.read(Array(bytes[range]))
        guard let root = document.root, isRecord(root), let text = first(root, messageKeys)?.string else { return nil }
        var message = Array(text.utf8)
        var found = Found(
            entry: LogEntry(message: 0..<0, raw: range, inputBytes: range, line: 0), level: .unknown, process: 0..<0,
            isRedacted: text.contains("<private>"))
        found.time = time(first(root, timeKeys))
        // A relay's own line inside: its prefix says more than the wrapper.
        if let inner = LogLineReader.read(message.span, 0, message.count) {
            found.entry.process = extra.append(message[inner.process])
            found.entry.sender = extra.append(message[inner.sender])
            found.entry.subsystem = extra.append(message[inner.subsystem])
            found.entry.category = extra.append(message[inner.category])
            found.entry.pid = inner.pid
            found.level = LogLevel(inner.level)
            if found.time == nil, let clock = inner.clock { found.time = .clock(clock) }
            message.removeFirst(min(message.count, inner.messageStart))
        } else {
            readColumns(root, &found, &extra)
        }
        if VisText.isEscaped(message.span, 0, message.count) {
            var decoded: [UInt8] = []
            VisText.decode(message.span, 0, message.count, into: &decoded)
            message = decoded
        }
        found.entry.message = extra.append(message)
        found.entry.level = found.level
        found.process = found.entry.process
        return found
    }

    private static func readColumns(_ root: JSONValue, _ found: inout Found, _ extra: inout LogExtraBytes) {
        let label = root["label"].flatMap { $0.kind == .object ? $0 : nil } ?? root
        found.entry.process = extra.append(baseName(first(root, processKeys)?.string).utf8)
        found.entry.sender = extra.append(baseName(first(root, senderKeys)?.string).utf8)
        found.entry.subsystem = extra.append((label["subsystem"]?.string ?? "").utf8)
        found.entry.category = extra.append((label["category"]?.string ?? "").utf8)
        found.entry.pid = first(root, pidKeys).flatMap { Int($0.text ?? "") }
        let level = first(root, levelKeys)?.text ?? ""
        found.level = LogLevelWord.named(level).map { LogLevel($0) } ?? .unknown
    }

    private static func baseName(_ path: String?) -> String {
        guard let path else { return "" }
        return path.utf8.lastIndex(of: 0x2F).map { String(path[path.index(after: $0)...]) } ?? path
    }

    /// A text, seconds since 1970, or milli-, micro- or nanoseconds told by their size.
    private static func time(_ value: JSONValue?) -> Time? {
        guard let value else { return nil }
        if value.kind == .string, let text = value.string {
            var bytes = Array(text.utf8)
            var i = 0
            if let clock = LogClockText.readAny(bytes.span, &i, bytes.count) { return .clock(clock) }
            bytes.removeAll()
            return Double(text).flatMap(epoch)
        }
        return value.text.flatMap { Double($0) }.flatMap(epoch)
    }

    private static func epoch(_ number: Double) -> Time? {
        guard number > 1e8, number < 1e19 else { return nil }
        var seconds = number
        while seconds > 1e11 { seconds /= 1000 }
        return .epoch(Int64(seconds * 1e6))
    }
}
