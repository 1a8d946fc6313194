public import DiagnosticModel

/// The whole timeline for programs. Times are RFC 3339 in the zone of the log beside microseconds since 1970.
///
/// A time whose date the log does not give has `text` instead. Names and habits are those of `JSONReporter`: a scalar that is not known is left out, arrays are always there.
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
                        LifeJSON(life: life, summary: life.summary, clock: clock(life.source), ledger: ledger)
                            .write(to: &json)
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

extension JSONWriter {
    /// A member `key` with the moment in both forms, and the record that witnesses it.
    mutating func moment(_ key: String, _ moment: Moment?, _ clock: TimelineClock, _ ledger: Ledger) {
        guard let moment else { return }
        object(key) { json in
            json.member("time", clock.rfc3339(moment.time))
            json.member("text", clock.partialText(moment.time))
            json.member("microseconds", Int(moment.time))
            json.location(moment.location, key: "evidence", ledger: ledger)
        }
    }

    mutating func seconds(_ begin: Int64?, _ end: Int64?) {
        guard let begin, let end, end >= begin else { return }
        member("seconds", TimelineTime.seconds(begin, end))
    }

    mutating func lifeEvent(_ event: LifeEvent, _ clock: TimelineClock, _ ledger: Ledger) {
        object { json in
            json.member("name", event.name)
            json.moment("at", event.moment, clock, ledger)
            json.member("text", event.text)
            json.member("number", event.number)
        }
    }

    mutating func unknownLine(_ line: UnknownLine, _ ledger: Ledger) {
        object { json in
            json.member("process", line.process)
            json.member("skeleton", line.skeleton)
            json.member("count", line.count)
            json.location(line.location, key: "evidence", ledger: ledger)
        }
    }

    mutating func coverage(_ part: LogCoverage, _ clock: TimelineClock, _ ledger: Ledger) {
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
