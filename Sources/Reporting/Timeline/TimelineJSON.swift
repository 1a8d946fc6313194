public import DiagnosticModel

/// The whole timeline for programs. Times are RFC 3339 in the zone of the log beside microseconds since 1970.
///
/// Names and habits are those of `JSONReporter`: a scalar that is not known is left out, arrays are always there.
public struct TimelineJSON: TimelineReporter {
    public static let name = "json"
    public static let summary = "everything, for programs"
    public static let schema = "bgdiag-timeline-1.json"
    public static let schemaVersion = "1.0"

    private let options: TimelineOptions

    public init(options: TimelineOptions = TimelineOptions()) { self.options = options }

    public func encode(_ timeline: Timeline, ledger: Ledger) -> [UInt8] {
        let coverage = timeline.coverageBySource
        func clock(_ source: Int?) -> TimelineClock {
            TimelineClock(options: options, coverage: source.flatMap { coverage[$0] })
        }
        var json = JSONWriter(compact: options.compact)
        json.object { json in
            json.member("schema", Self.schema)
            json.member("schemaVersion", Self.schemaVersion)
            json.object("tool") { json in
                json.member("name", "bgdiag")
                json.member("version", options.toolVersion)
            }
            json.object("timeline") { json in
                json.array("lives") { json in
                    for life in timeline.lives {
                        LifeJSON(life: life, clock: clock(life.source), ledger: ledger).write(to: &json)
                    }
                }
                json.array("coverage") { json in
                    for part in timeline.coverage { json.coverage(part, clock(part.source), ledger) }
                }
                json.array("unknownLines") { json in
                    for line in timeline.unknownLines { json.unknownLine(line, ledger) }
                }
                json.array("deviceEvents") { json in
                    for event in timeline.deviceEvents {
                        json.lifeEvent(event, clock(event.moment.location?.source), ledger)
                    }
                }
            }
        }
        json.newline()
        return json.bytes
    }
}

/// Writes one life.
private struct LifeJSON {
    let life: ProcessLife
    let clock: TimelineClock
    let ledger: Ledger

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("id", life.id)
            json.process(life.process)
            json.system(life.system)
            json.member("source", life.source)
            json.member("path", ledger.entry(life.source)?.path)
            json.member("zoneKnown", clock.isZoneKnown)
            json.member("dateKnown", clock.isDated)
            json.moment("first", life.first, clock, ledger)
            json.moment("last", life.last, clock, ledger)
            json.moment("launch", life.launch, clock, ledger)
            exit(to: &json)
            json.member("backgroundSeconds", life.backgroundSeconds)
            json.member("allowanceSeconds", life.allowance)
            json.member("allowancePrinted", life.allowanceIsPrinted)
            json.array("states") { json in
                for span in life.states {
                    json.object { json in
                        json.member("state", span.state.rawValue)
                        json.moment("begin", span.begin, clock, ledger)
                        json.moment("end", span.end.map { Moment($0) }, clock, ledger)
                        json.seconds(span.begin.time, span.end)
                    }
                }
            }
            json.array("intervals") { json in
                for interval in life.intervals { self.interval(interval, to: &json) }
            }
            json.array("events") { json in
                for event in life.events { json.lifeEvent(event, clock, ledger) }
            }
        }
    }

    private func exit(to json: inout JSONWriter) {
        guard let exit = life.exit else { return json.null("exit") }
        let end = exit.termination
        json.object("exit") { json in
            json.moment("at", exit.moment, clock, ledger)
            exit.isKill == nil ? json.null("kill") : json.member("kill", exit.isKill)
            json.member("signal", exit.signal)
            json.member("status", exit.status)
            json.member("reportPath", exit.reportPath)
            json.object("termination") { json in
                json.member("namespace", end.namespace)
                json.member("canonicalNamespace", end.canonicalNamespace)
                json.member("namespaceNumber", end.namespaceNumber)
                json.member("code", end.code)
                json.member("codeHex", end.code.map(Words.hex))
                json.member("cause", end.cause)
                json.member("explanation", end.explanation)
                json.member("watchdogEvent", end.watchdogEvent)
                json.member("allowanceSeconds", end.allowance)
                json.member("clock", end.clock?.rawValue)
                json.member("reportType", end.reportType)
                json.member("maxTerminationResistance", end.maxTerminationResistance)
                json.member("terminatedBy", end.terminatedBy)
                json.processHandle("target", end.target)
                json.member("truncated", end.isTruncated)
            }
            json.array("witnesses") { json in
                for place in exit.witnesses { json.location(place, ledger: ledger) }
            }
        }
    }

    private func interval(_ interval: AssertionInterval, to json: inout JSONWriter) {
        json.object { json in
            json.member("kind", interval.kind.rawValue)
            json.member("name", interval.name)
            json.member("reason", interval.reason)
            json.member("identifier", interval.identifier)
            json.member("taskID", interval.taskID)
            json.member("allowanceSeconds", interval.allowance)
            json.processHandle("target", interval.target)
            json.processHandle("owner", interval.owner)
            json.array("flags", interval.flags)
            json.moment("begin", interval.begin.map { Moment($0, interval.location) }, clock, ledger)
            json.member("beginInferred", interval.beginIsInferred)
            json.member("end", interval.end.rawValue)
            json.member("endReason", interval.endReason)
            json.moment("endTime", interval.endTime.map { Moment($0, interval.endLocation) }, clock, ledger)
            json.seconds(interval.begin, interval.endTime)
            json.member("backgroundSeconds", interval.backgroundSeconds)
            json.member("hasHandler", interval.hasHandler)
            json.member("inactive", interval.isInactive)
            json.member("system", interval.isSystem)
            json.member("stateAtBegin", interval.stateAtBegin?.rawValue)
            json.moment("handlerCalled", interval.handlerCalled.map { Moment($0) }, clock, ledger)
            json.moment("notEnded", interval.notEnded.map { Moment($0) }, clock, ledger)
            json.moment("warnedLong", interval.warnedLong.map { Moment($0) }, clock, ledger)
            json.moment("timedOut", interval.timedOut.map { Moment($0) }, clock, ledger)
            if interval.begin == nil { json.location(interval.location, key: "evidence", ledger: ledger) }
            json.array("mentions") { json in
                for place in interval.mentions { json.location(place, ledger: ledger) }
            }
        }
    }
}

extension JSONWriter {
    /// A member `key` with the moment in both forms, and the record that witnesses it.
    fileprivate mutating func moment(_ key: String, _ moment: Moment?, _ clock: TimelineClock, _ ledger: Ledger) {
        guard let moment else { return }
        object(key) { json in
            json.member("time", clock.rfc3339(moment.time))
            json.member("microseconds", Int(moment.time))
            json.location(moment.location, key: "evidence", ledger: ledger)
        }
    }

    fileprivate mutating func seconds(_ begin: Int64?, _ end: Int64?) {
        guard let begin, let end, end >= begin else { return }
        member("seconds", TimelineTime.seconds(begin, end))
    }

    fileprivate mutating func processHandle(_ key: String, _ handle: ProcessHandle?) {
        guard let handle else { return }
        object(key) { json in
            json.member("kind", handle.kind)
            json.member("name", handle.name)
            json.member("pid", handle.pid)
        }
    }

    fileprivate mutating func lifeEvent(_ event: LifeEvent, _ clock: TimelineClock, _ ledger: Ledger) {
        object { json in
            json.member("name", event.name)
            json.moment("at", event.moment, clock, ledger)
            json.member("text", event.text)
            json.member("number", event.number)
        }
    }

    fileprivate mutating func unknownLine(_ line: UnknownLine, _ ledger: Ledger) {
        object { json in
            json.member("process", line.process)
            json.member("skeleton", line.skeleton)
            json.member("count", line.count)
            json.location(line.location, key: "evidence", ledger: ledger)
        }
    }

    fileprivate mutating func coverage(_ part: LogCoverage, _ clock: TimelineClock, _ ledger: Ledger) {
        object { json in
            json.member("source", part.source)
            json.member("path", ledger.entry(part.source)?.path)
            json.array("styles", part.styles)
            json.moment("first", part.first.map { Moment($0) }, clock, ledger)
            json.moment("last", part.last.map { Moment($0) }, clock, ledger)
            json.member("zoneMinutes", part.zoneMinutes)
            json.member("zoneSource", part.zoneSource.rawValue)
            json.member("yearSource", part.yearSource.rawValue)
            json.member("dateSource", part.dateSource.rawValue)
            json.member("lines", part.lineCount)
            json.member("entries", part.entryCount)
            json.member("bytes", part.byteCount)
            json.array("gaps") { json in
                for gap in part.gaps {
                    json.object { json in
                        json.moment("from", Moment(gap.from), clock, ledger)
                        json.moment("to", Moment(gap.to), clock, ledger)
                        json.seconds(gap.from, gap.to)
                        json.member("line", gap.line > 0 ? gap.line : nil)
                    }
                }
            }
            json.array("processes", part.processes.sorted())
            json.array("levels", part.levels.sorted { $0.rawValue < $1.rawValue }.map(\.name))
            json.member("redacted", part.redactedCount)
            json.member("truncated", part.truncatedCount)
            json.member("disordered", part.disorderCount)
            json.member("cut", part.isCut)
        }
    }
}
