import AppleFormats
import DiagnosticModel
import Matching

/// Reads a text log block by block and hands on the records that hold one of the wanted literals.
///
/// Memory is one block and what it leaves over, whatever the log's size; a record is never cut at a block's end
/// unless it is longer than a block. Everything else that a log must answer for is in its survey.
struct TextLogImporter {
    let source: Int
    private let wanted: LiteralSearch
    private let isJSON: Bool
    private var survey: LogSurvey
    private var carry: [UInt8] = []
    private var hits: [LiteralSearch.Hit] = []
    /// Bytes and lines of the input before the block at hand.
    private var blockOffset = 0
    private var blockLine = 1
    private var isCut = false
    private var nextSample = 0
    private var json = JSONLogReader()
    /// New bytes read at a time.
    private let blockBytes: Int

    /// A block that fits the cache is read twice (search, lines) from there.
    static let blockBytes = 1 << 20
    /// A line longer than this is taken apart as it stands.
    static let longestLine = 8 << 20
    /// One line in so many bytes is looked at for the survey.
    static let samplingDistance = 4096

    init(source: Int, options: LogOptions, isJSON: Bool, blockBytes: Int = Self.blockBytes) {
        self.blockBytes = blockBytes
        self.source = source
        wanted = options.wanted()
        self.isJSON = isJSON
        survey = LogSurvey(source: source, options: options)
    }

    /// Reads a stream to its end. `head` are bytes already taken from it.
    mutating func run(_ stream: ByteStream, head: [UInt8], _ take: (LogBatch) -> Void) -> LogCoverage {
        var block = head
        repeat {
            add(block, isLast: stream.isAtEnd, take)
            guard !stream.isAtEnd || !carry.isEmpty else { break }
            block = stream.block(after: carry[...], count: blockBytes)
            carry = []
        } while !block.isEmpty
        return finish()
    }

    /// Reads bytes that are already in memory.
    mutating func run(_ bytes: [UInt8], _ take: (LogBatch) -> Void) -> LogCoverage {
        add(bytes, isLast: true, take)
        return finish()
    }

    private mutating func finish() -> LogCoverage {
        survey.finish(lines: max(0, blockLine - 1), bytes: blockOffset, isCut: isCut)
    }

    private mutating func add(_ block: [UInt8], isLast: Bool, _ take: (LogBatch) -> Void) {
        guard !block.isEmpty else { return }
        let cut = isLast ? block.count : self.cut(block)
        guard cut > 0 else {
            carry = block
            return
        }
        var batch = LogBatch(source: source)
        let lines = (isJSON ? readJSON(block, cut, &batch) : readText(block, cut, &batch)) - blockLine
        carry = cut < block.count ? Array(block[cut...]) : []
        if !batch.entries.isEmpty {
            let added = batch.bytes
            batch.bytes = block
            if !added.isEmpty { batch.bytes += added }
            batch.zoneMinutes = survey.calendar.shownZone
            take(batch)
        }
        blockOffset += cut
        blockLine += lines
        if isLast, block.last != 0x0A { blockLine += 1 }
        nextSample = max(0, nextSample - cut)
    }

    /// Where the block may be cut without cutting a record.
    private mutating func cut(_ block: [UInt8]) -> Int {
        if isJSON { return JSONLogReader.cut(block) ?? (block.count > Self.longestLine ? block.count : 0) }
        let span = block.span
        let start = LogRecordFinder.lastStart(span, before: block.count)
        if let start, start > 0 { return start }
        // The one record of the block may go on in the next.
        guard block.count > LogRecordFinder.longestRecord else { return 0 }
        let lastLine = LogRecordFinder.lineStart(span, block.count, 0)
        if lastLine > 0 { return lastLine }
        guard block.count > Self.longestLine else { return 0 }
        isCut = true
        return block.count
    }

    // MARK: text

    /// - Returns: the line of the first byte behind the cut.
    private mutating func readText(_ block: [UInt8], _ cut: Int, _ batch: inout LogBatch) -> Int {
        hits.removeAll(keepingCapacity: true)
        let span = block.span
        wanted.hits(in: span, range: 0..<cut, into: &hits)
        var finder = LogRecordFinder()
        var extra = LogExtraBytes(base: block.count)
        var line = LineCounter(line: blockLine)
        var floor = 0
        var next = 0
        while next < hits.count {
            sample(span, until: hits[next].offset, cut)
            let record = finder.record(span, around: hits[next].offset, floor: floor, limit: cut)
            let firstHit = batch.hits.count
            while next < hits.count, hits[next].offset < record.bytes.upperBound {
                let literal = UInt16(truncatingIfNeeded: hits[next].literal)
                if !batch.hits[firstHit...].contains(literal) { batch.hits.append(literal) }
                next += 1
            }
            floor = max(floor, record.bytes.upperBound)
            line.advance(block, to: record.bytes.lowerBound)
            var entry = LogEntryMaker.entry(record, span, &extra, offset: blockOffset, line: line.line)
            entry.hits = firstHit..<batch.hits.count
            entry.time = note(record.line, span, at: record.bytes.lowerBound)
            survey.count(
                entries: 1, redacted: LogEntryMaker.isRedacted(span, record.bytes) ? 1 : 0,
                truncated: entry.isTruncated ? 1 : 0)
            batch.entries.append(entry)
        }
        sample(span, until: cut, cut)
        noteEnd(span, cut)
        batch.bytes = extra.bytes
        line.advance(block, to: cut)
        return line.line
    }

    /// Looks at one line in some kilobytes: the window, gaps, and whose lines they are.
    private mutating func sample(_ b: Span<UInt8>, until end: Int, _ cut: Int) {
        while nextSample < end {
            var start = nextSample
            if start > 0 { start = LogRecordFinder.lineEnd(b, start - 1, cut) + 1 }
            guard start < end else { break }
            let stop = LogRecordFinder.lineEnd(b, start, cut)
            if let line = LogLineReader.read(b, start, min(stop, start + LogRecordFinder.longestPrefix)) {
                _ = note(line, b, at: start)
            }
            nextSample = start + Self.samplingDistance
        }
    }

    /// A silence may lie before or behind the last record of a block.
    private mutating func noteEnd(_ b: Span<UInt8>, _ cut: Int) {
        let start = LogRecordFinder.lastStart(b, before: cut) ?? 0
        let stop = min(LogRecordFinder.lineEnd(b, start, cut), start + LogRecordFinder.longestPrefix)
        guard let clock = LogLineReader.read(b, start, stop)?.clock else { return }
        let before = survey.lastSampled
        findGaps(b, since: before, to: start, survey.note(clock, offset: blockOffset + start))
    }

    /// Notes a record, and the silence before it.
    private mutating func note(_ line: LogLine, _ b: Span<UInt8>, at start: Int) -> Int64? {
        let before = survey.lastSampled
        let time = survey.note(line, b, offset: blockOffset + start)
        if let time { findGaps(b, since: before, to: start, time) }
        return time
    }

    private mutating func findGaps(
        _ b: Span<UInt8>, since before: (time: Int64, offset: Int)?, to start: Int, _ time: Int64
    ) {
        if let before, time - before.time > LogGaps.shortest, survey.hasRoomForGaps {
            findGaps(b, from: before, to: start)
        }
    }

    /// Reads every line between two records that lie far apart in time.
    private mutating func findGaps(_ b: Span<UInt8>, from: (time: Int64, offset: Int), to end: Int) {
        var calendar = survey.calendar
        var start = max(0, from.offset - blockOffset)
        var last = from.time
        var line = LineCounter(line: blockLine)
        while start <= end {
            let stop = LogRecordFinder.lineEnd(b, start, b.count)
            if let clock = LogLineReader.read(b, start, min(stop, start + LogRecordFinder.longestPrefix))?.clock {
                let time = calendar.moment(clock)
                if time - last > LogGaps.shortest {
                    line.advance(b, to: start)
                    survey.noteGap(from: last, to: time, line: line.line)
                }
                last = max(last, time)
            }
            start = stop + 1
        }
    }

    // MARK: JSON

    /// - Returns: the line of the first byte behind the cut.
    private mutating func readJSON(_ block: [UInt8], _ cut: Int, _ batch: inout LogBatch) -> Int {
        hits.removeAll(keepingCapacity: true)
        wanted.hits(in: block.span, range: 0..<cut, into: &hits)
        var extra = LogExtraBytes(base: block.count)
        var line = LineCounter(line: blockLine)
        var next = 0
        let objects = json.objects(in: block, to: cut)
        if cut == block.count { noteOpenEnd(block, after: objects.last?.upperBound ?? 0) }
        for object in objects {
            while next < hits.count, hits[next].offset < object.lowerBound { next += 1 }
            var isWanted = next < hits.count && hits[next].offset < object.upperBound
            let isHidden = !isWanted && JSONLogReader.hidesBrackets(block, object)
            guard isWanted || isHidden || object.lowerBound >= nextSample || object == objects.last else { continue }
            guard let found = JSONLogReader.record(block, object, &extra) else { continue }
            if object.lowerBound >= nextSample || isWanted {
                nextSample = object.lowerBound + Self.samplingDistance
                noteJSON(found, extra)
            }
            var entry = found.entry
            entry.time = found.time.map { note($0, block, objects, at: object.lowerBound) }
            let firstHit = batch.hits.count
            collectHits(extra.bytes.span, entry.message.shifted(by: -block.count), &batch)
            isWanted = batch.hits.count > firstHit
            guard isWanted else { continue }
            line.advance(block, to: object.lowerBound)
            entry.line = line.line
            entry.raw = object
            entry.inputBytes = object.shifted(by: blockOffset)
            entry.hits = firstHit..<batch.hits.count
            survey.count(entries: 1, redacted: found.isRedacted ? 1 : 0, truncated: 0)
            batch.entries.append(entry)
        }
        batch.bytes = extra.bytes
        line.advance(block, to: cut)
        return line.line
    }

    private mutating func noteJSON(_ found: JSONLogReader.Found, _ extra: LogExtraBytes) {
        survey.note(style: .json)
        survey.note(level: found.level)
        if !found.process.isEmpty { survey.note(process: found.process.shifted(by: -extra.base), extra.bytes.span) }
    }

    /// Notes a record's time, and the silence before it.
    private mutating func note(
        _ found: JSONLogReader.Time, _ block: [UInt8], _ objects: [Range<Int>], at start: Int
    ) -> Int64 {
        let before = survey.lastSampled
        let time = moment(found, &survey.calendar)
        survey.note(time: time, offset: blockOffset + start)
        if let before, time - before.time > LogGaps.shortest, survey.hasRoomForGaps {
            findGaps(block, objects, from: before, to: start)
        }
        return time
    }

    private func moment(_ time: JSONLogReader.Time, _ calendar: inout LogCalendar) -> Int64 {
        switch time {
        case .clock(let clock): calendar.moment(clock)
        case .epoch(let microseconds): microseconds
        }
    }

    /// Reads every object between two that lie far apart in time.
    private mutating func findGaps(
        _ block: [UInt8], _ objects: [Range<Int>], from: (time: Int64, offset: Int), to end: Int
    ) {
        var calendar = survey.calendar
        var last = from.time
        var line = LineCounter(line: blockLine)
        var scratch = LogExtraBytes(base: 0)
        for object in objects[Self.index(of: from.offset - blockOffset, in: objects)...] {
            guard object.lowerBound <= end else { break }
            guard let found = JSONLogReader.record(block, object, &scratch)?.time else { continue }
            let time = moment(found, &calendar)
            if time - last > LogGaps.shortest {
                line.advance(block, to: object.lowerBound)
                survey.noteGap(from: last, to: time, line: line.line)
            }
            last = max(last, time)
        }
    }

    /// The first object at or behind an offset.
    private static func index(of offset: Int, in objects: [Range<Int>]) -> Int {
        var low = 0
        var high = objects.count
        while low < high {
            let middle = (low + high) / 2
            if objects[middle].lowerBound < offset { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The literals of a decoded message, each once.
    private func collectHits(_ b: Span<UInt8>, _ range: Range<Int>, _ batch: inout LogBatch) {
        var found: [LiteralSearch.Hit] = []
        wanted.hits(in: b, range: range, into: &found)
        let first = batch.hits.count
        for hit in found {
            let literal = UInt16(truncatingIfNeeded: hit.literal)
            if !batch.hits[first...].contains(literal) { batch.hits.append(literal) }
        }
    }

    /// The input ends inside an object: something behind it is lost.
    private mutating func noteOpenEnd(_ block: [UInt8], after end: Int) {
        if block[min(end, block.count)...].contains(0x7B) { isCut = true }
    }
}

/// Counts lines up to places that only move forward.
struct LineCounter {
    private(set) var line: Int
    private var place = 0

    init(line: Int) { self.line = line }

    mutating func advance(_ bytes: [UInt8], to offset: Int) {
        guard offset > place else { return }
        line += ByteScan.lineFeeds(bytes, in: place..<offset)
        place = offset
    }

    mutating func advance(_ b: Span<UInt8>, to offset: Int) {
        while place < offset {
            let end = ByteScan.firstLineFeed(b, from: place, to: offset)
            if end < offset { line += 1 }
            place = end + 1
        }
    }
}

/// When two neighbouring records count as the edges of a gap.
enum LogGaps {
    /// A device logs something every few seconds, and several times a minute even when it sleeps.
    static let shortest: Int64 = 300_000_000
}

/// Decoded text that stands nowhere in the input; its offsets continue those of the block.
struct LogExtraBytes {
    let base: Int
    var bytes: [UInt8] = []

    init(base: Int) { self.base = base }

    var end: Int { base + bytes.count }

    mutating func append(_ text: some Sequence<UInt8>) -> Range<Int> {
        let start = end
        bytes.append(contentsOf: text)
        return start..<end
    }
}

extension Range<Int> {
    func shifted(by offset: Int) -> Range<Int> { lowerBound + offset..<upperBound + offset }
}
