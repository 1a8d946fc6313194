public import DiagnosticModel

/// The timeline as a Chrome trace: <https://ui.perfetto.dev> and `chrome://tracing` open it.
///
/// Each life is a process of its own, for pids are reused. Intervals and states are asynchronous pairs (`b`, `e`)
/// with an id of their own, so they may overlap; exits and warnings are instants. Times are microseconds since 1970.
public struct TimelineChromeTrace: TimelineReporter {
    public static let name = "chrome-trace"
    public static let summary = "a trace for ui.perfetto.dev and chrome://tracing"

    private let options: TimelineOptions

    public init(options: TimelineOptions = TimelineOptions()) { self.options = options }

    public func encode(_ timeline: Timeline, ledger: Ledger) -> [UInt8] {
        var json = JSONWriter(compact: true)
        json.object { json in
            json.array("traceEvents") { json in
                for (number, life) in timeline.lives.enumerated() {
                    LifeTrace(life: life, number: number + 1, ledger: ledger).write(to: &json)
                }
                device(timeline, ledger, to: &json)
            }
            json.member("displayTimeUnit", "ms")
            json.object("otherData") { json in
                json.member("tool", "bgdiag")
                json.member("version", options.toolVersion)
            }
        }
        json.newline()
        return json.bytes
    }

    /// Process 0 is the device.
    private func device(_ timeline: Timeline, _ ledger: Ledger, to json: inout JSONWriter) {
        guard !timeline.deviceEvents.isEmpty else { return }
        json.traceName("process_name", "device", pid: 0, tid: 0)
        for event in timeline.deviceEvents {
            json.traceEvent("i", event.name, category: "device", at: event.moment.time, pid: 0, tid: 0) { json in
                json.member("s", "g")
                json.object("args") { $0.traceEvidence(event, ledger) }
            }
        }
    }
}

/// Writes the events of one life.
private struct LifeTrace {
    let life: ProcessLife
    /// The life's process number in the trace.
    let number: Int
    let ledger: Ledger

    private enum Thread: Int, CaseIterable {
        case states = 1
        case tasks, assertions, others, events

        var title: String {
            switch self {
            case .states: "state"
            case .tasks: "background tasks"
            case .assertions: "assertions"
            case .others: "other intervals"
            case .events: "events"
            }
        }

        init(_ kind: AssertionInterval.Kind) {
            self =
                switch kind {
                case .uikitTask: .tasks
                case .assertion: .assertions
                case .scene, .urlSession, .backgroundFetch, .bgTask, .power: .others
                }
        }
    }

    func write(to json: inout JSONWriter) {
        json.traceName("process_name", life.words.text, pid: number, tid: 0)
        for thread in Thread.allCases { json.traceName("thread_name", thread.title, pid: number, tid: thread.rawValue) }
        let rows = TimelineRows(life)
        for (index, span) in rows.states.enumerated() { state(span, index, to: &json) }
        for index in life.intervals.indices { interval(index, last: rows.end, to: &json) }
        for event in life.events {
            instant(event.name, category: "event", event.moment.time, to: &json) { $0.traceEvidence(event, ledger) }
        }
        exit(to: &json)
    }

    private func state(
        _ span: (state: ProcessState, begin: Int64, end: Int64), _ index: Int, to json: inout JSONWriter
    ) {
        let id = "\(number).s\(index)"
        let name = span.state.rawValue
        pair(id, name, "state", .states, (span.begin, span.end), to: &json) { json in
            json.place(life.states[index].begin.location, ledger)
        } ends: { json in
            json.member("open", life.states[index].end == nil && index + 1 == life.states.count)
        }
    }

    private func interval(_ index: Int, last: Int64, to json: inout JSONWriter) {
        let interval = life.intervals[index]
        let drawn = RankedInterval(interval, index: index, first: life.first.time, last: last)
        let name = interval.name ?? interval.identifier ?? interval.kind.rawValue
        let thread = Thread(interval.kind)
        let id = "\(number).i\(index)"
        pair(id, name, interval.kind.rawValue, thread, (drawn.begin, drawn.end), to: &json) { json in
            json.member("taskID", interval.taskID)
            json.member("identifier", interval.identifier)
            json.member("reason", interval.reason)
            json.member("allowanceSeconds", interval.allowance)
            json.member("backgroundSeconds", interval.backgroundSeconds)
            json.member("hasHandler", interval.hasHandler)
            json.member("stateAtBegin", interval.stateAtBegin?.rawValue)
            json.member("beginKnown", interval.begin != nil && !interval.beginIsInferred)
            json.member("system", interval.isSystem)
            json.place(interval.location, ledger)
        } ends: { json in
            json.member("end", interval.end.rawValue)
            json.member("endReason", interval.endReason)
            json.member("endConfidence", interval.endConfidence)
            json.member("open", interval.end == .open)
            json.member("endEvidence", ledger.words(interval.endLocation))
            json.member("endExcerpt", interval.endLocation?.excerpt)
        }
        let warnings: [(String, Int64?)] = [
            ("warned as old", interval.warnedLong), ("expiration handler called", interval.handlerCalled),
            ("still not ended", interval.notEnded), ("timed out", interval.timedOut),
        ]
        for case (let words, let time?) in warnings {
            instant("\(words): \(name)", category: "warning", time, to: &json) { json in
                json.member("name", name)
                json.member("taskID", interval.taskID)
            }
        }
    }

    private func exit(to json: inout JSONWriter) {
        guard let exit = life.exit else { return }
        let name = exit.isKill == true ? "killed" : exit.isKill == false ? "exited" : "ended"
        instant(name, category: "exit", exit.moment.time, to: &json) { json in
            json.member("words", life.exitWords?.text)
            json.member("namespace", exit.termination.canonicalNamespace ?? exit.termination.namespace)
            json.member("code", exit.termination.code.map(Words.hex))
            json.member("signal", exit.signal)
            json.place(exit.moment.location, ledger)
        }
    }

    private func pair(
        _ id: String, _ name: String, _ category: String, _ thread: Thread, _ times: (begin: Int64, end: Int64),
        to json: inout JSONWriter, begins: (inout JSONWriter) -> Void, ends: (inout JSONWriter) -> Void
    ) {
        let tid = thread.rawValue
        json.traceEvent("b", name, category: category, at: times.begin, pid: number, tid: tid) { json in
            json.member("id", id)
            json.object("args", begins)
        }
        json.traceEvent("e", name, category: category, at: times.end, pid: number, tid: tid) { json in
            json.member("id", id)
            json.object("args", ends)
        }
    }

    private func instant(
        _ name: String, category: String, _ time: Int64, to json: inout JSONWriter,
        _ args: (inout JSONWriter) -> Void
    ) {
        let tid = Thread.events.rawValue
        json.traceEvent("i", name, category: category, at: time, pid: number, tid: tid) { json in
            json.member("s", "p")
            json.object("args", args)
        }
    }
}

extension JSONWriter {
    /// Names a process or thread.
    fileprivate mutating func traceName(_ kind: String, _ name: String, pid: Int, tid: Int) {
        object { json in
            json.member("ph", "M")
            json.member("name", kind)
            json.member("pid", pid)
            json.member("tid", tid)
            json.object("args") { $0.member("name", name) }
        }
    }

    fileprivate mutating func traceEvent(
        _ phase: String, _ name: String, category: String, at time: Int64, pid: Int, tid: Int,
        _ more: (inout JSONWriter) -> Void
    ) {
        object { json in
            json.member("ph", phase)
            json.member("name", name)
            json.member("cat", category)
            // Viewers know no negative times, and hold numbers as doubles.
            json.member("ts", Int(min(max(0, time), Int64(JSONWriter.exactLimit))))
            json.member("pid", pid)
            json.member("tid", tid)
            more(&json)
        }
    }

    fileprivate mutating func traceEvidence(_ event: LifeEvent, _ ledger: Ledger) {
        member("text", event.text)
        member("number", event.number)
        place(event.moment.location, ledger)
    }

    fileprivate mutating func place(_ location: EvidenceLocation?, _ ledger: Ledger) {
        guard let location else { return }
        member("evidence", ledger.words(location))
        member("excerpt", location.excerpt.isEmpty ? nil : location.excerpt)
    }
}
