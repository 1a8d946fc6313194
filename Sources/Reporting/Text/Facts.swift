import DiagnosticModel

/// "Why": what the system itself says about the end, decoded.
extension Screen {
    mutating func facts(_ incident: Incident) {
        let facts = terminationFacts(incident) + deviceFacts(incident.record.termination) + otherFacts(incident.record)
        guard !facts.isEmpty else { return }
        heading("Why")
        for (label, value) in facts { canvas.fact(style.paint(.dim, label), value) }
    }

    private func terminationFacts(_ incident: Incident) -> [(SafeText, SafeText)] {
        let end = incident.record.termination
        var facts: [(SafeText, SafeText)] = []
        let words = [namespaceWords(end), codeWords(end)].compactMap { $0 }
        if !words.isEmpty { facts.append(("Termination", words.joined(", "))) }
        if let meaning = incident.codeMeaning { facts.append(("Meaning", "\(meaning)")) }
        if let event = eventWords(end) { facts.append(("Watchdog", event)) }
        if let explanation = end.explanation {
            facts.append(("Explanation", "\"\(explanation)\"\(end.isTruncated ? " (cut off)" : "")"))
        }
        let visibility = [
            end.processVisibility.map { "process \($0)" as SafeText },
            end.watchdogVisibility.map { "watchdog \($0)" as SafeText },
            end.processState.map { "state \($0)" as SafeText },
        ].compactMap { $0 }
        if !visibility.isEmpty { facts.append(("Visibility", visibility.joined(", "))) }
        // Of a process life "What happened" tells who ended it, and whether there is a file to look for.
        let isLife = incident.record.kind == .processLife && report.life(of: incident.record) != nil
        if let who = end.terminatedBy, !isLife { facts.append(("Ended by", "\(who)")) }
        if incident.terminated == false, incident.record.kind != .processLife {
            facts.append(("Ended", "no: the process went on after this record"))
        }
        if incident.crashFileExpected == false, !isLife {
            facts.append(("Crash file", "the system writes none for this kind of end"))
        }
        return facts
    }

    private func namespaceWords(_ end: Termination) -> SafeText? {
        guard let name = end.namespace ?? end.canonicalNamespace else {
            return end.namespaceNumber.map { "namespace \($0)" }
        }
        guard let canonical = end.canonicalNamespace, canonical != name else { return "\(name)" }
        return "\(name) (today \(canonical))"
    }

    private func codeWords(_ end: Termination) -> SafeText? {
        guard let code = end.code else { return nil }
        // Small codes are counted, not spelled: "SIGNAL 9" needs no hexadecimal.
        return code < 256 ? "code \(String(code))" : "code \(Words.hex(code)) (\(String(code)))"
    }

    private func eventWords(_ end: Termination) -> SafeText? {
        var limit: SafeText?
        if let allowance = end.allowance {
            let clock: SafeText =
                switch end.clock {
                case .wall: " on the wall clock"
                case .cpu: " of CPU time"
                case nil: ""
                }
            limit = "allowed: \(Words.seconds(allowance))\(clock)"
        }
        guard let event = end.watchdogEvent else { return limit }
        return limit.map { "\(event); \($0)" } ?? "\(event)"
    }

    private func deviceFacts(_ end: Termination) -> [(SafeText, SafeText)] {
        var facts: [(SafeText, SafeText)] = []
        if let cpu = end.cpu {
            let words = CPUWords(cpu, allowance: end.allowance, clock: end.clock).sentences
            if !words.isEmpty { facts.append(("CPU", words.joined(" "))) }
        }
        if let thermal = end.thermal {
            let level = thermal.level.map { "level \($0)" as SafeText }
            let parts = [thermal.state.map { "\($0)" as SafeText }, level].compactMap { $0 }
            if !parts.isEmpty { facts.append(("Thermal", parts.joined(", "))) }
        }
        if let first = end.lockedFiles.first {
            let more = end.lockedFiles.count - 1
            let listsAll = isVerbose || more < 4
            let files: [SafeText] = listsAll ? end.lockedFiles.map { "\($0)" } : ["\(first)", "\(more) more"]
            facts.append(("Locked files", Words.list(files)))
        }
        return facts
    }

    private func otherFacts(_ record: DiagnosticRecord) -> [(SafeText, SafeText)] {
        var facts: [(SafeText, SafeText)] = []
        let exception = record.exception
        if let type = exception.type ?? exception.signal {
            let signal: SafeText = exception.type != nil ? exception.signal.map { " (\($0))" } ?? "" : ""
            let rest = [exception.subtype, exception.note].compactMap { $0.map { ", \($0)" as SafeText } }
            facts.append(("Exception", "\(type)\(signal)\(rest.joined(""))"))
        }
        if let use = record.resource { facts.append(("Resource", resourceWords(use))) }
        if let kill = record.memory { facts.append(("Memory", memoryWords(kill))) }
        if let counter = record.counter {
            let place: SafeText = counter.background ? "in the background" : "in the foreground"
            let limits: SafeText = "A counter says how often, never which task."
            facts.append(("MetricKit", "\(counter.name): \(counter.count) \(place). \(limits)"))
        }
        if let info = record.applicationInfo, isVerbose || record.termination.isEmpty {
            facts.append(("Application", "\"\(info)\""))
        }
        return facts
    }

    private func resourceWords(_ use: ResourceUse) -> SafeText {
        func amount(_ value: Double) -> SafeText {
            guard let unit = use.unit else { return Words.number(value) }
            return unit == "bytes" ? Words.bytes(value) : "\(Words.number(value)) \(unit)"
        }
        var parts: [SafeText] = ["\(use.event)"]
        if let used = use.used { parts.append("used \(amount(used))") }
        if let limit = use.limit { parts.append("limit \(amount(limit))") }
        if let duration = use.duration { parts.append("in \(Words.seconds(duration))") }
        if let action = use.action { parts.append("action \"\(action)\"") }
        if use.used == nil, let summary = use.summary { parts.append("\(summary)") }
        return parts.joined(", ")
    }

    private func memoryWords(_ kill: JetsamKill) -> SafeText {
        var parts: [SafeText] = ["\(kill.reason)"]
        if !kill.states.isEmpty { parts.append(kill.states.map { "\($0)" as SafeText }.joined(" ")) }
        if let bytes = kill.residentBytes { parts.append("\(Words.bytes(Double(bytes))) resident") }
        if let most = kill.lifetimeMaxBytes { parts.append("at most \(Words.bytes(Double(most))) in its life") }
        if let largest = kill.largestProcess { parts.append("largest process \(largest)") }
        return parts.joined(", ")
    }
}

/// The CPU figures of a watchdog report in words.
///
/// Both lines cover the same span; percentages are of all cores together. Only clear cases get a
/// sentence; the figures stand in any case.
struct CPUWords {
    private let cpu: CPUStatistics
    /// Seconds on the wall clock the process had; nil when the allowance counts CPU time or is not known.
    private let span: Double?

    init(_ cpu: CPUStatistics, allowance: Double?, clock: Termination.Clock?) {
        self.cpu = cpu
        span = clock == .wall ? allowance.flatMap { $0 > 0 ? $0 : nil } : nil
    }

    var sentences: [SafeText] { [figures, meaning].compactMap { $0 } }

    private var figures: SafeText? {
        let parts = [
            use("the app used", cpu.applicationSeconds, cpu.applicationPercent),
            use("the whole device", cpu.totalSeconds, cpu.totalPercent),
        ].compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined("; ") + "."
    }

    private func use(_ who: SafeText, _ seconds: Double?, _ percent: Double?) -> SafeText? {
        switch (seconds, percent) {
        case (let seconds?, let percent?): "\(who) \(Words.seconds(seconds)) (\(Words.number(percent))%)"
        case (let seconds?, nil): "\(who) \(Words.seconds(seconds))"
        case (nil, let percent?): "\(who) \(Words.number(percent))%"
        case (nil, nil): nil
        }
    }

    private var meaning: SafeText? {
        let share = cpu.applicationSeconds.flatMap { used in span.map { used / $0 } }
        let hardlyRan = share.map { $0 < 0.1 } ?? cpu.applicationPercent.map { $0 <= 1 } ?? false
        let percent = cpu.applicationPercent ?? 0
        if hardlyRan, let total = cpu.totalPercent, total >= 80, percent <= 10 {
            return "Other processes kept the device busy: the app may have been starved of CPU."
        }
        if hardlyRan { return "The app hardly ran: it was blocked or waiting, not computing." }
        if let share, share >= 0.8 { return "The app was computing nearly all the time: it was busy, not blocked." }
        return nil
    }
}
