import DiagnosticModel

/// "What happened": the process life as the log shows it, in facts and in a picture.
extension Screen {
    mutating func life(_ incident: Incident) {
        guard let life = report.life(of: incident.record) else { return }
        let story = LifeStory(
            life: life, incident: incident, coverage: report.coverage(life.source), clock: report.clock(life.source))
        let isJoined = life.source != incident.record.source
        heading(isJoined ? "What happened, by \(place(life.source))" : "What happened")
        for (label, value) in story.facts(all: isVerbose) { canvas.fact(style.paint(.dim, label), value) }
        guard showsPicture(incident) else { return }
        let picture = TimelinePicture(
            options: TimelineOptions(width: options.width, color: options.color, rowLimit: isVerbose ? 14 : 8))
        let day: SafeText = story.clock.isDated ? "\(story.clock.date(life.first.time)), " : ""
        heading("Timeline (\(day)\(story.clock.zoneWords))")
        let lines = picture.lines(
            life, coverage: report.coverage(life.source), ledger: report.ledger, isInset: true)
        for line in lines.drop(while: \.isEmpty) { canvas.line(line) }
    }

    /// Where the picture explains a finding, and with `-v` always.
    func showsPicture(_ incident: Incident) -> Bool {
        guard let life = report.life(of: incident.record) else { return false }
        let hasTimes = !life.states.isEmpty || life.intervals.contains { $0.begin != nil }
        return isVerbose || (hasTimes && (incident.level ?? .note) >= .warning)
    }
}

/// The facts of one life in words. What the log does not say is left out, or said to be missing where it matters.
struct LifeStory {
    let life: ProcessLife
    let incident: Incident
    let coverage: LogCoverage?
    let clock: TimelineClock

    private var summary: LifeSummary { incident.record.life ?? life.summary }
    private typealias Fact = (SafeText, SafeText)

    func facts(all: Bool) -> [(SafeText, SafeText)] {
        var facts: [Fact] = [("End", end)]
        if let file = crashFile { facts.append(("Crash file", file)) }
        if let words = launch, all || summary.launchedInBackground == true || summary.launchReason != nil {
            facts.append(("Launch", words))
        }
        if let words = background { facts.append(("Background", words)) }
        if let mode = summary.longRunningMode {
            facts.append(("Kept running", "by its \(mode) mode, without a background task"))
        }
        facts += suspect
        if let words = expiry { facts.append(("Expiry", words)) }
        if let words = tasks { facts.append(("Tasks", words)) }
        if summary.debugged {
            facts.append(("Debugger", "attached: the system does not hold such a run to its time limits"))
        }
        if summary.isUnmanaged {
            facts.append(("Simulator", "or Mac: the system neither suspends nor limits this process"))
        }
        return facts
    }

    /// One line about a life without findings: "still running when the log ends; 2 tasks, all given back".
    var line: SafeText {
        var parts = [end]
        if let tasks = tasks ?? oneTask { parts.append(tasks) }
        if let seconds = summary.backgroundSeconds.flatMap(TimelineTime.microseconds), seconds > 0 {
            parts.append("\(TimelineTime.words(seconds)) in the background")
        }
        if let mode = summary.longRunningMode { parts.append("\(mode) mode") }
        return parts.joined("; ")
    }

    /// A moment and the line of the log that witnesses it.
    func at(_ moment: Moment) -> SafeText {
        guard let place = moment.location, place.source == life.source, place.line > 0 else { return at(moment.time) }
        if coverage?.first == nil { return "a time the log does not give (line \(place.line))" }
        return at(moment.time) + " (line \(place.line))"
    }

    func at(_ time: Int64) -> SafeText {
        let day = clock.date(time)
        // Whole seconds are mostly those of a log that has no others.
        let words = time % TimelineTime.second == 0 ? clock.label(time) : clock.exactLabel(time)
        // A life of one day is dated once, above.
        return day == clock.date(life.first.time) ? words : "\(day) \(words)"
    }
}

// MARK: The end

extension LifeStory {
    /// "ended by the system at 10:00:40.120 (line 88), SIGKILL", "still running when the log ends, at 10:00:42.000".
    var end: SafeText {
        guard let exit = life.exit else { return open }
        let by = incident.record.termination.terminatedBy ?? exit.termination.terminatedBy
        var words: SafeText
        if incident.verdict == "user-quit" {
            words = "quit by the user at \(at(exit.moment))"
        } else {
            switch exit.isKill ?? summary.killed {
            case true?: words = "ended by \(by ?? "the system") at \(at(exit.moment))"
            case false?: words = "ended by itself at \(at(exit.moment))"
            case nil: words = "ended at \(at(exit.moment)); the log does not tell whether the system ended it"
            }
        }
        var details: [SafeText] = []
        if let signal = exit.signal { details.append(signal.allSatisfy(\.isNumber) ? "signal \(signal)" : "\(signal)") }
        if let status = exit.status { details.append("status \(status)") }
        if !details.isEmpty { words += ", \(details.joined(", "))" }
        return words
    }

    private var open: SafeText {
        guard let last = coverage?.last else { return "not in the log" }
        // A log may be silent about a process that has long gone.
        guard TimelineTime.distance(life.last.time, last) > TimelineTime.minute else {
            return "still running when the log ends, at \(at(last))"
        }
        return "not in the log, which goes on to \(at(last)); last heard of at \(at(life.last.time))"
    }

    /// Whether there is a file to look for. A life that was joined with one needs no such words.
    private var crashFile: SafeText? {
        let named: SafeText? = life.exit?.reportPath.map { "the log names \($0)" }
        guard life.exit != nil, incident.record.kind == .processLife else { return named }
        switch incident.crashFileExpected {
        case false?:
            let none: SafeText = "no crash file is written for this kind of end"
            return named.map { "\(none); yet \($0)" } ?? none
        case true?: return named ?? "one is to be expected; give it to bgdiag together with this log"
        case nil: return named
        }
    }
}

// MARK: Before the end

extension LifeStory {
    private var launch: SafeText? {
        var words: SafeText = life.launch.map { at($0) } ?? "before the log begins"
        if let isBackground = summary.launchedInBackground, life.launch != nil {
            words += isBackground ? ", in the background" : ", in the foreground"
        }
        if let reason = summary.launchReason { words += ", for \(Self.reasons[reason] ?? "\(reason)")" }
        return words
    }

    private static let reasons: [String: SafeText] = [
        "urlsession": "a background URL session", "fetch": "a background fetch", "push": "a push message",
        "bgtask": "a scheduled background task", "location": "a location event",
    ]

    /// "30 s of 30 s allowed (the usual figure; the log does not print it)".
    private var background: SafeText? {
        let used = summary.backgroundSeconds.flatMap(TimelineTime.microseconds).map(TimelineTime.words)
        let allowed = (summary.allowance ?? life.allowance).flatMap(TimelineTime.microseconds).map(TimelineTime.words)
        if used == nil, summary.wasInBackground == false { return "never, as far as the log shows" }
        let hasUsed = summary.backgroundSeconds.map { $0 > 0 } ?? false
        guard hasUsed || summary.wasInBackground == true else { return nil }
        var words: SafeText = used ?? "time used not in the log"
        guard let allowed else { return words }
        words += used == nil ? "; \(allowed) allowed" : " of \(allowed) allowed"
        let isPrinted = summary.allowanceIsPrinted || life.allowanceIsPrinted
        return words + (isPrinted ? " (as the log says)" : " (the usual figure; the log does not print it)")
    }

    /// "the ends of 2 not in the log": no end seen is not the same as an end.
    private var unseenEnds: SafeText? {
        let unseen = life.intervals.count { $0.kind == .uikitTask && !$0.isSystem && $0.end == .unknown }
        return unseen == 0 ? nil : "the end\(unseen == 1 ? " of 1" : "s of \(unseen)") not in the log"
    }

    /// "5 of the app, 1 not ended".
    private var tasks: SafeText? {
        guard summary.taskCount > 1 else { return nil }
        let open: SafeText = summary.openCount > 0 ? "\(summary.openCount) not ended" : unseenEnds ?? "none left open"
        return "\(Words.plural(summary.taskCount, "background task", "background tasks")) of the app, \(open)"
    }

    private var oneTask: SafeText? {
        guard summary.taskCount == 1 else { return nil }
        return summary.openCount > 0
            ? "1 background task, not ended"
            : (unseenEnds.map { (words: SafeText) -> SafeText in "1 background task, \(words)" }
                ?? "1 background task, not left open")
    }

    /// "warned at …; handlers called at …, 5 s before the end".
    private var expiry: SafeText? {
        guard summary.expirationWarned || summary.handlersFired else { return nil }
        var parts: [SafeText] = []
        if let warned = life.events("expiration.warned").last {
            parts.append("the system warned at \(at(warned.moment))")
        }
        if let fired = life.events("task.handlers-fired").last {
            var words: SafeText = "the expiration handlers were called at \(at(fired.moment))"
            if let exit = life.exit?.moment.time, exit >= fired.moment.time {
                words += ", \(TimelineTime.words(TimelineTime.distance(fired.moment.time, exit))) before the end"
            }
            parts.append(words)
        }
        return parts.isEmpty ? nil : parts.joined("; ")
    }
}

// MARK: The suspect

extension LifeStory {
    /// The task that most likely was not given back: what it was, and what its handler did.
    private var suspect: [(SafeText, SafeText)] {
        guard let suspect = summary.suspect, life.intervals.indices.contains(suspect.interval) else { return [] }
        let interval = life.intervals[suspect.interval]
        var facts: [(SafeText, SafeText)] = [("Task", task(suspect, interval))]
        if let words = handler(suspect, interval) { facts.append(("Handler", words)) }
        return facts
    }

    private func task(_ suspect: LifeSummary.Suspect, _ interval: AssertionInterval) -> SafeText {
        var words: SafeText = suspect.name.map { "\"\($0)\"" } ?? "unnamed"
        if let number = suspect.taskID { words += " (number \(number))" }
        if let begin = interval.begin {
            words += ", begun \(interval.beginIsInferred ? "about " : "")\(at(Moment(begin, interval.location)))"
            if suspect.begunAfterWarning {
                words += ", after the warning that time is up"
            } else if suspect.begunInBackground {
                words += ", in the background"
            }
        } else {
            words += ", begun before the log"
        }
        words += ", " + endWords(interval)
        if let held = suspect.seconds.flatMap(TimelineTime.microseconds) {
            words += "; held for \(TimelineTime.words(held))"
            if let part = suspect.backgroundSeconds.flatMap(TimelineTime.microseconds), part > 0, part <= held {
                words += ", \(TimelineTime.words(part)) of it in the background"
            }
        }
        if suspect.isOverwritten { words += "; another of the same name was begun meanwhile" }
        return words
    }

    private func endWords(_ interval: AssertionInterval) -> SafeText {
        let reason: SafeText = interval.endReason.map { " (\($0))" } ?? ""
        switch interval.end {
        case .open: return life.exit == nil ? "still open when the log ends" : "never ended"
        case .observed: return interval.endTime.map { "ended \(at(Moment($0, interval.endLocation)))" } ?? "ended"
        case .inferred: return "ended, as it seems" + reason
        case .unknown: return "its end is not in the log" + reason
        }
    }

    private func handler(_ suspect: LifeSummary.Suspect, _ interval: AssertionInterval) -> SafeText? {
        var parts: [SafeText] = []
        switch suspect.hasHandler {
        case true?: parts.append("given")
        case false?: parts.append("none was given")
        case nil: break
        }
        if let called = interval.handlerCalled {
            parts.append("called at \(at(called))")
        } else if suspect.hasHandler == true, summary.expirationWarned, !suspect.begunAfterWarning {
            parts.append("the log shows no call of it")
        }
        if let late = interval.notEnded {
            parts.append("at \(at(late)) the task was still open")
        }
        if suspect.endedLate, let seconds = suspect.handlerSeconds.flatMap(TimelineTime.microseconds) {
            parts.append("the task was ended \(TimelineTime.words(seconds)) after the call")
        }
        return parts.isEmpty ? nil : parts.joined("; ")
    }
}
