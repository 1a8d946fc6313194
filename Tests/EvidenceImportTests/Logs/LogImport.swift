import DiagnosticModel
import Foundation
import Matching

@testable import EvidenceImport

/// A log read the way the tool reads it, with everything an entry refers to as text.
struct LogImport {
    struct Entry: Equatable, CustomStringConvertible {
        var line: Int
        var message: String
        var process: String
        var pid: Int?
        var level: LogLevel
        var time: Int64?
        var label: String
        var raw: String
        var bytes: Range<Int>
        var literals: Set<String>
        var isTruncated: Bool

        var description: String { "\(line) \(time.map(String.init) ?? "-") \(process)[\(pid ?? -1)]: \(message)" }
    }

    var entries: [Entry] = []
    var coverage = LogCoverage(source: 0)
    var batchCount = 0

    /// What the tests look for in logs.
    static let words = ["WANTED", "ssertion", "ackground", "running", "Process", "process", "xpiration"]

    private static func options(_ wanted: [String], _ year: Int? = nil, _ zone: Int? = nil) -> LogOptions {
        LogOptions(wanted: { LiteralSearch(wanted) }, assumedYear: year, zoneMinutes: zone)
    }

    init(
        _ bytes: [UInt8], wanted: [String] = Self.words, isJSON: Bool = false, year: Int? = nil, zone: Int? = nil
    ) {
        var importer = TextLogImporter(source: 0, options: Self.options(wanted, year, zone), isJSON: isJSON)
        var found: [LogBatch] = []
        coverage = importer.run(bytes) { found.append($0) }
        take(found, wanted)
    }

    init(_ text: String, isJSON: Bool = false, year: Int? = nil, zone: Int? = nil) {
        self.init(Array(text.utf8), isJSON: isJSON, year: year, zone: zone)
    }

    init(_ lines: [String], year: Int? = nil, zone: Int? = nil) {
        self.init(lines.joined(separator: "\n") + "\n", year: year, zone: zone)
    }

    /// Reads a file in blocks of a few bytes.
    init(file: String, isJSON: Bool, blockBytes: Int, wanted: [String] = Self.words) throws {
        let stream = try ByteStream(path: file)
        let head = stream.block(after: [], count: blockBytes)
        var importer = TextLogImporter(
            source: 0, options: Self.options(wanted), isJSON: isJSON, blockBytes: blockBytes)
        var found: [LogBatch] = []
        coverage = importer.run(stream, head: head) { found.append($0) }
        take(found, wanted)
    }

    /// As the tool does it, from the sniffing on: also decodes UTF-16.
    init(whole bytes: [UInt8]) {
        var importer = EvidenceImporter(logs: Self.options(Self.words))
        var found: [LogBatch] = []
        _ = importer.importBytes(bytes, path: "input") { found.append($0) }
        coverage = importer.coverage.first ?? LogCoverage(source: 0)
        take(found, Self.words)
    }

    private mutating func take(_ batches: [LogBatch], _ wanted: [String]) {
        batchCount = batches.count
        for batch in batches {
            for entry in batch.entries {
                let label = [batch.text(entry.subsystem), batch.text(entry.category)].filter { !$0.isEmpty }
                entries.append(
                    Entry(
                        line: entry.line, message: batch.text(entry.message), process: batch.text(entry.process),
                        pid: entry.pid, level: entry.level, time: entry.time, label: label.joined(separator: ":"),
                        raw: batch.text(entry.raw), bytes: entry.inputBytes,
                        literals: Set(batch.hits[entry.hits].map { wanted[Int($0)] }), isTruncated: entry.isTruncated))
            }
        }
    }

    var messages: [String] { entries.map(\.message) }

    /// Writes bytes to a file for the length of a call.
    static func withFile<T>(_ bytes: [UInt8], _ body: (String) throws -> T) throws -> T {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("bgdiag-\(UUID().uuidString).log")
        try Data(bytes).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        return try body(url.path)
    }
}
