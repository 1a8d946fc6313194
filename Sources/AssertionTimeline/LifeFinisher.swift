import DiagnosticModel
import SystemFacts

/// Closes the books on one life when its log is at an end: what became of intervals that are still open, how long the
/// process had in the background, and which task is the suspect.
struct LifeFinisher {
    private var state: LifeState
    private let coverage: LogCoverage?
    private let evidence: Set<String>

    init(state: LifeState, coverage: LogCoverage?, evidence: Set<String>) {
        self.state = state
        self.coverage = coverage
        self.evidence = evidence
    }

    func finish() -> ProcessLife {
        var copy = self
        copy.state.tasks.pairByOrder(&copy.state.life)
        copy.closeIntervals()
        copy.state.life.intervals.sort {
            ($0.begin ?? .min, $0.endTime ?? .max) < ($1.begin ?? .min, $1.endTime ?? .max)
        }
        copy.orderStates()
        copy.closeStates()
        if coverage?.first == nil { copy.forgetTimes() }
        copy.grantAllowance()
        copy.state.life.backgroundSeconds = Budget.background(copy.state.life)
        Budget.fill(&copy.state.life)
        copy.state.life.summary = LifeSummarizer(life: copy.state.life, coverage: coverage, evidence: evidence)
            .summary()
        return copy.state.life
    }

    /// The moment behind which nothing about this life can be seen.
    private var lastSight: Int64 {
        max(state.life.last.time, min(coverage?.last ?? .min, state.abandonedAt ?? .max))
    }

    private mutating func closeIntervals() {
        let exit = state.life.exit?.moment.time
        for index in state.life.intervals.indices where state.life.intervals[index].end == .open {
            if let exit {
                // Open at the end of the process: that is what ended it, or what was lost with it.
                state.life.intervals[index].endTime = max(exit, state.life.intervals[index].begin ?? exit)
                state.life.intervals[index].endReason = "the process ended while it was open"
            } else if state.abandonedAt != nil {
                state.life.intervals[index].end = .unknown
                state.life.intervals[index].endReason = "the process was launched again; its end is not in the log"
            } else {
                state.life.intervals[index].end = .unknown
                state.life.intervals[index].endReason = "the log ends first"
            }
        }
    }

    /// Lines that came far too late, or have a damaged time, put states out of order.
    private mutating func orderStates() {
        let states = state.life.states
        guard zip(states, states.dropFirst()).contains(where: { $1.begin.time < $0.begin.time }) else { return }
        let sorted = states.indices.sorted { (states[$0].begin.time, $0) < (states[$1].begin.time, $1) }
        var ordered: [StateSpan] = []
        for index in sorted where ordered.last?.state != states[index].state {
            if !ordered.isEmpty { ordered[ordered.count - 1].end = states[index].begin.time }
            ordered.append(StateSpan(state: states[index].state, begin: states[index].begin))
        }
        state.life.states = ordered
    }

    private mutating func closeStates() {
        guard let last = state.life.states.indices.last, state.life.states[last].end == nil,
            state.life.states[last].state != .notRunning
        else { return }
        state.life.states[last].end = max(lastSight, state.life.states[last].begin.time)
    }

    /// No record of the log has a time: what was computed from zero means nothing.
    private mutating func forgetTimes() {
        state.life.states = []
        for index in state.life.intervals.indices {
            state.life.intervals[index].begin = nil
            state.life.intervals[index].endTime = nil
        }
    }

    /// The number the log prints, else that of the era the daemons belong to.
    private mutating func grantAllowance() {
        guard state.life.allowance == nil else { return }
        let printed = state.life.intervals.first { interval in
            interval.allowance != nil
                && AssertionReasonFact.kind(reason: interval.reason, name: interval.name) == "uikit-task"
        }
        if let seconds = printed?.allowance {
            state.life.allowance = seconds
            state.life.allowanceIsPrinted = true
            return
        }
        let version = state.life.system.version?.numbers ?? Era.version(of: coverage?.processes ?? [], evidence)
        state.life.allowance = version.flatMap { AllowanceFact.lookup("background-task", version: $0)?.seconds }
    }
}

/// The iOS versions a log can be of, by the daemons in it.
enum Era {
    static func version(of processes: Set<String>, _ evidence: Set<String>) -> [Int]? {
        if processes.contains("runningboardd") { return [13] }
        if processes.contains("assertiond") { return [11] }
        if processes.contains("backboardd"), evidence.contains("log.runningboardd") { return [7] }
        // UIKit prints its BackgroundTask lines since the daemons are RunningBoard's.
        return evidence.contains("log.uikit") ? [13] : nil
    }
}

/// Seconds in the background.
enum Budget {
    /// Spans in which the process ran in the background.
    static func spans(_ life: ProcessLife) -> [Range<Int64>] {
        life.states.compactMap { span in
            guard span.state == .background, let end = span.end, end >= span.begin.time else { return nil }
            return span.begin.time..<end
        }
    }

    /// In the background since it last left the foreground; nil when no state is known.
    static func background(_ life: ProcessLife) -> Double? {
        guard !life.states.isEmpty else { return nil }
        let left = life.states.last { $0.state.isForeground }?.end ?? .min
        let total = spans(life).reduce(Int64(0)) { sum, span in
            sum + max(0, span.upperBound - max(span.lowerBound, left))
        }
        return Double(total) / 1e6
    }

    /// The background seconds of every interval, in one walk over both lists.
    static func fill(_ life: inout ProcessLife) {
        let spans = spans(life)
        guard !life.states.isEmpty else { return }
        var sums: [Int64] = [0]
        for span in spans { sums.append(sums[sums.count - 1] + span.upperBound - span.lowerBound) }
        /// Background time before a moment.
        func before(_ time: Int64) -> Int64 {
            var low = 0
            var high = spans.count
            while low < high {
                let middle = (low + high) / 2
                if spans[middle].lowerBound < time { low = middle + 1 } else { high = middle }
            }
            guard low > 0 else { return 0 }
            return sums[low - 1] + min(time, spans[low - 1].upperBound) - spans[low - 1].lowerBound
        }
        for index in life.intervals.indices {
            guard let begin = life.intervals[index].begin else { continue }
            let end = life.intervals[index].endTime ?? life.last.time
            guard end >= begin else { continue }
            life.intervals[index].backgroundSeconds = Double(before(end) - before(begin)) / 1e6
        }
    }
}
