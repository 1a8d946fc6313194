import DiagnosticModel

/// BGTaskScheduler's tasks in one process life, by their identifier: launched, asked to expire, completed.
enum BGTaskLayer {
    static func apply(_ event: TimelineEvent, _ state: LifeState) {
        state.note(event.kind.rawValue, event, text: event["name"])
        guard let name = Redaction.cleared(event["name"]) else { return }
        switch event.kind {
        case .bgTaskLaunched:
            if open(name, state.life) == nil { begin(name, event, state) }
        case .bgTaskExpired:
            if open(name, state.life) == nil { begin(name, event, state, isLate: true) }
            if let index = open(name, state.life) {
                state.life.intervals[index].handlerCalled = event.time
                state.life.intervals[index].mentions.append(event.location)
            }
        case .bgTaskCompleted:
            guard let index = open(name, state.life) else { return }
            state.life.intervals[index].end = .observed
            state.life.intervals[index].endTime = event.time
            state.life.intervals[index].endLocation = event.location
        default: break
        }
    }

    private static func open(_ name: String, _ life: ProcessLife) -> Int? {
        life.intervals.lastIndex { $0.kind == .bgTask && $0.name == name && $0.end == .open }
    }

    /// - Parameter isLate: the launch was before the log.
    private static func begin(_ name: String, _ event: TimelineEvent, _ state: LifeState, isLate: Bool = false) {
        guard state.life.intervals.count < 200_000 else { return }
        var interval = AssertionInterval(kind: .bgTask, name: name, end: .open)
        interval.isFromTimeline = true
        interval.begin = isLate ? nil : event.time
        interval.stateAtBegin = state.states.current
        interval.location = event.location
        state.life.intervals.append(interval)
    }
}
