import DiagnosticModel

/// Which part of a timeline is wanted.
public struct TimelineSelection: Sendable {
    public var filter: IncidentFilter
    /// Microseconds; nil is open.
    public var from: Int64?
    public var to: Int64?
    /// Daemons and lives without anything that keeps them running, too.
    public var includesAll: Bool

    public init(
        filter: IncidentFilter = IncidentFilter(), from: Int64? = nil, to: Int64? = nil, includesAll: Bool = false
    ) {
        self.filter = filter
        self.from = from
        self.to = to
        self.includesAll = includesAll
    }

    /// The lives that overlap the window, each with the intervals, states and events that do.
    public func apply(to timeline: Timeline) -> Timeline {
        var result = timeline
        result.lives = timeline.lives.filter(isWanted).map(clipped)
        return result
    }

    private func isWanted(_ life: ProcessLife) -> Bool {
        guard filter.admits(life.process) else { return false }
        if let from, life.last.time < from { return false }
        if let to, life.first.time > to { return false }
        if includesAll || filter.isNarrow { return true }
        let hasTask = life.intervals.contains { !$0.isSystem || $0.kind == .uikitTask }
        return !life.process.isDaemon && (hasTask || life.exit?.isKill == true || life.states.count > 1)
    }

    private func clipped(_ life: ProcessLife) -> ProcessLife {
        guard from != nil || to != nil else { return life }
        let (from, to) = (self.from ?? .min, self.to ?? .max)
        var life = life
        life.intervals = life.intervals.filter { ($0.begin ?? .min) <= to && ($0.endTime ?? .max) >= from }
        life.states = life.states.filter { $0.begin.time <= to && ($0.end ?? .max) >= from }
        life.events = life.events.filter { (from...to).contains($0.moment.time) }
        // The suspect is named by its place among the intervals.
        life.summary.suspect = nil
        return life
    }
}
