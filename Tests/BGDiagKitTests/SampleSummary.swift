import DiagnosticModel
import Reporting

/// A golden answer: what a reader would notice if it changed, and no more. The whole JSON report would change with
/// every advice text; this changes when a rule, a fact, a message or a citation does.
enum SampleSummary {
    static func text(_ report: DiagnosisReport) -> String {
        var json = JSONWriter(compact: false)
        json.object { json in
            json.array("incidents") { json in
                for incident in report.incidents { json.object { write(incident, report.ledger, &$0) } }
            }
            if !report.timeline.lives.isEmpty {
                json.array("timeline") { json in
                    for life in report.timeline.lives { json.object { TimelineSummary(life).write(&$0) } }
                }
            }
            json.array("ledger") { json in
                for entry in report.ledger.entries {
                    json.object { json in
                        json.member("kind", entry.kind)
                        json.member("status", entry.status.rawValue)
                        json.array("issues", entry.issues.map { "\($0.severity.rawValue) \($0.code)" })
                    }
                }
            }
        }
        json.newline()
        return String(decoding: json.bytes, as: UTF8.self)
    }

    private static func write(_ incident: Incident, _ ledger: Ledger, _ json: inout JSONWriter) {
        let record = incident.record
        let end = record.termination
        json.member("verdict", incident.verdict)
        json.member("confidence", incident.confidence?.rawValue)
        json.member("terminated", incident.terminated)
        json.member("kind", record.kind.rawValue)
        json.member("process", record.process.name)
        json.member("pid", record.process.pid)
        json.member("bundle", record.process.bundleID)
        json.member("namespace", end.canonicalNamespace ?? end.namespace)
        json.member("code", end.code.map { "0x" + String($0, radix: 16) })
        json.member("cause", end.cause)
        json.member("event", end.watchdogEvent)
        json.member("allowance", end.allowance)
        json.member("clock", end.clock?.rawValue)
        json.array("lockedFiles", end.lockedFiles)
        json.array("assertions", record.assertions.map { "\($0.kind.rawValue): \($0.name ?? "(no name)")" })
        let shown = record.activities.filter { $0.isMain || $0.state == .expirationHandler }
        json.array("threads", shown.map(words))
        json.array("findings") { json in
            for finding in incident.findings { json.object { write(finding, ledger, &$0) } }
        }
    }

    private static func write(_ finding: Finding, _ ledger: Ledger, _ json: inout JSONWriter) {
        json.member("rule", finding.rule)
        json.member("level", finding.level.rawValue)
        json.member("confidence", finding.confidence.rawValue)
        json.member("message", finding.message)
        json.array("evidence", finding.evidence.map { words($0, isOnly: ledger.entries.count == 1) })
    }

    /// "0 main waiting (sqlite): Inkwell -[INKStore commit]"
    private static func words(_ thread: ThreadActivity) -> String {
        var text = "\(thread.index) \(thread.isMain ? "main " : "")\(thread.state.rawValue)"
        if let kind = thread.waitKind { text += " (\(kind))" }
        if let inApp = thread.inAppText { text += ": \(inApp)" }
        return text
    }

    /// "line 30 @1204: WatchdogEvent: scene-update"
    private static func words(_ place: EvidenceLocation, isOnly: Bool) -> String {
        let input = isOnly ? "" : "input \(place.source) "
        let path = place.path.map { " \($0)" } ?? ""
        return "\(input)line \(place.line) @\(place.bytes.lowerBound)\(path): \(place.excerpt.prefix(80))"
    }
}
