import DiagnosticModel
import Matching

/// One thing a log line says, in the vocabulary of `rules/events`.
///
/// A class, because events wait in a queue and are handed from hand to hand by the million.
final class TimelineEvent {
    /// Raw values are the words of the rule files. Their holes are documented in docs/guides/add-a-log-line.md.
    enum Kind: String, CaseIterable, Sendable {
        case taskWillAdd = "task.will-add"
        case taskCreated = "task.created"
        case taskEndRequested = "task.end-requested"
        case taskEnded = "task.ended"
        case taskEndRefused = "task.end-refused"
        case taskCreatedLongAgo = "task.created-long-ago"
        case taskNotEnded = "task.not-ended"
        case taskHandlersFired = "task.handlers-fired"
        case taskHandlerCalled = "task.handler-called"
        case taskNoHandlers = "task.no-handlers"
        case taskExpirationImminent = "task.expiration-imminent"
        case taskAssertionCreated = "task.assertion-created"
        case taskAssertionMissing = "task.assertion-missing"
        case taskAssertionReused = "task.assertion-reused"
        case taskAssertionRetained = "task.assertion-retained"
        case taskAssertionReleased = "task.assertion-released"
        case taskAssertionInvalidated = "task.assertion-invalidated"
        case taskAssertionRenewed = "task.assertion-renewed"
        case taskRefused = "task.refused"
        case completionNeverCalled = "completion.never-called"
        case gpuRefused = "gpu.refused"
        case appException = "app.exception"
        case appTimeRemaining = "app.time-remaining"
        case appDeactivationMask = "app.deactivation-mask"
        case appEndedByDebugger = "app.ended-by-debugger"
        case appLaunchFailed = "app.launch-failed"
        case assertionRefused = "assertion.refused"
        case bgTaskSubmitted = "bgtask.submitted"
        case bgTaskRegistered = "bgtask.registered"
        case bgTaskRejected = "bgtask.rejected"
        case bgTaskUnregistered = "bgtask.unregistered"
        case bgTaskLaunched = "bgtask.launched"
        case bgTaskExpired = "bgtask.expired"
        case bgTaskCompleted = "bgtask.completed"
        case bgTaskScheduled = "bgtask.scheduled"
        case bgTaskCanceled = "bgtask.canceled"
        case bgTaskActivityCompleted = "bgtask.activity-completed"
        case pushLaunch = "push.launch"
        case assertionAcquired = "assertion.acquired"
        case assertionAttempted = "assertion.attempted"
        case assertionActivated = "assertion.activated"
        case assertionDeactivated = "assertion.deactivated"
        case assertionInactive = "assertion.inactive"
        case assertionActive = "assertion.active"
        case assertionInvalidated = "assertion.invalidated"
        case assertionRelinquished = "assertion.relinquished"
        case assertionTimedOut = "assertion.timed-out"
        case assertionSuspended = "assertion.suspended"
        case assertionResumed = "assertion.resumed"
        case assertionMutated = "assertion.mutated"
        case assertionWarning = "assertion.warning"
        case assertionTimer = "assertion.timer"
        case assertionListed = "assertion.listed"
        case assertionHighWater = "assertion.high-water"
        case assertionLimit = "assertion.limit"
        case killForced = "kill.forced"
        case killReportDone = "kill.report-done"
        case killRequested = "kill.requested"
        case killLockedFiles = "kill.locked-files"
        case exitObserved = "exit.observed"
        case exitPending = "exit.pending"
        case exitContext = "exit.context"
        case exitSignal = "exit.signal"
        case exitStatus = "exit.status"
        case stateCalculated = "state.calculated"
        case stateSuspending = "state.suspending"
        case stateResuming = "state.resuming"
        case stateJetsamPriority = "state.jetsam-priority"
        case stateTracked = "state.tracked"
        case stateUnmanaged = "state.unmanaged"
        case stateTask = "state.task"
        case stateVisibility = "state.visibility"
        case stateApplication = "state.application"
        case stateObserved = "state.observed"
        case stateSession = "state.session"
        case stateNetwork = "state.network"
        case stateLocation = "state.location"
        case launchBootstrap = "launch.bootstrap"
        case launchRequested = "launch.requested"
        case launchBackground = "launch.background"
        case launchSnapshot = "launch.snapshot"
        case watchdogIgnored = "watchdog.ignored"
        case watchdogViolated = "watchdog.violated"
        case watchdogSpared = "watchdog.spared"
        case watchdogText = "watchdog.text"
        case memoryKill = "memory.kill"
        case memoryLimit = "memory.limit"
        case cpuLimit = "cpu.limit"
        case cpuKill = "cpu.kill"
        case deviceSleep = "device.sleep"
        case deviceWake = "device.wake"
        case deviceBoot = "device.boot"
        case reportSaved = "report.saved"
        case reportStarted = "report.started"
        case voipNoCall = "voip.no-call"
        case expiringActivity = "expiring-activity"
    }

    var kind: Kind
    var family: Kind.Family
    var evidence: LogEvidence
    /// Microseconds; the last known time for records without one.
    var time: Int64
    var source: Int
    /// The process that logged.
    var logger: String?
    var loggerPID: Int?
    /// The process the line is about, as written.
    var target: ProcessHandle?
    var originator: ProcessHandle?
    /// launchd names the job in the subsystem.
    var label: String?
    var fields: [(name: String, value: String)]
    var location: EvidenceLocation

    init(
        kind: Kind, family: Kind.Family, evidence: LogEvidence, time: Int64, source: Int, logger: String?,
        loggerPID: Int?, label: String?, location: EvidenceLocation
    ) {
        self.kind = kind
        self.family = family
        self.evidence = evidence
        self.time = time
        self.source = source
        self.logger = logger
        self.loggerPID = loggerPID
        self.label = label
        self.location = location
        fields = []
    }

    subscript(_ name: String) -> String? {
        for field in fields where field.name == name { return field.value }
        return nil
    }

    func int(_ name: String) -> Int? { self[name].flatMap { Int($0) } }
    func double(_ name: String) -> Double? { self[name].flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil } }
}
