import BGDiagKit
import DiagnosticModel
import RuleEngine
import Testing

/// Quiet lives of a log are passed over without a look at the rules. So no built-in rule may speak of one.
@Suite struct QuietLifeTests {
    @Test(arguments: Sample.all.filter { $0.name.hasPrefix("log/") }) func noRuleSpeaksOfAQuietLife(_ sample: Sample)
        throws
    {
        // A rule set that is not the built-in one alone makes the diagnosis look at every life.
        let rules = RuleSet(RuleSet.builtIn.rules)
        #expect(!rules.isBuiltInOnly)
        var every = Diagnosis(rules: rules)
        var some = Diagnosis()
        for (path, bytes) in zip(sample.inputs, try sample.bytes()) {
            every.add(bytes: bytes, path: path)
            some.add(bytes: bytes, path: path)
        }
        func told(_ report: DiagnosisReport) -> [String] {
            report.incidents.filter { !$0.findings.isEmpty }.map { "\($0.record.process) \($0.findings.map(\.rule))" }
        }
        #expect(told(every.report()) == told(some.report()))
    }
}
