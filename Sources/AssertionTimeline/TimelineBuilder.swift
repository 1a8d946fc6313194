import DiagnosticModel
import Matching
import SystemFacts

/// Log records in, process lives with their intervals, states and exits out.
///
///     var builder = TimelineBuilder()
///     builder.add(batch)
///     let timeline = builder.finish(coverage: …)
///
/// Records may come slightly out of order, as relays and merged files deliver them; they are put in order over a short
/// window. Nothing about one log is concluded from another.
public struct TimelineBuilder {
    private let shapes: EventShapes
    private var reader: EventReader
    private var queue = EventQueue()
    private var registry = LifeRegistry()
    private var unknown = UnknownLines()
    private var deviceEvents: [LifeEvent] = []
    private var lastTime: [Int: Int64] = [:]
    /// Whom the last line was about: a line that names nobody goes on about it.
    private var lastSubject: [Int: Int] = [:]
    private var orphans: [TimelineEvent] = []
    private var lastDaemon: (name: String, pid: Int) = ("", -1)
    private var daemonPIDs: [NameKey: Int] = [:]
    private var evidence: [Int: LogEvidence] = [:]
    public private(set) var eventCount = 0

    public init(shapes: EventShapes = .builtIn) {
        self.shapes = shapes
        reader = EventReader(shapes: shapes)
    }

    /// Takes the records of one batch.
    public mutating func add(_ batch: LogBatch) {
        var found: [TimelineEvent] = []
        for entry in batch.entries {
            if let time = entry.time { lastTime[batch.source] = time }
            let time = entry.time ?? lastTime[batch.source] ?? 0
            let isKnown = reader.read(batch, entry) { event in
                event.time = time
                found.append(event)
            }
            if !isKnown { unknown.note(batch, entry, shapes) }
            for event in found { push(event) }
            found.removeAll(keepingCapacity: true)
        }
    }

    private mutating func push(_ event: TimelineEvent) {
        eventCount += 1
        if !event.evidence.isEmpty { evidence[event.source, default: []].formUnion(event.evidence) }
        if let late = queue.push(event) { apply(late) }
        while let next = queue.popReady() { apply(next) }
    }

    /// Everything that was pushed, as lives. The builder can go on afterwards with other logs.
    public mutating func finish(coverage: [LogCoverage] = []) -> Timeline {
        while let next = queue.pop() { apply(next) }
        var timeline = Timeline()
        timeline.coverage = coverage
        timeline.unknownLines = unknown.lines
        timeline.deviceEvents = deviceEvents
        timeline.quietLivesDropped = registry.goneCount
        for state in LifeMerger.merge(registry.lives.filter { !$0.isGone }) {
            let covered = coverage.first { $0.source == state.life.source }
            var life = LifeFinisher(
                state: state, coverage: covered, evidence: (evidence[state.life.source] ?? []).words
            )
            .finish()
            life.id = timeline.lives.count
            timeline.lives.append(life)
        }
        return timeline
    }

    // MARK: dispatch

    private mutating func apply(_ event: TimelineEvent) {
        noticeDaemon(event)
        guard let index = subject(of: event) else {
            if event.kind == .assertionRelinquished { appendOrphan(event) }
            return
        }
        if event.kind == .exitObserved { adoptOrphans(of: event, index) }
        lastSubject[event.source] = index
        registry.change(index) { state in
            state.see(event)
            LifeChange.apply(event, state)
        }
        if event.kind.beginsAssertion, let key = AssertionLayer.key(event) { registry.own(key, event.source, index) }
    }

    private mutating func appendOrphan(_ event: TimelineEvent) {
        if orphans.count >= 200 { orphans.removeFirst(100) }
        orphans.append(event)
    }

    /// "Client relinquished <BKProcessAssertion…>" names no process. When a process dies, those of the same moment that
    /// nobody else claims were its own.
    private mutating func adoptOrphans(of exit: TimelineEvent, _ index: Int) {
        for orphan in orphans where orphan.source == exit.source && abs(orphan.time - exit.time) <= 1_000_000 {
            registry.change(index) { $0.assertions.end(orphan, &$0.life) }
        }
        orphans.removeAll { $0.source == exit.source }
    }

    /// A daemon with a new pid was restarted, and with it everything it kept is gone.
    private mutating func noticeDaemon(_ event: TimelineEvent) {
        if event.kind == .deviceSleep || event.kind == .deviceWake || event.kind == .deviceBoot {
            if deviceEvents.count < 10_000 {
                deviceEvents.append(
                    LifeEvent(name: event.kind.rawValue, moment: Moment(event.time, event.location)))
            }
            return
        }
        guard let logger = event.logger, let pid = event.loggerPID else { return }
        if pid == lastDaemon.pid, logger == lastDaemon.name { return }
        guard ["runningboardd", "assertiond", "backboardd"].contains(logger) else { return }
        lastDaemon = (logger, pid)
        let key = NameKey(source: event.source, name: logger)
        if let known = daemonPIDs[key], known != pid, deviceEvents.count < 1000 {
            for index in registry.lives.indices where registry.lives[index].life.source == event.source {
                registry.change(index) { $0.assertions.daemonRestarted(&$0.life) }
            }
            deviceEvents.append(
                LifeEvent(
                    name: "daemon.restarted", moment: Moment(event.time, event.location), text: logger, number: pid))
        }
        daemonPIDs[key] = pid
    }

    /// The life an event is about; nil when it names none that could be found.
    private mutating func subject(of event: TimelineEvent) -> Int? {
        switch SubjectRule.rule(for: event) {
        case .logger: loggerLife(event)
        case .target: targetLife(event)
        case .device: nil
        }
    }

    private mutating func loggerLife(_ event: TimelineEvent) -> Int {
        guard event.logger != nil || event.loggerPID != nil else { return registry.unnamed(event) }
        let handle = ProcessHandle(name: event.logger, pid: event.loggerPID)
        let index = registry.life(handle, event) ?? registry.unnamed(event)
        if event.kind == .taskCreated, registry.lives[index].tasks.isReused(event, registry.lives[index].life) {
            // The same number for another task: a new process has the pid or the name.
            registry.change(index) { $0.abandon(at: event.time) }
            return registry.restart(handle, event)
        }
        return index
    }

    private mutating func targetLife(_ event: TimelineEvent) -> Int? {
        if event.kind == .killRequested {
            if let held = heldLife(event) { return held }
            // A daemon asked for the assertion; whom it kept running stands in lines that the log lacks.
            if event.target.map({ ["daemon", "osservice"].contains($0.kind) }) ?? false, event.namesAssertion {
                return registry.unnamed(event)
            }
        }
        guard let handle = event.subjectHandle else {
            if let known = byAssertion(event) { return known }
            if event.kind == .assertionHighWater { return lastSubject[event.source] }
            guard event.isAboutAnApp else { return nil }
            return event.logger == nil && event.loggerPID == nil ? registry.unnamed(event) : nil
        }
        if handle.name == nil, let pid = handle.pid {
            if let known = registry.known(pid: pid, source: event.source) { return known }
        }
        return registry.life(handle, event, startsLife: event.kind.startsLife)
    }

    /// "Timed-out waiting for process X to invalidate assertion with identifier I": X asked for the assertion, and the
    /// process that it kept running is ended.
    private func heldLife(_ event: TimelineEvent) -> Int? {
        let words = "to invalidate assertion with identifier "
        guard let text = event["message"], let start = Text.find(words, in: text) else { return nil }
        let id = String(text[start...].prefix { $0 != " " })
        return registry.owner(of: id, event.source)
    }

    /// "Client relinquished <BKProcessAssertion…>" names the assertion only.
    private func byAssertion(_ event: TimelineEvent) -> Int? {
        guard let key = AssertionLayer.key(event) else { return nil }
        return registry.owner(of: key, event.source)
    }
}

/// Whose life a kind of event belongs to.
enum SubjectRule {
    case logger, target, device

    static func rule(for event: TimelineEvent) -> SubjectRule {
        switch event.kind {
        case .deviceSleep, .deviceWake, .deviceBoot: .device
        // dasd plans for the whole device; what it tells the app to do the app logs itself.
        case .bgTaskScheduled, .bgTaskCanceled, .bgTaskActivityCompleted: .device
        case .appException, .voipNoCall, .gpuRefused, .assertionRefused, .appTimeRemaining, .appDeactivationMask,
            .appEndedByDebugger, .completionNeverCalled, .expiringActivity, .appLaunchFailed:
            .logger
        default:
            switch event.family {
            case .task, .bgTask: .logger
            default: .target
            }
        }
    }
}
