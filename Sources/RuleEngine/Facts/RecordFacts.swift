import DiagnosticModel
import Matching

/// The facts of one record, in the slots of `FactCatalogue`. What the record has no evidence for stays unknown.
public struct RecordFacts: FactSource {
    private var table = FactTable(for: FactCatalogue.names)
    /// Evidence words that the record can answer for.
    public internal(set) var evidence: Set<String> = []

    public subscript(slot: Int) -> MatchValue { table[slot] }

    public init(_ record: DiagnosticRecord) {
        setIdentity(record)
        setEnd(record)
        setCircumstances(record)
        setThreads(record)
        setMeasures(record)
        if let life = record.life { setLife(life, record) }
    }

    mutating func set(_ name: String, _ value: MatchValue) {
        assert(FactCatalogue.names.slot(of: name) != nil, "fact \(name) is not in the catalogue")
        table[name] = value
    }

    mutating func set(_ name: String, _ value: String?) { set(name, value.map(MatchValue.string) ?? .null) }
    mutating func set(_ name: String, _ value: Double?) { set(name, value.map(MatchValue.double) ?? .null) }
    mutating func set(_ name: String, _ value: Bool?) { set(name, value.map(MatchValue.bool) ?? .null) }
    mutating func set(_ name: String, _ value: Int?) { set(name, value.map { .int(Int64($0)) } ?? .null) }

    private mutating func setIdentity(_ record: DiagnosticRecord) {
        set("record.kind", .string(record.kind.rawValue))
        set("report.bugType", record.bugType)
        set("life.known", .bool(record.life != nil))
        set("report.truncated", .bool(record.isTruncated))
        set("process.name", record.process.name)
        set("process.bundle", record.process.bundleID)
        set("process.pid", record.process.pid)
        set("process.role", record.process.role)
        set("process.isExtension", .bool(record.process.isExtension))
        if record.system.platform != nil || record.system.version != nil {
            evidence.insert("os")
            set("os.platform", record.system.platform)
            set("os.version", record.system.version.map { MatchValue.version($0.numbers) } ?? .unknown)
        }
    }

    private mutating func setEnd(_ record: DiagnosticRecord) {
        set("exit.observed", .bool(record.isObservedEnd))
        if !record.exception.isEmpty {
            evidence.insert("exception")
            set("exception.type", record.exception.type)
            set("exception.signal", record.exception.signal)
            set("exception.codes", record.exception.codes)
            set("exception.note", record.exception.note)
            set("exception.simulated", .bool(record.exception.note?.uppercased().contains("SIMULATED") ?? false))
        }
        let end = record.termination
        // A log that covers a process says "no end" or "no reason given"; a report without the lines says nothing.
        guard !end.isEmpty || record.kind == .processLife else { return }
        if !end.isEmpty { evidence.insert("termination") }
        set("exit.namespace", end.canonicalNamespace)
        set("exit.code", end.code.map { $0 <= UInt64(Int64.max) ? .int(Int64($0)) : .unsigned($0) } ?? .null)
        set("exit.cause", end.cause)
        set("exit.truncated", .bool(end.isTruncated))
        set("exit.hasDescription", .bool(end.explanation != nil))
        set("exit.lockedFiles", .list(end.lockedFiles.map { .string($0) }))
        let parts: [(String, MatchValue)] = [
            ("exit.explanation", end.explanation.map(MatchValue.string) ?? .null),
            ("exit.event", end.watchdogEvent.map(MatchValue.string) ?? .null),
            ("exit.allowance", end.allowance.map(MatchValue.double) ?? .null),
            ("exit.clock", end.clock.map { .string($0.rawValue) } ?? .null),
            ("exit.visibility", end.processVisibility.map(MatchValue.string) ?? .null),
            ("exit.watchdogVisibility", end.watchdogVisibility.map(MatchValue.string) ?? .null),
            ("exit.state", end.processState.map(MatchValue.string) ?? .null),
            ("exit.reportType", end.reportType.map(MatchValue.string) ?? .null),
        ]
        // What a cut-off text does not say may have stood behind the cut: unknown, not absent.
        for (name, value) in parts { set(name, value == .null && end.isTruncated ? .unknown : value) }
    }

    private mutating func setCircumstances(_ record: DiagnosticRecord) {
        if let cpu = record.termination.cpu {
            evidence.insert("cpu-statistics")
            set("cpu.totalSeconds", cpu.totalSeconds)
            set("cpu.totalPercent", cpu.totalPercent)
            set("cpu.appSeconds", cpu.applicationSeconds)
            set("cpu.appPercent", cpu.applicationPercent)
            set("cpu.starved", record.isStarved)
        }
        if let thermal = record.termination.thermal {
            evidence.insert("thermal")
            set("thermal.level", thermal.level)
            set("thermal.state", thermal.state)
        }
        let end = record.termination
        // What a report or a kill names was too long open; what the timeline found open at an end may be innocent.
        let open = record.assertions.filter { !$0.isFromTimeline }
        if !open.isEmpty { evidence.insert("assertions") }
        // Words that announce a list which is not there: what it held is lost.
        if !open.isEmpty || (record.kind == .processLife && !end.isTruncated && !end.announcesList) {
            set("assertions", .list(open.map(Self.value)))
            set("openTasks", .list(open.filter { $0.kind == .uikitTask }.map(Self.value)))
        }
        if let info = record.applicationInfo {
            evidence.insert("application-info")
            set("appInfo", .string(info))
        }
    }

    private static func value(_ interval: AssertionInterval) -> MatchValue {
        func text(_ value: String?) -> MatchValue { value.map(MatchValue.string) ?? .null }
        return .record([
            "name": text(interval.name), "reason": text(interval.reason), "kind": .string(interval.kind.rawValue),
            "allowance": interval.allowance.map(MatchValue.double) ?? .null, "owner": text(interval.owner?.name),
            "target": text(interval.target?.name),
        ])
    }

    private mutating func setThreads(_ record: DiagnosticRecord) {
        guard !record.activities.isEmpty else { return }
        evidence.insert("threads")
        set("handler.running", .bool(record.activities.contains { $0.state == .expirationHandler }))
        set("handler.blocked", .bool(record.activities.contains(where: \.isBlockedInHandler)))
        let pairs = record.activities.filter { $0.waitsForThread != nil }
        let main = record.activities.first(where: \.isMain)
        set("deadlock.seen", .bool(pairs.count > 1))
        set("deadlock.withMain", .bool(pairs.count > 1 && main?.waitsForThread != nil))
        set("crashed.telltale", (record.activities.first(where: \.isTriggered) ?? main)?.telltale)
        guard let main, main.frameCount > 0 else { return }
        evidence.insert("main-thread")
        set("main.state", .string(main.state.rawValue))
        set("main.frameCount", main.frameCount)
        set("main.wait", main.waitKind)
        set("main.hasInApp", .bool(main.firstInAppFrame != nil))
        set("main.inApp", main.inAppText)
        set("main.lifecycle", main.lifecycle)
        set("main.runtime", main.runtime)
        set("main.blockedInHandler", .bool(main.isBlockedInHandler))
    }

    private mutating func setMeasures(_ record: DiagnosticRecord) {
        if let use = record.resource {
            evidence.insert("resource")
            set("resource.event", .string(use.event))
            set("resource.action", use.action)
            set("resource.used", use.used)
            set("resource.limit", use.limit)
            set("resource.duration", use.duration)
            set("resource.unit", use.unit)
            set("resource.fatal", use.fatal.map(MatchValue.bool) ?? .unknown)
        }
        if let kill = record.memory {
            evidence.insert("memory")
            set("memory.reason", .string(kill.reason))
            set("memory.states", .list(kill.states.map { .string($0) }))
            set("memory.residentBytes", kill.residentBytes)
        }
        if record.memory == nil, record.kind == .processLife { set("memory.reason", MatchValue.null) }
        if let counter = record.counter {
            evidence.insert("exit-counters")
            set("counter.name", .string(counter.name))
            set("counter.count", .int(Int64(counter.count)))
            set("counter.background", .bool(counter.background))
        }
    }
}

extension DiagnosticRecord {
    /// Whether the record says that the process ended.
    var isObservedEnd: Bool {
        switch kind {
        case .jetsam, .exitCounter: true
        case .resource: resource?.fatal == true
        case .hang, .stackshot, .panic, .other: false
        case .processLife: life?.exited == true && life?.killed != false
        case .crash:
            !(exception.isEmpty && termination.isEmpty) && termination.cause != "stackshot"
        }
    }

    /// An end that no rule explains: "unknown" is the honest name for it, "none" for a plain exit or no end at all.
    var isUnexplainedEnd: Bool {
        guard kind == .processLife else { return isObservedEnd }
        guard let life, life.exited else { return false }
        return life.killed == true || (life.killed == nil && exception.signal != nil)
    }

    /// The process hardly ran (under 5 % of one processor or under half a second) while the device as a whole was
    /// busy or throttled: its own code is then not to blame. Figures per the CPU statistics of watchdog reports
    /// (a device at thermal level 9 gave an app 0.127 s in a window of 40 s).
    var isStarved: Bool? {
        guard let cpu = termination.cpu, let app = cpu.applicationSeconds else { return nil }
        let isThrottled = ["serious", "critical"].contains(termination.thermal?.state?.lowercased() ?? "")
        let isIdleApp = app < 0.5 || (cpu.applicationPercent.map { $0 <= 2 } ?? false)
        let isBusyDevice = (cpu.totalPercent ?? 0) >= 90
        return isIdleApp && (isBusyDevice || isThrottled)
    }
}

extension Termination {
    /// The kill lines of iOS 4 to 12 list the assertions behind these words.
    fileprivate var announcesList: Bool { explanation?.contains("active assertions beyond") ?? false }
}
