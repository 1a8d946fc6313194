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
                for incident in report.incidents { json.incident(incident, ledger: report.ledger) }
            }
            json.array("ledger") { json in
                for entry in report.ledger.entries { json.ledgerEntry(entry) }
            }
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

extension Incident {
    /// The highest level of its findings; nil without findings.
    var level: Finding.Level? { findings.map(\.level).max() }
}
