import DiagnosticModel
import Reporting

/// The whole timeline of one life in a golden answer, a line for each thing. Times are seconds since the life was first
/// seen, so that an assumed date does not stand there.
struct TimelineSummary {
    let life: ProcessLife

    init(_ life: ProcessLife) { self.life = life }

    func write(_ json: inout JSONWriter) {
        json.member("process", life.process.name)
        json.member("pid", life.process.pid)
        json.member("bundle", life.process.bundleID)
        json.member("daemon", life.process.isDaemon ? true : nil)
        json.member("backgroundSeconds", life.backgroundSeconds)
        json.member("allowance", life.allowance)
        json.array("states", life.states.map { "\($0.state.rawValue) \(at($0.begin.time)) to \(at($0.end))" })
        json.array("intervals", life.intervals.map(words))
        json.array("events", counted(life.events.map(\.name)))
        guard let exit = life.exit else { return }
        let kill = exit.isKill.map { $0 ? "killed" : "not killed" } ?? "ended"
        json.member("exit", "\(kill) \(at(exit.moment.time)), \(exit.witnesses.count) witnesses")
    }

    private func at(_ time: Int64?) -> String {
        guard let time else { return "?" }
        let milliseconds = (time - life.first.time) / 1000
        let (whole, part) = (abs(milliseconds) / 1000, abs(milliseconds) % 1000)
        return "\(milliseconds < 0 ? "-" : "")\(whole)." + String(repeating: "0", count: 3 - String(part).count)
            + "\(part)"
    }

    private func words(_ interval: AssertionInterval) -> String {
        var text = interval.kind.rawValue
        if let task = interval.taskID { text += " #\(task)" }
        text += " \(interval.name ?? "(no name)") \(at(interval.begin))"
        if interval.beginIsInferred { text += " (inferred)" }
        text += " to \(at(interval.endTime)) \(interval.end.rawValue)"
        if let reason = interval.endReason { text += " (\(reason))" }
        if let has = interval.hasHandler { text += has ? ", handler" : ", no handler" }
        if let called = interval.handlerCalled { text += ", handler called \(at(called))" }
        if let late = interval.notEnded { text += ", still not ended \(at(late))" }
        if let old = interval.warnedLong { text += ", warned \(at(old))" }
        if let out = interval.timedOut { text += ", timed out \(at(out))" }
        if interval.isInactive { text += ", inactive" }
        return interval.isSystem ? text + ", system" : text
    }

    /// "name x3", in the order first seen.
    private func counted(_ names: [String]) -> [String] {
        var order: [String] = []
        var counts: [String: Int] = [:]
        for name in names {
            if counts[name] == nil { order.append(name) }
            counts[name, default: 0] += 1
        }
        return order.map { counts[$0] == 1 ? $0 : "\($0) x\(counts[$0] ?? 0)" }
    }
}
