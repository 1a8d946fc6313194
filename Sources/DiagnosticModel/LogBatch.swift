/// One record of a system log: a line of a text log with its continuation lines, an object of a JSON log.
///
/// All ranges are offsets into the bytes of the batch it came in, so that a gigabyte of log costs no string.
public struct LogEntry: Sendable {
    /// Microseconds since 1970-01-01T00:00:00Z; nil when the record has no time.
    public var time: Int64?
    /// The message without its prefix; escapes decoded and quoting removed.
    public var message: Range<Int>
    /// The process's name (not its path); empty when the record does not say.
    public var process: Range<Int>
    /// The library that logged: `(CFNetwork)`; empty when the record does not say.
    public var sender: Range<Int>
    public var subsystem: Range<Int>
    public var category: Range<Int>
    public var pid: Int?
    public var level: LogLevel
    /// The first `raw.count` bytes of the record as it stands in the input, for citations.
    public var raw: Range<Int>
    /// Bytes of the input.
    public var inputBytes: Range<Int>
    /// 1-based line in the input.
    public var line: Int
    /// Where in `LogBatch.hits` the numbers of the literals stand that occur in the record.
    public var hits: Range<Int>
    /// The record ends in the middle: the tool that wrote the log cut it.
    public var isTruncated: Bool

    public init(message: Range<Int>, raw: Range<Int>, inputBytes: Range<Int>, line: Int) {
        self.message = message
        self.raw = raw
        self.inputBytes = inputBytes
        self.line = line
        process = 0..<0
        sender = 0..<0
        subsystem = 0..<0
        category = 0..<0
        level = .unknown
        hits = 0..<0
        isTruncated = false
    }
}

/// How loud a record was. Old systems' Notice and Warning count as `default`, as `log` itself shows them.
public enum LogLevel: UInt8, Sendable, CaseIterable {
    case unknown, debug, info, `default`, error, fault, stateDump, activity

    public var name: String {
        switch self {
        case .unknown: "unknown"
        case .debug: "debug"
        case .info: "info"
        case .default: "default"
        case .error: "error"
        case .fault: "fault"
        case .stateDump: "state dump"
        case .activity: "activity"
        }
    }
}

/// Some records of one log, in the order of the input, with the bytes they refer to.
public struct LogBatch: Sendable {
    /// Index of the ledger entry.
    public var source: Int
    public var bytes: [UInt8]
    public var entries: [LogEntry]
    /// Numbers of the literals found, record after record.
    public var hits: [UInt16]
    /// Minutes east of UTC in which the log's times are shown.
    public var zoneMinutes: Int

    public init(source: Int, bytes: [UInt8] = []) {
        self.source = source
        self.bytes = bytes
        entries = []
        hits = []
        zoneMinutes = 0
    }

    public func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range.clamped(to: 0..<bytes.count)], as: UTF8.self)
    }

    /// Where a record stands, for citing it.
    public func location(_ entry: LogEntry) -> EvidenceLocation {
        let raw = entry.raw.clamped(to: 0..<bytes.count)
        let isCut = raw.count > EvidenceLocation.excerptLimit || entry.inputBytes.count > raw.count
        return EvidenceLocation(
            source: source, bytes: entry.inputBytes, line: entry.line,
            excerpt: text(raw.prefix(EvidenceLocation.excerptLimit)) + (isCut ? "…" : ""))
    }
}

/// What one log covers, and what it does not: every answer drawn from it is limited by this.
public struct LogCoverage: Sendable {
    /// Where a part of a time came from that the record itself did not give.
    public enum Origin: String, Sendable { case record, device, assumed }

    public struct Gap: Sendable, Equatable {
        /// Microseconds UTC of the last record before and the first after.
        public var from: Int64
        public var to: Int64
        public var line: Int

        public init(from: Int64, to: Int64, line: Int) {
            self.from = from
            self.to = to
            self.line = line
        }
    }

    public var source: Int
    /// "log show default", "syslog", …, in the order first seen.
    public var styles: [String] = []
    /// Microseconds UTC of the earliest and latest record with a time.
    public var first: Int64?
    public var last: Int64?
    public var zoneMinutes = 0
    public var zoneSource = Origin.assumed
    public var yearSource = Origin.assumed
    public var dateSource = Origin.assumed
    /// Lines of the input, those wanted and those that could not be given a time.
    public var lineCount = 0
    public var entryCount = 0
    public var byteCount = 0
    public var gaps: [Gap] = []
    /// Daemons that matter and apps, by the names their records carry (sampled: presence is sure, absence likely).
    public var processes: Set<String> = []
    public var levels: Set<LogLevel> = []
    /// Wanted records with `<private>` in them, and records that were cut short.
    public var redactedCount = 0
    public var truncatedCount = 0
    /// Times that ran backwards by more than a second.
    public var disorderCount = 0
    /// The input ended inside a record, or was cut at a limit.
    public var isCut = false

    public init(source: Int) { self.source = source }
}
