public import DiagnosticModel

/// The report for programs: `docs/schema/bgdiag-report-1.json`.
///
/// Within version 1.x members are only added. A scalar that is not known is left out; arrays are always there.
/// Three members are always there too, and null means that there is no answer: `summary.highestLevel`,
/// `confidence` and `terminated` of an incident.
public struct JSONReporter: Reporter {
    public static let name = "json"
    public static let summary = "everything, for programs (docs/schema/bgdiag-report-1.json)"
    /// The schema's `$id`.
    public static let schema = "bgdiag-report-1.json"
    public static let schemaVersion = "1.0"

    private let compact: Bool

    public init(options: ReportOptions = ReportOptions()) { compact = options.compact }

    public func encode(_ report: DiagnosisReport) -> [UInt8] { render(report) }

    public func render(_ report: DiagnosisReport) -> [UInt8] {
        document(toolVersion: report.toolVersion) { json in
            json.summary(report)
            json.array("incidents") { json in
                for incident in report.incidents { json.incident(incident, in: report) }
            }
            json.array("ledger") { json in
                for entry in report.ledger.entries { json.ledgerEntry(entry) }
            }
            json.logs(report)
        }
    }

    /// What `--format json` gives when there is no report: usage errors, bad configuration, internal errors.
    ///
    /// - Parameters:
    ///   - code: A stable word for machines: "no-such-file".
    ///   - exitCode: The process's exit code.
    ///   - hint: What to do about it.
    public func renderError(
        message: String, code: String, exitCode: Int, hint: String? = nil, toolVersion: String
    ) -> [UInt8] {
        document(toolVersion: toolVersion) { json in
            json.object("error") { json in
                json.member("code", code)
                json.member("message", message)
                json.member("exitCode", exitCode)
                json.member("hint", hint)
            }
        }
    }

    private func document(toolVersion: String, _ body: (inout JSONWriter) -> Void) -> [UInt8] {
        var json = JSONWriter(compact: compact)
        json.object { json in
            json.member("schema", Self.schema)
            json.member("schemaVersion", Self.schemaVersion)
            json.object("tool") { json in
                json.member("name", "bgdiag")
                json.member("version", toolVersion)
            }
            body(&json)
            json.array("diagnostics") { _ in }
        }
        json.newline()
        return json.bytes
    }
}

extension JSONWriter {
    fileprivate mutating func summary(_ report: DiagnosisReport) {
        var verdicts: [String: Int] = [:]
        for incident in report.incidents { verdicts[incident.verdict, default: 0] += 1 }
        object("summary") { json in
            json.member("incidents", report.incidents.count)
            json.object("verdicts") { json in
                for (verdict, count) in verdicts.sorted(by: { $0.key < $1.key }) { json.member(verdict, count) }
            }
            json.orNull("highestLevel", report.incidents.compactMap(\.level).max()?.rawValue)
            json.member("complete", !report.ledger.isIncomplete)
            json.member("rules", report.ruleCount)
            json.member("filteredOut", report.filteredOut)
            json.member("quietLives", report.quietLives)
        }
    }

    /// Kinds of lines that no shape knows; `bgdiag timeline --format json` has all of them.
    private static var unknownLineLimit: Int { 50 }

    /// What the logs cover, and what in them was not understood.
    fileprivate mutating func logs(_ report: DiagnosisReport) {
        let timeline = report.timeline
        array("coverage") { json in
            for part in timeline.coverage { json.coverage(part, report.clock(part.source), report.ledger) }
        }
        array("unknownLines") { json in
            for line in timeline.unknownLines.prefix(Self.unknownLineLimit) { json.unknownLine(line, report.ledger) }
        }
        array("deviceEvents") { json in
            for event in timeline.deviceEvents {
                json.lifeEvent(event, report.clock(event.moment.location?.source), report.ledger)
            }
        }
    }

    fileprivate mutating func ledgerEntry(_ entry: LedgerEntry) {
        object { json in
            json.member("id", entry.id)
            json.member("path", entry.path)
            json.member("member", entry.member)
            json.member("kind", entry.kind)
            json.member("kindTitle", entry.kindTitle)
            json.member("status", entry.status.rawValue)
            json.member("bytes", entry.byteCount)
            json.array("issues") { json in
                for issue in entry.issues {
                    json.object { json in
                        json.member("code", issue.code)
                        json.member("severity", issue.severity.rawValue)
                        json.member("message", issue.message)
                        json.member("byteOffset", issue.offset)
                        json.member("line", issue.line)
                        json.member("jsonPath", issue.path)
                    }
                }
            }
        }
    }

    /// For the members whose absence is an answer.
    mutating func orNull(_ key: String, _ value: String?) {
        value == nil ? null(key) : member(key, value)
    }
}

extension DiagnosisReport {
    /// The process life a record tells of, if a log shows it.
    func life(of record: DiagnosticRecord) -> ProcessLife? {
        guard let id = record.lifeID else { return nil }
        if timeline.lives.indices.contains(id), timeline.lives[id].id == id { return timeline.lives[id] }
        return timeline.lives.first { $0.id == id }
    }

    /// What the log with that ledger entry covers; nil when it is no log.
    func coverage(_ source: Int) -> LogCoverage? { timeline.coverage.first { $0.source == source } }

    /// Shows the times of that log.
    func clock(_ source: Int?) -> TimelineClock {
        TimelineClock(options: TimelineOptions(), coverage: source.flatMap(coverage))
    }
}

extension Incident {
    /// The highest level of its findings; nil without findings.
    var level: Finding.Level? { findings.map(\.level).max() }
}
