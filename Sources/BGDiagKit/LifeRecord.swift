import DiagnosticModel
import EvidenceImport
import SystemFacts

/// Makes the record of one process life, so that rules, reporters and filters see a log as they see a report.
enum LifeRecord {
    /// Intervals kept in a record; the timeline has all of them.
    static let mostIntervals = 200

    static func make(_ life: ProcessLife, coverage: LogCoverage?) -> DiagnosticRecord {
        var record = DiagnosticRecord(kind: .processLife, source: life.source)
        record.process = life.process
        record.system = life.system
        record.life = life.summary
        record.lifeID = life.id
        record.captured = timestamp(life.exit?.moment ?? life.last, coverage)
        record.process.launched = life.launch.flatMap { timestamp($0, coverage) }
        record.locations[.process] = life.first.location
        record.locations[.time] = (life.exit?.moment ?? life.last).location
        record.assertions = intervals(life)
        readExit(life, &record)
        readMeasures(life, &record)
        // A code or a cause is the system's own word for a kill.
        if record.life?.killed == nil, record.termination.code != nil || record.termination.cause != nil {
            record.life?.killed = true
        }
        record.termination.allowance = record.termination.allowance ?? watchdogAllowance(life)
        cite(life, &record)
        return record
    }

    static func timestamp(_ moment: Moment, _ coverage: LogCoverage?) -> Timestamp? {
        guard moment.time != 0 else { return nil }
        var timestamp = Timestamp(
            text: "", microseconds: moment.time, zoneMinutes: coverage?.zoneMinutes ?? 0,
            zoneSource: source(coverage?.zoneSource))
        timestamp.yearSource = source(coverage?.yearSource)
        timestamp.dateSource = source(coverage?.dateSource)
        timestamp.text = readPart(of: timestamp)
        return timestamp
    }

    private static func source(_ origin: LogCoverage.Origin?) -> Timestamp.ZoneSource {
        switch origin {
        case .record: .record
        case .device: .device
        case .assumed, nil: .assumed
        }
    }

    /// The time without what the log does not say: a part that was assumed must not look like one that was read.
    private static func readPart(of timestamp: Timestamp) -> String {
        let full = timestamp.rfc3339
        let missing = timestamp.dateSource == .assumed ? 11 : timestamp.yearSource == .assumed ? 5 : 0
        return String(full.dropFirst(missing).dropLast(timestamp.zoneSource == .assumed ? 6 : 0))
    }

    /// The app's own tasks and what backs them; the assertions that other daemons hold for it are in the timeline.
    private static func intervals(_ life: ProcessLife) -> [AssertionInterval] {
        let suspect = life.summary.suspect?.interval
        let own = life.intervals.enumerated().filter { !$0.element.isSystem }
        let first = own.filter { $0.offset == suspect } + own.filter { $0.offset != suspect && $0.element.end == .open }
        let rest = own.filter { $0.offset != suspect && $0.element.end != .open }
        let shown = (first + rest).prefix(mostIntervals).map(\.element)
        // A life without any of its own still says what held it.
        return shown.isEmpty ? Array(life.intervals.prefix(mostIntervals)) : Array(shown)
    }

    private static func readExit(_ life: ProcessLife, _ record: inout DiagnosticRecord) {
        guard let exit = life.exit else { return }
        record.exception.signal = exit.signal
        record.locations[.exit] = exit.moment.location
        // A plain end explains nothing.
        guard !exit.texts.isEmpty else { return }
        let decoded = LogTermination(
            texts: exit.texts, witnesses: exit.witnesses, source: life.source, version: life.system.version?.numbers)
        record.termination = decoded.termination
        for (field, location) in decoded.locations { record.locations[field] = location }
        for index in record.assertions.indices where record.assertions[index].end == .open {
            let places = record.assertions[index].mentions + [record.assertions[index].location].compactMap { $0 }
            // Listed by the very record that tells of the kill.
            if places.contains(where: exit.witnesses.contains),
                record.assertions[index].kind != .uikitTask
                    || record.assertions[index].taskID == nil
            {
                record.assertions[index].isFromTimeline = false
                record.termination.allowance = record.termination.allowance ?? record.assertions[index].allowance
            }
        }
        record.locations[.exit] = decoded.locations[.exit] ?? exit.moment.location
        // What the kill names goes first; the timeline's interval of it lends its begin and end.
        for var listed in decoded.assertions.reversed() {
            if let known = record.assertions.firstIndex(where: { isSame($0, listed) }) {
                let interval = record.assertions.remove(at: known)
                listed.begin = interval.begin
                listed.endTime = interval.endTime
                listed.taskID = interval.taskID
                listed.backgroundSeconds = interval.backgroundSeconds
                listed.hasHandler = interval.hasHandler
            }
            record.assertions.insert(listed, at: 0)
        }
        record.applicationInfo = exit.texts.first { $0.contains("uncaught exception") || $0.contains("Killing app") }
        if record.termination.target == nil {
            record.termination.target = ProcessHandle(
                name: life.process.bundleID ?? life.process.name, pid: life.process.pid)
        }
        if record.process.name == nil, record.process.bundleID == nil {
            record.process.name = decoded.termination.target?.name
        }
        record.process.pid = record.process.pid ?? decoded.termination.target?.pid
    }

    private static func isSame(_ a: AssertionInterval, _ b: AssertionInterval) -> Bool {
        if let x = a.identifier, let y = b.identifier { return x == y || x.hasSuffix(y.dropFirst()) }
        return a.name == b.name && a.kind == b.kind
    }

    /// Figures that the kernel or symptomsd print with a kill.
    private static func readMeasures(_ life: ProcessLife, _ record: inout DiagnosticRecord) {
        for text in life.exit?.texts ?? [] {
            if let reason = LogTermination.jetsamReason(text), text.utf8.count < 4096 {
                record.memory = JetsamKill(reason: reason, states: [life.summary.state.rawValue])
                record.locations[.memory] = record.locations[.exit]
            }
            if let use = LogTermination.cpuUse(text) {
                record.resource = use
                record.locations[.resource] = record.locations[.exit]
                record.termination.allowance = record.termination.allowance ?? use.limit
            }
        }
        if record.memory == nil, let limit = life.events("memory.limit").first, life.summary.killed == true {
            record.memory = JetsamKill(reason: "per-process-limit", states: [life.summary.state.rawValue])
            record.locations[.memory] = limit.moment.location
        }
    }

    /// `timeValue: 20.0s` of a watchdog that was violated and did not end the process.
    private static func watchdogAllowance(_ life: ProcessLife) -> Double? {
        life.events("watchdog.violated").first?.text.flatMap { LogTermination.seconds(in: $0, after: "timeValue: ") }
    }

    private static func cite(_ life: ProcessLife, _ record: inout DiagnosticRecord) {
        if let suspect = life.summary.suspect {
            let interval = life.intervals[suspect.interval]
            record.moreLocations[.task] =
                [interval.location].compactMap { $0 } + interval.mentions.suffix(6)
                + [interval.endLocation].compactMap { $0 }
        }
        let warnings: Set = ["expiration.warned", "task.handlers-fired", "task.not-ended", "assertion.timed-out"]
        record.moreLocations[.warnings] = life.events.filter { warnings.contains($0.name) }.suffix(6)
            .compactMap(\.moment.location)
        record.moreLocations[.states] = life.states.suffix(4).compactMap(\.begin.location)
        if let exit = life.exit { record.moreLocations[.exit] = Array(exit.witnesses.prefix(6)) }
        let telling: Set = [
            "completion.never-called", "gpu.refused", "begin.refused", "end.refused", "assertion.refused", "debugger",
            "unmanaged", "assertion.high-water", "bgtask.expired", "app.time-remaining",
        ]
        if record.locations[.event] == nil {
            record.moreLocations[.event] = life.events.filter { telling.contains($0.name) }.prefix(6)
                .compactMap(\.moment.location)
        }
    }
}
