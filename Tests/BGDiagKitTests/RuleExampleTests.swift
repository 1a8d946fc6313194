import BGDiagKit
import DiagnosticModel
import RuleEngine
import SystemFacts
import Testing

/// Every built-in rule proves itself, and accuses nobody without cause.
@Suite struct RuleExampleTests {
    @Test(arguments: RuleSet.builtIn.rules.map(\.id)) func examplesHold(_ id: String) throws {
        let rule = try #require(RuleSet.builtIn.rule(id))
        #expect(!rule.source.matching.isEmpty, "no matching example")
        #expect(!rule.source.notMatching.isEmpty, "no not-matching example")
        let examples = RuleExamples(ruleSet: .builtIn, samples: Project.path("samples"))
        expectNoDifference(examples.run(rule).map(\.description), [])
    }

    /// An example that names a sample must find it: an empty folder would pass every not-matching example.
    @Test func examplesNameSamplesThatExist() {
        let names = Set(Sample.all.map(\.name))
        for rule in RuleSet.builtIn.rules {
            for example in rule.source.matching + rule.source.notMatching {
                if let sample = example.sample { #expect(names.contains(sample), "\(rule.id): no sample \(sample)") }
            }
        }
    }

    /// The other direction: a rule that matches what it must not, and the reverse, is told.
    @Test func wrongExamplesAreSeen() throws {
        let rule = try #require(RuleSet.builtIn.rule("watchdog-scene-update"))
        var source = rule.source
        swap(&source.matching, &source.notMatching)
        let failures = RuleExamples(ruleSet: .builtIn, samples: Project.path("samples")).run(try Rule(source))
        #expect(failures.count >= source.matching.count + source.notMatching.count)
    }

    /// The clean baseline: on what is nobody's fault in the background, no rule blames backgrounding.
    @Test(arguments: Sample.all) func innocentSamplesStayClean(_ sample: Sample) throws {
        let expected = try Expectation.load(sample)
        guard expected.allSatisfy({ innocentVerdicts.contains($0.verdict) }) else { return }
        let blamed = try sample.diagnose().incidents.flatMap(\.findings)
            .filter { !innocentVerdicts.contains($0.verdict) }.map { "\($0.rule): \($0.message)" }
        expectNoDifference(blamed, [])
    }

    @Test func thereAreInnocentSamples() throws {
        let count = try Sample.all.count { sample in
            try Expectation.load(sample).allSatisfy { innocentVerdicts.contains($0.verdict) }
        }
        #expect(count >= 10)
    }
}
