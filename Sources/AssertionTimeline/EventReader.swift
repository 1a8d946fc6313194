import DiagnosticModel
import Matching

/// Reads the events out of log records.
struct EventReader {
    let shapes: EventShapes
    private var candidates: [Int] = []
    private var handles = HandleCache()
    private var lastName: (bytes: [UInt8], name: String) = ([], "")
    private var processNames: [[UInt8]: String] = [:]

    init(shapes: EventShapes) { self.shapes = shapes }

    /// The events of one record. Of the shapes of one file the first that fits counts; a dump has many events.
    ///
    /// - Returns: false when no shape fits.
    mutating func read(_ batch: LogBatch, _ entry: LogEntry, _ take: (TimelineEvent) -> Void) -> Bool {
        collect(batch, entry)
        guard !candidates.isEmpty else { return false }
        let process = entry.process.isEmpty ? nil : name(batch, entry.process)
        if match(batch, entry, process, take) { return true }
        guard let whole = Self.withDoubtfulName(batch, entry) else { return false }
        var bare = entry
        bare.message = whole
        return match(batch, bare, nil, take)
    }

    /// Words of a message that were taken for the name of its process: "memorystatus: killing…", "dyld[2345]: Library…",
    /// "exited with…". Only a line without a time, or a name without a pid, leaves room for doubt.
    private static func withDoubtfulName(_ batch: LogBatch, _ entry: LogEntry) -> Range<Int>? {
        let end = entry.process.upperBound
        guard !entry.process.isEmpty, end < entry.message.lowerBound, entry.message.lowerBound - end < 32,
            entry.message.lowerBound < entry.raw.upperBound
        else { return nil }
        let isDoubtful =
            switch batch.bytes[end] {
            case 0x3A: entry.pid == nil
            case 0x20, 0x5B: entry.time == nil
            default: false
            }
        return isDoubtful ? entry.process.lowerBound..<entry.message.upperBound : nil
    }

    private mutating func match(
        _ batch: LogBatch, _ entry: LogEntry, _ process: String?, _ take: (TimelineEvent) -> Void
    ) -> Bool {
        let category = entry.category.isEmpty ? nil : batch.text(entry.category)
        var doneFile = -1
        var found = false
        for index in candidates {
            let shape = shapes.shapes[index]
            guard shape.file != doneFile,
                shapes.admits(file: shape.file, process: process, category: category)
            else { continue }
            var range = entry.message
            while let captures = shape.line.firstMatch(in: batch.bytes, range: range) {
                doneFile = shape.repeats ? doneFile : shape.file
                if !isFormat(batch, captures.range), !isHearsay(shape, process, batch, entry) {
                    found = true
                    take(event(shape, captures, batch, entry, process))
                }
                guard shape.repeats, captures.range.upperBound > range.lowerBound else { break }
                range = captures.range.upperBound..<range.upperBound
            }
        }
        return found
    }

    private mutating func collect(_ batch: LogBatch, _ entry: LogEntry) {
        candidates.removeAll(keepingCapacity: true)
        for hit in entry.hits {
            let literal = Int(batch.hits[hit])
            guard literal < shapes.shapesOfLiteral.count else { continue }
            candidates += shapes.shapesOfLiteral[literal]
        }
        if candidates.count > 1 { candidates.sort() }
    }

    private mutating func name(_ batch: LogBatch, _ range: Range<Int>) -> String {
        if lastName.bytes.count == range.count, lastName.bytes.elementsEqual(batch.bytes[range]) {
            return lastName.name
        }
        let key = Array(batch.bytes[range])
        if let known = processNames[key] {
            lastName = (key, known)
            return known
        }
        if processNames.count > 10_000 { processNames = [:] }
        let name = String(decoding: key, as: UTF8.self)
        processNames[key] = name
        return name
    }

    /// "… has active assertions beyond permitted time" without a daemon's name in front is a quotation, unless the list
    /// of assertions or the words about the forced report stand with it.
    private func isHearsay(
        _ shape: EventShapes.Shape, _ process: String?, _ batch: LogBatch, _ entry: LogEntry
    ) -> Bool {
        guard shape.kind == .killForced, process == nil else { return false }
        let text = batch.text(entry.message.prefix(4096))
        return !["ssertion: 0x", "permittedBackgroundDuration", "Forcing crash report"].contains {
            Text.contains($0, in: text)
        }
    }

    /// A format string out of source code or a diff is no line of a log.
    private func isFormat(_ batch: LogBatch, _ range: Range<Int>) -> Bool {
        var i = range.lowerBound
        while i + 1 < range.upperBound {
            if batch.bytes[i] == 0x25, [0x40, 0x6C, 0x7B].contains(batch.bytes[i + 1]) { return true }
            i += 1
        }
        return false
    }

    /// What stands before the words of the shape: launchd names the job there, or in the subsystem.
    private func label(_ captures: Captures, _ batch: LogBatch, _ entry: LogEntry) -> String? {
        let before = entry.message.lowerBound..<captures.range.lowerBound
        let words = before.count > 2 && before.count < 400 ? batch.text(before) : ""
        let subsystem = entry.subsystem.isEmpty ? "" : batch.text(entry.subsystem)
        if subsystem.isEmpty { return words.isEmpty ? nil : words }
        return words.isEmpty ? subsystem : subsystem + " " + words
    }

    private mutating func event(
        _ shape: EventShapes.Shape, _ captures: Captures, _ batch: LogBatch, _ entry: LogEntry, _ process: String?
    ) -> TimelineEvent {
        let event = TimelineEvent(
            kind: shape.kind, family: shape.family, evidence: shape.evidence, time: entry.time ?? 0,
            source: batch.source, logger: process, loggerPID: entry.pid, label: label(captures, batch, entry),
            location: batch.location(entry))
        event.fields.reserveCapacity(shape.line.holes.count)
        for (number, hole) in shape.line.holes.enumerated() where hole.name != "_" {
            guard let range = captures[number] else { continue }
            switch shape.roles[number] {
            case .target: event.target = handles.handle(batch.bytes, range)
            case .originator: event.originator = handles.handle(batch.bytes, range)
            case .field:
                event.fields.append((hole.name, String(decoding: batch.bytes[range], as: UTF8.self)))
            }
        }
        if shape.isAboutAnEnd {
            event.fields.append(("message", batch.text(entry.message.prefix(Self.longestMessage))))
        }
        return event
    }

    /// Bytes of a message about an end that are kept: a list of a thousand assertions is longer.
    static let longestMessage = 64 << 10
}
