import DiagnosticModel
import SystemFacts

/// What each event changes in the life it is about.
enum LifeChange {
    static func apply(_ event: TimelineEvent, _ state: LifeState) {
        switch event.family {
        case .task: applyTask(event, state)
        case .bgTask: BGTaskLayer.apply(event, state)
        case .assertion: applyAssertion(event, state)
        case .state: applyState(event, state)
        case .end: applyEnd(event, state)
        }
    }

    private static func applyTask(_ event: TimelineEvent, _ state: LifeState) {
        let now = state.states.current
        switch event.kind {
        case .taskWillAdd: state.tasks.willAdd(event)
        case .taskCreated: state.tasks.created(event, &state.life, state: now)
        case .taskEndRequested: state.tasks.endRequested(event, &state.life)
        case .taskAssertionReleased, .taskAssertionInvalidated:
            state.tasks.released(event, &state.life)
            state.note(event.kind.rawValue, event, number: event.int("task"))
        case .taskEnded: state.tasks.ended(event, &state.life, state: now)
        case .taskCreatedLongAgo:
            mention(event, state) { $0.warnedLong = event.time }
        case .taskNotEnded:
            mention(event, state) { $0.notEnded = event.time }
            state.note("task.not-ended", event, text: event["name"], number: event.int("task"))
        case .taskHandlerCalled: mention(event, state) { $0.handlerCalled = event.time }
        case .taskRefused:
            _ = state.tasks.refused()
            state.note("begin.refused", event, number: event.int("task"))
        case .taskEndRefused: state.note("end.refused", event, number: event.int("task"))
        default: state.note(event.kind.rawValue, event, number: event.int("task"))
        }
    }

    private static func mention(
        _ event: TimelineEvent, _ state: LifeState, _ change: (inout AssertionInterval) -> Void
    ) {
        guard let index = state.tasks.described(event, &state.life, state: state.states.current) else {
            return state.note(event.kind.rawValue, event)
        }
        change(&state.life.intervals[index])
        if state.life.intervals[index].mentions.count < 20 {
            state.life.intervals[index].mentions.append(event.location)
        }
        // The line may tell of a begin before the log started.
        if let elapsed = event.int("elapsed"), state.life.intervals[index].begin == nil {
            state.life.intervals[index].begin = event.time - Int64(elapsed) * 1_000_000
            state.life.intervals[index].beginIsInferred = true
        }
    }

    private static func applyAssertion(_ event: TimelineEvent, _ state: LifeState) {
        let now = state.states.current
        switch event.kind {
        case .assertionAcquired, .assertionAttempted, .assertionActivated:
            _ = state.assertions.find(event, &state.life, isBegin: true, state: now)
            noteMode(event, state)
        case .assertionListed: _ = state.assertions.find(event, &state.life, isBegin: false, state: now)
        case .assertionInactive: state.assertions.setInactive(event, true, &state.life)
        case .assertionActive: state.assertions.setInactive(event, false, &state.life)
        case .assertionInvalidated, .assertionRelinquished, .assertionDeactivated:
            state.assertions.end(event, &state.life)
        case .assertionTimedOut:
            if let index = state.assertions.timedOut(event, &state.life) {
                state.note("assertion.timed-out", event, text: state.life.intervals[index].name)
            }
        case .assertionMutated:
            state.assertions.mutate(event, &state.life)
            state.note("assertion.mutated", event, text: event["to"])
        case .assertionTimer:
            state.life.allowance = event.double("seconds") ?? state.life.allowance
            state.life.allowanceIsPrinted = state.life.allowance != nil
            state.note("assertion.timer", event)
        case .assertionWarning: state.note("expiration.warned", event)
        case .assertionHighWater:
            state.note("assertion.high-water", event, text: event["name"], number: event.int("count"))
        case .assertionLimit: ExitLayer.note(event, &state.life)
        case .assertionRefused: state.note("assertion.refused", event, text: event["text"])
        default: state.note(event.kind.rawValue, event)
        }
    }

    /// Assertions that audio, location and calls hold are the modes that need no background task.
    private static func noteMode(_ event: TimelineEvent, _ state: LifeState) {
        guard let name = event["name"], !name.hasPrefix("Shared") else { return }
        if let mode = BackgroundModeFact.mode(ofAssertion: name) { state.note("mode." + mode, event, text: name) }
    }

    private static func applyState(_ event: TimelineEvent, _ state: LifeState) {
        switch event.kind {
        case .stateCalculated: state.states.calculated(event, &state.life)
        case .stateObserved: state.states.observed(event, &state.life)
        case .stateSuspending: state.states.set(.suspended, event, &state.life)
        case .stateResuming:
            if state.states.current == .suspended { state.states.set(.background, event, &state.life) }
        case .stateVisibility: state.states.visibility(event["visibility"] ?? "", event, &state.life)
        case .stateTask: state.states.task(event["state"] ?? "", event, &state.life)
        case .stateApplication:
            state.states.task(event["task"] ?? "", event, &state.life)
            if event["task"] != "Suspended" { state.states.visibility(event["visibility"] ?? "", event, &state.life) }
        case .stateSession, .stateNetwork, .stateLocation:
            state.states.session(event["state"] ?? "", event, &state.life)
        case .stateJetsamPriority:
            if let priority = event.int("priority") { state.states.jetsam(priority, event, &state.life) }
        case .stateTracked: state.life.launch = state.life.launch ?? Moment(event.time, event.location)
        case .launchBootstrap:
            state.life.launch = state.life.launch ?? Moment(event.time, event.location)
            state.note("launch.intent", event, text: event["intent"])
        case .launchRequested: state.note("launch.requested", event, text: event.originator?.name)
        case .launchBackground: state.note("launch.requested", event, text: event["reason"])
        case .stateUnmanaged: state.note("unmanaged", event)
        default: state.note(event.kind.rawValue, event)
        }
    }

    private static func applyEnd(_ event: TimelineEvent, _ state: LifeState) {
        switch event.kind {
        case .exitObserved, .exitContext, .exitSignal, .exitStatus, .killForced, .killRequested, .killLockedFiles,
            .memoryKill, .cpuKill, .watchdogText, .voipNoCall, .appException, .appLaunchFailed, .appEndedByDebugger:
            ExitLayer.note(event, &state.life)
            if !ExitLayer.isOnlyRequest(event.kind) { state.states.exited(event, &state.life) }
        case .exitPending: state.note("exit.pending", event, text: event["text"])
        case .memoryLimit, .cpuLimit:
            state.note(event.kind.rawValue, event, text: event["message"])
            if Text.contains("(fatal)", in: event["message"] ?? "") { ExitLayer.note(event, &state.life) }
        case .reportSaved: state.life.exit?.reportPath = event["path"]
        case .watchdogIgnored, .watchdogSpared: state.note("debugger", event, text: event["text"])
        case .watchdogViolated: state.note("watchdog.violated", event, text: event["message"])
        case .gpuRefused: state.note("gpu.refused", event, text: event["message"])
        case .completionNeverCalled: state.note("completion.never-called", event, text: event["selector"])
        default: state.note(event.kind.rawValue, event, text: event["name"] ?? event["text"])
        }
    }
}
