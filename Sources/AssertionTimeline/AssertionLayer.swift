import DiagnosticModel
import SystemFacts

/// The assertions that RunningBoard or assertiond hold for one process life, paired by the keys of their daemon.
struct AssertionLayer {
    /// Indexes into the life's intervals, by RunningBoard's id or by assertiond's address and end of id.
    private(set) var byKey: [String: Int] = [:]
    /// Ends that came before their begins (lines out of order).
    private var earlyEnds: [String: (time: Int64, location: EvidenceLocation)] = [:]
    private var last: Int?

    /// `34-24240-546990` names the assertion for the whole life of runningboardd. assertiond prints the whole id in one
    /// line and its last group in another; with the address that is unique while assertiond runs.
    static func key(_ event: TimelineEvent) -> String? {
        let id = event["id"].map { tail(of: $0) }
        if let address = event["address"] {
            return (event.loggerPID.map(String.init) ?? "") + address + "/" + (id ?? "")
        }
        // Old lists print neither, once a page has eaten "<BKProcessAssertion: 0x…>".
        return event["id"].map { whole($0) } ?? event["name"].map { "name:" + $0 }
    }

    private static func whole(_ id: String) -> String {
        guard let last = id.utf8.last, !isWord(last) else { return id }
        var bytes = Array(id.utf8)
        while let last = bytes.last, !isWord(last) { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The last twelve hexadecimal digits of "15599-A077CF26-F81D-497A-912F-98F298A5C1D2" and of "…98F298A5C1D2".
    private static func tail(of id: String) -> String {
        let digits = id.utf8.reversed().drop { !isHex($0) }.prefix { isHex($0) }.prefix(12)
        return String(decoding: digits.reversed(), as: UTF8.self)
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || byte >= 0x80
    }

    private static func isHex(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 6 }

    // MARK: begin

    /// The interval of a line that names an assertion; made when the log did not show its begin.
    mutating func find(_ event: TimelineEvent, _ life: inout ProcessLife, isBegin: Bool, state: ProcessState) -> Int? {
        guard let key = Self.key(event) else { return nil }
        if let known = byKey[key] {
            fill(known, event, &life)
            if event.kind == .assertionListed, life.intervals[known].mentions.count < 20 {
                life.intervals[known].mentions.append(event.location)
            }
            last = known
            return known
        }
        guard event["name"] != nil || isBegin, life.intervals.count < 200_000 else { return nil }
        let reason = event["reason"] ?? event["attributes"].flatMap(Self.reason)
        let kind = AssertionReasonFact.kind(reason: reason, name: event["name"])
        // UIKit's own assertion backs its tasks; the tasks have lines of their own.
        let isShared = kind == "uikit-task" && (event["name"]?.hasPrefix("Shared Background Assertion") ?? false)
        var interval = AssertionInterval(
            kind: isShared ? .assertion : kind.flatMap(AssertionInterval.Kind.init(rawValue:)) ?? .assertion,
            name: Redaction.cleared(event["name"]), reason: reason, end: .open)
        interval.isFromTimeline = true
        interval.identifier = event["id"]
        interval.begin = isBegin ? event.time : nil
        interval.stateAtBegin = isBegin ? state : nil
        interval.location = event.location
        interval.owner = event.originator
        interval.target = event.target
        interval.allowance = Self.allowance(event)
        interval.isSystem = !isShared && interval.kind == .assertion
        let index = life.intervals.count
        life.intervals.append(interval)
        byKey[key] = index
        last = index
        if let end = earlyEnds.removeValue(forKey: key) { close(index, end.time, end.location, &life) }
        return index
    }

    private func fill(_ index: Int, _ event: TimelineEvent, _ life: inout ProcessLife) {
        if life.intervals[index].name == nil { life.intervals[index].name = Redaction.cleared(event["name"]) }
        if life.intervals[index].owner == nil { life.intervals[index].owner = event.originator }
        if life.intervals[index].allowance == nil { life.intervals[index].allowance = Self.allowance(event) }
        if event.kind == .assertionAcquired, let reason = event["reason"] { life.intervals[index].reason = reason }
        if (event["id"]?.utf8.count ?? 0) > (life.intervals[index].identifier?.utf8.count ?? 0) {
            life.intervals[index].identifier = event["id"]
        }
    }

    /// `reason:FinishTask` out of a list of attributes.
    static func reason(_ attributes: String) -> String? {
        guard let start = Text.find(" reason:", in: attributes) else { return nil }
        let word = attributes[start...].prefix { $0 != " " && $0 != ">" }
        return word.isEmpty ? nil : String(word)
    }

    private static func allowance(_ event: TimelineEvent) -> Double? {
        guard let seconds = event.double("seconds"), seconds > 0 else { return nil }
        return seconds
    }

    // MARK: changes

    mutating func setInactive(_ event: TimelineEvent, _ isInactive: Bool, _ life: inout ProcessLife) {
        guard let key = Self.key(event), let index = byKey[key] else { return }
        life.intervals[index].isInactive = isInactive
    }

    /// `finishTask` becomes `finishTaskAfterBackgroundDownload`: the line says neither address nor id.
    mutating func mutate(_ event: TimelineEvent, _ life: inout ProcessLife) {
        guard let to = event["to"] else { return }
        if let last, life.intervals[last].end == .open, life.intervals[last].reason == event["from"] {
            life.intervals[last].reason = to
            life.intervals[last].mentions.append(event.location)
        }
    }

    mutating func end(_ event: TimelineEvent, _ life: inout ProcessLife) {
        guard let key = Self.key(event) else { return }
        if let index = byKey[key] {
            close(index, event.time, event.location, &life)
        } else if event["name"] != nil, let index = find(event, &life, isBegin: false, state: .unknown) {
            // The log starts after its begin.
            close(index, event.time, event.location, &life)
        } else if earlyEnds.count < 10_000 {
            earlyEnds[key] = (event.time, event.location)
        }
    }

    func timedOut(_ event: TimelineEvent, _ life: inout ProcessLife) -> Int? {
        guard let key = Self.key(event), let index = byKey[key] else { return nil }
        life.intervals[index].timedOut = event.time
        life.intervals[index].mentions.append(event.location)
        return index
    }

    private func close(_ index: Int, _ time: Int64, _ location: EvidenceLocation, _ life: inout ProcessLife) {
        life.intervals[index].end = .observed
        life.intervals[index].endTime = max(time, life.intervals[index].begin ?? time)
        life.intervals[index].endLocation = location
    }

    /// The daemon was restarted: what it held before is forgotten without a line.
    mutating func daemonRestarted(_ life: inout ProcessLife) {
        for index in byKey.values where life.intervals[index].end == .open {
            life.intervals[index].end = .unknown
            life.intervals[index].endReason = "the daemon that kept it was restarted"
        }
        byKey = [:]
        last = nil
    }
}
