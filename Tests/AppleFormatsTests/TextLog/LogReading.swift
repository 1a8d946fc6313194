import Testing

@testable import AppleFormats

/// One line's prefix taken apart, as texts.
struct LogReading: Equatable, CustomStringConvertible {
    var style: LogLine.Style?
    var process = ""
    var pid: Int?
    var level = LogLevelWord.none
    var sender = ""
    var label = ""
    var message = ""
    /// Microseconds since midnight.
    var time: Int64?
    var date = ""
    var zone: Int?
    var quoting = 0

    init(_ line: LogLine?, of bytes: [UInt8]) {
        guard let line else { return }
        func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
        style = line.style
        process = text(line.process)
        pid = line.pid
        level = line.level
        sender = text(line.sender)
        label = [text(line.subsystem), text(line.category)].filter { !$0.isEmpty }.joined(separator: ":")
        message = text(line.messageStart..<(line.messageEnd ?? bytes.count))
        time = line.clock?.timeOfDay
        zone = line.clock?.zoneMinutes
        quoting = line.quoting
        if let clock = line.clock, let month = clock.month, let day = clock.day {
            date = "\(clock.year.map(String.init) ?? "?")-\(month)-\(day)"
        }
    }

    init(_ text: String) {
        let bytes = Array(text.utf8)
        self.init(LogLineReader.read(bytes.span, 0, bytes.count), of: bytes)
    }

    /// The line read as one without a prefix.
    init(bare text: String) {
        let bytes = Array(text.utf8)
        self.init(LogLineReader.bareLine(bytes.span, 0, bytes.count), of: bytes)
    }

    /// "console Willow[886] default lib com.apple.UIKit:BackgroundTask | message".
    var description: String {
        guard let style else { return "nothing" }
        var words = ["\(style)", process + (pid.map { "[\($0)]" } ?? "")]
        if level != .none { words.append("\(level)") }
        if !sender.isEmpty { words.append("(\(sender))") }
        if !label.isEmpty { words.append("[\(label)]") }
        return words.joined(separator: " ") + " | " + message
    }

    /// Microseconds since midnight.
    static func clock(_ hour: Int64, _ minute: Int64, _ second: Int64, _ micros: Int64 = 0) -> Int64 {
        (hour * 3600 + minute * 60 + second) * 1_000_000 + micros
    }
}

/// A line and what it must be taken for.
struct LogLineCase: Sendable, CustomTestStringConvertible {
    var line: String
    var reading: String
    var testDescription: String { line }

    init(_ line: String, _ reading: String) {
        self.line = line
        self.reading = reading
    }
}
