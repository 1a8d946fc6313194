import DiagnosticModel
import Matching
import RuleEngine
import SystemFacts

/// The text of a rule file, with some of its lines changed.
func ruleText(
    _ changes: [String: String] = [:], id: String = "test-rule", without: Set<String> = [], extra: String = ""
) -> String {
    let lines: [(String, String)] = [
        ("id", id), ("verdict", "watchdog-scene-update"), ("title", "A headline"), ("level", "warning"),
        ("subject", "process-exit"), ("needs", "{ any: [termination] }"), ("when", "exit.event == \"scene-update\""),
        ("confidence", "{ certain: exit.allowance > 5, likely: exit.observed == TRUE, possible: TRUEPREDICATE }"),
        ("message", "'${process.name|The app} was slow'"), ("cite", "[event, exit]"), ("what", "What."),
        ("why", "Why."),
        ("fix", "Fix."), ("examples", "{ matching: [{ report: a }], not-matching: [{ report: b }] }"),
    ]
    let kept = lines.filter { !without.contains($0.0) }.map { "\($0.0): \(changes[$0.0] ?? $0.1)" }
    return kept.joined(separator: "\n") + "\n" + extra
}

func loaded(_ text: String, file: String = "rules/test-rule.yaml") throws(RuleProblem) -> Rule {
    try Rule(RuleLoader.load(text, file: file))
}

/// What is wrong with a rule's text, or nil.
func problem(_ text: String, file: String = "rules/test-rule.yaml") -> String? {
    do throws(RuleProblem) {
        _ = try loaded(text, file: file)
        return nil
    } catch {
        return error.description
    }
}

/// A killed app, as far as the tests need it.
func killed(_ change: (inout DiagnosticRecord) -> Void = { _ in }) -> DiagnosticRecord {
    var record = DiagnosticRecord(kind: .crash, source: 0)
    record.process = ProcessIdentity(name: "Sample", pid: 408, bundleID: "com.example.sample")
    record.exception.type = "EXC_CRASH"
    record.termination.namespace = "FRONTBOARD"
    record.termination.canonicalNamespace = "FRONTBOARD"
    record.termination.code = 0x8BAD_F00D
    record.termination.cause = "watchdog"
    record.termination.watchdogEvent = "scene-update"
    record.termination.allowance = 10
    record.locations[.event] = EvidenceLocation(source: 0, bytes: 5..<9, line: 1, excerpt: "event")
    change(&record)
    return record
}

extension Incident {
    func finding(_ rule: String = "test-rule") -> Finding? { findings.first { $0.rule == rule } }
}

/// The incident that one rule makes of a record.
func judged(_ text: String, _ record: DiagnosticRecord) throws -> Incident {
    RuleEvaluator(RuleSet([try loaded(text)])).diagnose(record, id: 0)
}
