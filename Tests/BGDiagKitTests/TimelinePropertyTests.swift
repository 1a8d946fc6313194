import BGDiagKit
import DiagnosticModel
import Foundation
import SystemFacts
import Testing

/// What damage may and may not do to the answer from a log: lines out of order, cut, dropped, with flipped bytes.
///
/// A dropped line leaves no trace: a log without a task's end line is the log of a task that was left open. So a task
/// that ended can come under suspicion when its end is dropped and everything else speaks for a kill; what is promised
/// is that nothing gets surer, and that a log that shows no kill never shows one.
/// `BGDIAG_LONG=1` tries every cut and more seeds; `BGDIAG_SEED` repeats a failure.
@Suite struct TimelinePropertyTests {
    private static let seed = ProcessInfo.processInfo.environment["BGDIAG_SEED"].flatMap { UInt64($0) } ?? 7
    private static let isLong = ProcessInfo.processInfo.environment["BGDIAG_LONG"] == "1"
    private static let logs = Sample.all.filter { $0.name.hasPrefix("log/") }

    private static func report(_ bytes: [UInt8]) -> DiagnosisReport {
        var diagnosis = Diagnosis()
        diagnosis.add(bytes: bytes, path: "input")
        return diagnosis.report()
    }

    // MARK: properties of every timeline

    private static func check(_ report: DiagnosisReport, _ context: String) {
        for life in report.timeline.lives {
            let name = "\(context): \(life.process.name ?? life.process.bundleID ?? "?")[\(life.process.pid ?? 0)]"
            checkStates(life, name)
            checkIntervals(life, name)
        }
        for incident in report.incidents where incident.verdict == "leaked-background-task" {
            guard let suspect = incident.record.life?.suspect, incident.findings.first?.rule == "leaked-task-killed"
            else {
                continue
            }
            #expect(suspect.end != .observed || suspect.isNamedByKill, "\(context): a task that ended was leaked")
        }
    }

    private static func checkStates(_ life: ProcessLife, _ name: String) {
        var last = Int64.min
        for span in life.states {
            #expect(span.begin.time >= last, "\(name): \(span.state) begins before the state before it ends")
            if let end = span.end { #expect(end >= span.begin.time, "\(name): \(span.state) ends before it begins") }
            last = span.end ?? span.begin.time
        }
        for span in life.states.dropLast() { #expect(span.end != nil, "\(name): \(span.state) has no end") }
        for (one, other) in zip(life.states, life.states.dropFirst()) {
            #expect(one.state != other.state, "\(name): \(one.state) twice in a row")
        }
        let left = life.states.last { $0.state.isForeground }?.end ?? .min
        let sum = life.states.filter { $0.state == .background }.reduce(Int64(0)) { sum, span in
            sum + max(0, (span.end ?? span.begin.time) - max(span.begin.time, left))
        }
        if let seconds = life.backgroundSeconds {
            #expect(
                abs(seconds - Double(sum) / 1e6) < 1e-6, "\(name): \(seconds) s in the background, the spans say \(sum)"
            )
        }
    }

    private static func checkIntervals(_ life: ProcessLife, _ name: String) {
        let total = life.states.filter { $0.state == .background }.reduce(0.0) { sum, span in
            sum + Double((span.end ?? span.begin.time) - span.begin.time) / 1e6
        }
        for interval in life.intervals {
            let what = "\(name): '\(interval.name ?? "")'"
            // A log without any time has ends without one.
            if interval.end == .observed, life.last.time != 0 {
                #expect(interval.endTime != nil, "\(what) ended at no time")
            }
            if let begin = interval.begin, let end = interval.endTime { #expect(end >= begin, "\(what) ends first") }
            if let seconds = interval.backgroundSeconds {
                #expect(
                    seconds >= 0 && seconds <= total + 1e-6, "\(what): \(seconds) s of \(total) s in the background")
            }
        }
        if let suspect = life.summary.suspect {
            #expect(life.intervals.indices.contains(suspect.interval), "\(name): suspect \(suspect.interval)")
            let interval = life.intervals[suspect.interval]
            #expect(
                interval.name == suspect.name && interval.end == suspect.end && !interval.isSystem, "\(name): suspect")
        }
    }

    // MARK: comparing with the whole log

    private static func certainty(_ report: DiagnosisReport) -> [String: Finding.Confidence] {
        var best: [String: Finding.Confidence] = [:]
        for finding in report.incidents.flatMap(\.findings) {
            best[finding.verdict] = max(best[finding.verdict] ?? .possible, finding.confidence)
        }
        return best
    }

    private static func compare(_ damaged: DiagnosisReport, with whole: DiagnosisReport, _ context: String) {
        check(damaged, context)
        let before = certainty(whole)
        let isInnocent = whole.incidents.allSatisfy { innocentVerdicts.contains($0.verdict) }
        for incident in damaged.incidents {
            guard let confidence = incident.confidence else { continue }
            if isInnocent, before[incident.verdict] != .certain {
                #expect(
                    confidence < .certain || VerdictFact.lookup(incident.verdict)?.kill == "false",
                    "\(context): \(incident.verdict) for certain, where nothing happened")
            }
            if let known = before[incident.verdict] {
                #expect(
                    confidence <= known, "\(context): \(incident.verdict) \(confidence), the whole log says \(known)")
            }
        }
        checkLeaks(damaged, whole, context)
    }

    /// A task whose end the whole log shows is never a leak for certain.
    private static func checkLeaks(_ damaged: DiagnosisReport, _ whole: DiagnosisReport, _ context: String) {
        var ended: Set<String> = []
        for interval in whole.timeline.lives.flatMap(\.intervals) where interval.kind == .uikitTask {
            if let name = interval.name, interval.end == .observed { ended.insert(name) }
        }
        for interval in whole.timeline.lives.flatMap(\.intervals) where interval.kind == .uikitTask {
            if let name = interval.name, interval.end != .observed || interval.notEnded != nil { ended.remove(name) }
        }
        for incident in damaged.incidents where incident.findings.first?.rule == "leaked-task-killed" {
            guard let name = incident.record.life?.suspect?.name, ended.contains(name) else { continue }
            #expect(incident.confidence != .certain, "\(context): '\(name)' ended, and is called a leak for certain")
        }
    }

    // MARK: damage

    @Test(arguments: Self.logs) func wholeLogs(_ sample: Sample) throws {
        Self.check(try sample.diagnose(), sample.name)
    }

    /// Relays deliver neighbours the wrong way round. Records stay whole.
    @Test(arguments: Self.logs) func shuffledWithinASecond(_ sample: Sample) throws {
        let bytes = try sample.bytes()[0]
        guard let records = LogText.records(bytes) else { return }
        let whole = Self.report(bytes)
        for round in 0..<(Self.isLong ? 20 : 1) {
            var random = DamageGenerator(seed: Self.seed &+ UInt64(round), salt: sample.name)
            let shuffled = LogText.shuffled(records, &random)
            let report = Self.report(shuffled)
            Self.check(report, "\(sample.name) shuffled, seed \(Self.seed &+ UInt64(round))")
            let verdicts = (whole.incidents.map(\.verdict).sorted(), report.incidents.map(\.verdict).sorted())
            #expect(verdicts.0 == verdicts.1, "\(sample.name) shuffled, seed \(Self.seed &+ UInt64(round))")
        }
    }

    @Test(arguments: Self.logs) func cut(_ sample: Sample) throws {
        let bytes = try sample.bytes()[0]
        let whole = Self.report(bytes)
        var random = DamageGenerator(seed: Self.seed, salt: sample.name)
        var cuts = Array(stride(from: 1013, to: bytes.count, by: 1013))
        if !Self.isLong { cuts = Array(cuts.shuffled(using: &random).prefix(2)) }
        for cut in cuts { Self.compareCut(Self.report(Array(bytes[..<cut])), whole, "\(sample.name) cut at \(cut)") }
    }

    private static func compareCut(_ damaged: DiagnosisReport, _ whole: DiagnosisReport, _ context: String) {
        compare(damaged, with: whole, context)
        // A log that ends early ends no task: what is open at its end is unknown.
        for life in damaged.timeline.lives where life.exit == nil {
            #expect(life.intervals.allSatisfy { $0.end != .open }, "\(context): open at the log's end")
        }
    }

    @Test(arguments: Self.logs) func droppedLines(_ sample: Sample) throws {
        let bytes = try sample.bytes()[0]
        let whole = Self.report(bytes)
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        for round in 0..<(Self.isLong ? 30 : 1) {
            for percent in [5, 20, 50] {
                let seed = Self.seed &+ UInt64(round)
                var random = DamageGenerator(seed: seed, salt: "\(sample.name) \(percent)")
                let kept = lines.filter { _ in Int.random(in: 0..<100, using: &random) >= percent }
                let report = Self.report(Array(kept.joined(separator: [0x0A])))
                Self.compare(report, with: whole, "\(sample.name) without \(percent) %, seed \(seed)")
            }
        }
    }

    @Test(arguments: Self.logs) func flippedBytes(_ sample: Sample) throws {
        let bytes = try sample.bytes()[0]
        for round in 0..<(Self.isLong ? 100 : 2) {
            let seed = Self.seed &+ UInt64(round)
            var random = DamageGenerator(seed: seed, salt: sample.name)
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                let at = Int.random(in: 0..<damaged.count, using: &random)
                damaged[at] ^= 1 << UInt8.random(in: 0...7, using: &random)
            }
            Self.check(Self.report(damaged), "\(sample.name) flipped, seed \(seed)")
        }
    }
}

/// Lines of a text log as records with times.
enum LogText {
    struct Record {
        var bytes: [UInt8]
        /// Second of the day.
        var second: Int?
    }

    /// Records with their continuation lines; nil for a log whose lines are no records (JSON arrays, wrapped pastes).
    static func records(_ bytes: [UInt8]) -> [Record]? {
        guard bytes.first != 0x5B, bytes.first != 0x7B else { return nil }
        var records: [Record] = []
        for line in bytes.split(separator: 0x0A) {
            let second = second(line)
            if second == nil, !records.isEmpty {
                records[records.count - 1].bytes += [0x0A] + line
            } else {
                records.append(Record(bytes: Array(line), second: second))
            }
        }
        return records
    }

    private static func second(_ line: ArraySlice<UInt8>) -> Int? {
        let head = String(decoding: line.prefix(60), as: UTF8.self)
        guard let match = head.firstMatch(of: /(?:^|[ \t])(\d\d):(\d\d):(\d\d)[.: ]/) else { return nil }
        guard let hour = Int(match.1), let minute = Int(match.2), let second = Int(match.3) else { return nil }
        return hour * 3600 + minute * 60 + second
    }

    /// Records of one second in any order.
    static func shuffled(_ records: [Record], _ random: inout DamageGenerator) -> [UInt8] {
        var out: [Record] = []
        var group: [Record] = []
        for record in records {
            if let first = group.first, first.second != record.second {
                out += group.first?.second == nil ? group : group.shuffled(using: &random)
                group = []
            }
            group.append(record)
        }
        out += group.shuffled(using: &random)
        return Array(out.map(\.bytes).joined(separator: [0x0A])) + [0x0A]
    }
}
