import DiagnosticModel
import SystemFacts

/// UIKit's background tasks of one process life: begin and end lines paired by taskID, or by order where the begin
/// was redacted.
struct TaskLayer {
    /// Indexes into the life's intervals, by taskID.
    private(set) var byTask: [Int: Int] = [:]
    private var creation: [Int: Int] = [:]
    /// "Will add" lines whose "Created" has not come yet.
    private var announced: [Announcement] = []
    /// Begins whose line was redacted, in order, and ends whose begin was not seen.
    private(set) var unnumbered: [Int] = []
    private var unmatchedEnds: [(task: Int, time: Int64, location: EvidenceLocation)] = []
    private var requested: [Int: (time: Int64, location: EvidenceLocation)] = [:]

    struct Announcement {
        var name: String?
        var hasHandler: Bool?
        var moment: Moment
        var isRefused = false
    }

    // MARK: begin

    mutating func willAdd(_ event: TimelineEvent) {
        if announced.count > 1000 { announced.removeFirst(500) }
        announced.append(
            Announcement(
                name: Redaction.cleared(event["name"]), hasHandler: Self.hasHandler(event["handler"]),
                moment: Moment(event.time, event.location)))
    }

    /// True when the same number is another task: the process must have been launched anew.
    func isReused(_ event: TimelineEvent, _ life: ProcessLife) -> Bool {
        guard let task = event.int("task") else { return false }
        if let created = event.int("creation"), let known = creation[task], abs(known - created) > 1 { return true }
        // Fresh, and yet begun long ago under the same number.
        guard let index = byTask[task], let begin = life.intervals[index].begin, event.int("elapsed") == 0 else {
            return false
        }
        return !life.intervals[index].beginIsInferred && event.time - begin > 5_000_000
    }

    mutating func created(_ event: TimelineEvent, _ life: inout ProcessLife, state: ProcessState) {
        let name = Redaction.cleared(event["name"])
        let announcement = takeAnnouncement(name: name)
        if let task = event.int("task"), let known = byTask[task] {
            // The end overtook the begin, or the line is there twice.
            if life.intervals[known].begin == nil || life.intervals[known].beginIsInferred {
                life.intervals[known].begin = min(event.time, life.intervals[known].endTime ?? event.time)
                life.intervals[known].beginIsInferred = false
                life.intervals[known].location = event.location
            }
            return
        }
        var interval = Self.interval(name: name ?? announcement?.name)
        interval.taskID = event.int("task")
        interval.begin = announcement?.moment.time ?? event.time
        interval.hasHandler = announcement?.hasHandler
        interval.stateAtBegin = state
        interval.location = announcement?.moment.location ?? event.location
        if announcement != nil { interval.mentions.append(event.location) }
        if let elapsed = event.int("elapsed"), elapsed > 1 {
            interval.begin = event.time - Int64(elapsed) * 1_000_000
            interval.beginIsInferred = true
        }
        let index = life.intervals.count
        life.intervals.append(interval)
        if let task = interval.taskID {
            byTask[task] = index
            creation[task] = event.int("creation")
            if let end = takeUnmatchedEnd(task) { close(index, end.time, end.location, &life) }
        } else {
            unnumbered.append(index)
        }
    }

    /// The announcement with this name, else the oldest; names are redacted in one line and not in the other.
    private mutating func takeAnnouncement(name: String?) -> Announcement? {
        guard !announced.isEmpty else { return nil }
        let index = announced.firstIndex { $0.name == name } ?? announced.firstIndex { $0.name == nil || name == nil }
        return index.map { announced.remove(at: $0) }
    }

    mutating func refused() -> Announcement? { announced.popLast() }

    // MARK: end

    mutating func endRequested(_ event: TimelineEvent, _ life: inout ProcessLife) {
        guard let task = event.int("task") else { return }
        if let index = byTask[task] {
            close(index, event.time, event.location, &life)
        } else {
            requested[task] = (event.time, event.location)
            unmatchedEnds.append((task, event.time, event.location))
        }
    }

    /// UIKit gives the shared assertion back in the name of a task only when the task is ended: the end's own lines may be
    /// lost.
    func released(_ event: TimelineEvent, _ life: inout ProcessLife) {
        guard let index = event.int("task").flatMap({ byTask[$0] }), life.intervals[index].end == .open else { return }
        close(index, event.time, event.location, &life)
    }

    mutating func ended(_ event: TimelineEvent, _ life: inout ProcessLife, state: ProcessState) {
        guard let task = event.int("task") else { return }
        // "Ending task …" follows "Ending background task …" at once and tells more.
        let earlier = takeUnmatchedEnd(task)
        let index = byTask[task] ?? adopt(task, event, &life, state: state)
        if life.intervals[index].hasHandler == nil {
            life.intervals[index].hasHandler = Self.hasHandler(event["handler"])
        }
        if let earlier {
            close(index, earlier.time, earlier.location, &life)
        } else if life.intervals[index].end != .observed {
            close(index, event.time, event.location, &life)
        }
    }

    private mutating func takeUnmatchedEnd(_ task: Int) -> (time: Int64, location: EvidenceLocation)? {
        requested[task] = nil
        guard let index = unmatchedEnds.lastIndex(where: { $0.task == task }) else { return nil }
        let end = unmatchedEnds.remove(at: index)
        return (end.time, end.location)
    }

    private func close(_ index: Int, _ time: Int64, _ location: EvidenceLocation, _ life: inout ProcessLife) {
        life.intervals[index].end = .observed
        life.intervals[index].endTime = max(time, life.intervals[index].begin ?? time)
        life.intervals[index].endLocation = location
        life.intervals[index].endReason = nil
    }

    // MARK: lines about a task

    /// The interval a line describes; made when the log starts after its begin (`elapsed` tells the age).
    mutating func described(_ event: TimelineEvent, _ life: inout ProcessLife, state: ProcessState) -> Int? {
        if let task = event.int("task") { return byTask[task] ?? adopt(task, event, &life, state: state) }
        let name = Redaction.cleared(event["name"])
        if let name, let index = life.intervals.lastIndex(where: { $0.kind == .uikitTask && $0.name == name }) {
            return index
        }
        guard name != nil else {
            // Redacted: the only open one, if it is the only one.
            let open = unnumbered.filter { life.intervals[$0].end == .open }
            return open.count == 1 ? open[0] : nil
        }
        return adopt(nil, event, &life, state: state)
    }

    private mutating func adopt(
        _ task: Int?, _ event: TimelineEvent, _ life: inout ProcessLife, state: ProcessState
    ) -> Int {
        var interval = Self.interval(name: Redaction.cleared(event["name"]))
        interval.taskID = task
        interval.location = event.location
        interval.hasHandler = Self.hasHandler(event["handler"])
        if let elapsed = event.int("elapsed") {
            interval.begin = event.time - Int64(elapsed) * 1_000_000
            interval.beginIsInferred = true
        } else if event.kind == .taskCreatedLongAgo {
            interval.begin = event.time - 30_000_000
            interval.beginIsInferred = true
        }
        let index = life.intervals.count
        if let begin = interval.begin, begin < life.first.time { interval.stateAtBegin = nil }
        life.intervals.append(interval)
        if let task {
            byTask[task] = index
            creation[task] = event.int("creation")
        }
        return index
    }

    private static func interval(name: String?) -> AssertionInterval {
        var interval = AssertionInterval(kind: .uikitTask, name: name, end: .open)
        interval.isFromTimeline = true
        interval.isSystem = name.map(SystemTaskFact.isSystem) ?? false
        return interval
    }

    static func hasHandler(_ text: String?) -> Bool? {
        guard let text, !text.isEmpty, !Text.contains("<private>", in: text) else { return nil }
        return !text.hasPrefix("(null)")
    }

    // MARK: pairing by order

    /// Pairs redacted begins with numbered ends. UIKit counts its tasks up by one, so the begins in order have
    /// consecutive numbers: the first number that lets most ends fall behind their begins is taken, and every pair
    /// made that way is marked as inferred.
    mutating func pairByOrder(_ life: inout ProcessLife) {
        let ends = unmatchedEnds.sorted { $0.task < $1.task }
        guard !unnumbered.isEmpty, let lowest = ends.first?.task, let highest = ends.last?.task else { return }
        var best: (base: Int, matches: Int) = (lowest, -1)
        let from = max(1, highest - unnumbered.count + 1)
        for base in stride(from: lowest, through: max(1, from - ends.count), by: -1).prefix(2000) {
            let matches = ends.count { end in
                let place = end.task - base
                guard unnumbered.indices.contains(place), let begin = life.intervals[unnumbered[place]].begin else {
                    return false
                }
                return begin <= end.time
            }
            if matches > best.matches { best = (base, matches) }
        }
        guard best.matches > 0 else { return }
        for end in ends {
            let place = end.task - best.base
            guard unnumbered.indices.contains(place) else { continue }
            let index = unnumbered[place]
            guard let begin = life.intervals[index].begin, begin <= end.time, byTask[end.task] == nil else { continue }
            byTask[end.task] = index
            life.intervals[index].taskID = end.task
            close(index, end.time, end.location, &life)
            life.intervals[index].end = .inferred
            life.intervals[index].endReason = "paired by order: the begin line is redacted"
            unmatchedEnds.removeAll { $0.task == end.task }
        }
    }
}

/// Words that stand for something blacked out.
enum Redaction {
    static func cleared(_ text: String?) -> String? {
        guard let text, !text.isEmpty, text != "<private>", text != "(null)" else { return nil }
        return text
    }
}
