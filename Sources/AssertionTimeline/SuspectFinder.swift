import DiagnosticModel

/// Picks the app's task that most likely was not given back.
///
/// A task that ended in good time is never a suspect, nor one whose end lies in what the log does not show, unless the
/// system or UIKit itself complained about it.
struct SuspectFinder {
    let life: ProcessLife
    /// When the system said that time is up.
    let warned: Int64?

    func suspect() -> LifeSummary.Suspect? {
        var best: (score: (Int, Double, Int), index: Int)?
        for (index, interval) in life.intervals.enumerated()
        where interval.kind == .uikitTask && !interval.isSystem {
            guard let rank = rank(interval) else { continue }
            let score = (rank, interval.backgroundSeconds ?? held(interval) ?? 0, -index)
            if best == nil || score > best!.score { best = (score, index) }
        }
        return best.map { describe($0.index) }
    }

    /// Higher is more telling; nil for tasks above suspicion.
    private func rank(_ interval: AssertionInterval) -> Int? {
        if isNamedByKill(interval) { return 6 }
        switch interval.end {
        case .open:
            if interval.notEnded != nil { return 5 }
            if interval.handlerCalled != nil { return 4 }
            // Open when the process ended. Whether that is why is for the rules to weigh.
            return interval.warnedLong != nil ? 3 : 2
        case .unknown:
            if interval.notEnded != nil { return 4 }
            return interval.warnedLong != nil ? 2 : nil
        case .observed, .inferred:
            if let notEnded = interval.notEnded, (interval.endTime ?? .max) > notEnded { return 1 }
            return nil
        }
    }

    private func isNamedByKill(_ interval: AssertionInterval) -> Bool {
        guard let exit = life.exit, interval.end == .open else { return false }
        if hasExpiryLines(interval), isOnlyOpenTask(interval),
            exit.texts.contains(where: { Text.contains("Shared Background Assertion", in: $0) })
        {
            return true
        }
        guard let name = interval.name, name.utf8.count > 3 else { return false }
        // Only the texts of a forced kill list assertions; an app's own words may mention its tasks.
        return interval.end == .open
            && exit.texts.contains { text in
                Text.contains("active assertions", in: text) && Text.contains(name, in: text)
            }
    }

    /// UIKit itself spoke of the task when time was up. Without that the one task that looks open may be one whose end
    /// the log lost.
    private func hasExpiryLines(_ interval: AssertionInterval) -> Bool {
        interval.notEnded != nil || interval.handlerCalled != nil || interval.warnedLong != nil
    }

    /// The shared assertion backs all tasks; when one task is open, it is that task's. UIKit counts its tasks up by one:
    /// a number that is missing in between is a task whose lines are lost, and it may be the open one.
    private func isOnlyOpenTask(_ interval: AssertionInterval) -> Bool {
        guard life.intervals.count(where: { $0.kind == .uikitTask && !$0.isSystem && $0.end == .open }) == 1 else {
            return false
        }
        let numbers = Set(life.intervals.compactMap { $0.kind == .uikitTask ? $0.taskID : nil })
        guard let lowest = numbers.min(), let highest = numbers.max() else { return true }
        return highest - lowest < numbers.count
    }

    private func held(_ interval: AssertionInterval) -> Double? {
        guard let begin = interval.begin else { return nil }
        return Double((interval.endTime ?? life.last.time) - begin) / 1e6
    }

    private func describe(_ index: Int) -> LifeSummary.Suspect {
        let interval = life.intervals[index]
        var suspect = LifeSummary.Suspect(interval: index, end: interval.end)
        suspect.name = interval.name
        suspect.taskID = interval.taskID
        suspect.seconds = held(interval)
        suspect.backgroundSeconds = interval.backgroundSeconds
        suspect.hasHandler = interval.hasHandler
        suspect.handlerCalled = interval.handlerCalled != nil
        suspect.notEnded = interval.notEnded != nil
        suspect.warnedLong = interval.warnedLong != nil
        if let notEnded = interval.notEnded, interval.end == .observed, let end = interval.endTime {
            suspect.endedLate = end >= notEnded
        }
        if let called = interval.handlerCalled, let end = interval.endTime {
            suspect.handlerSeconds = Double(end - called) / 1e6
        }
        let namesakes = life.intervals.enumerated().filter {
            $0.offset != index && $0.element.kind == .uikitTask && interval.name != nil
                && $0.element.name == interval.name
        }.map(\.element)
        suspect.othersEnded = namesakes.contains { $0.end == .observed || $0.end == .inferred }
        suspect.othersOpen = namesakes.count { $0.end == .open }
        suspect.isOverwritten =
            (interval.end == .open || interval.end == .unknown)
            && namesakes.contains { other in
                guard let begin = interval.begin, let second = other.begin else { return false }
                return second > begin
            }
        if let warned, let begin = interval.begin, !interval.beginIsInferred {
            suspect.begunAfterWarning = begin >= warned && begin <= warned + 5_500_000
        }
        suspect.begunInBackground = interval.stateAtBegin == .background
        suspect.isNamedByKill = isNamedByKill(interval)
        return suspect
    }
}
