import DiagnosticModel
import SystemFacts
import Testing

@testable import RuleEngine

@Suite struct RuleLoaderTests {
    @Test func aWholeRuleIsLoaded() throws {
        let rule = try loaded(ruleText())
        #expect(rule.id == "test-rule")
        #expect(rule.verdict == "watchdog-scene-update")
        #expect(rule.level == .warning)
        #expect(rule.source.needsAny == ["termination"])
        #expect(rule.source.matching.count == 1 && rule.source.notMatching.count == 1)
        #expect(rule.source.places["when"]?.line == 7)
    }

    @Test(
        arguments: [
            (["level": "grave"], "rules/test-rule.yaml:4:8: level: unknown level 'grave'"),
            (["verdict": "watchdog-scene-updat"], "rules/test-rule.yaml:2:10: verdict: unknown verdict"),
            (["verdict": "watchdog-scene-updat"], "did you mean 'watchdog-scene-update'?"),
            (["needs": "{ any: [terminations] }"], "rules/test-rule.yaml:6:8: needs: unknown evidence 'terminations'"),
            (["needs": "{ any: [terminations] }"], "did you mean 'termination'?"),
            (["cite": "[event, exits]"], "rules/test-rule.yaml:10:7: cite: unknown part of a record 'exits'"),
            (["cite": "[event, exits]"], "did you mean 'exit'?"), (["cite": "event"], "cite: expected a list"),
            (["needs": "termination"], "needs: expected { any: […] } or { all: […] }"),
            (["title": "[a]"], "title: expected text"),
            (["message": "'${proces.name} x'"], "did you mean 'process.name'?"),
            (["message": "'${process.name'"], "message: '${' without '}'"),
            (["message": "'${exit.code:hexadecimal}'"], "unknown format 'hexadecimal'"),
            (["confidence": "{ sure: TRUEPREDICATE }"], "unknown confidence 'sure'"),
            (["confidence": "{}"], "confidence: needs at least one of certain, likely, possible"),
            (["confidence": "likely"], "confidence: expected certain, likely or possible with a predicate each"),
            (["confidence": "{ likely: exit.cause = }"], "confidence.likely:"),
            (
                ["examples": "{ matching: [{ report: a }] }"],
                "examples: needs at least one matching and one not-matching"
            ),
            (["id": "other-rule"], "rules/test-rule.yaml:1:5: id: 'other-rule' must be the file's name, 'test-rule'"),
        ] as [([String: String], String)])
    func complaintsHaveFileLineAndColumn(change: [String: String], expected: String) throws {
        let found = try #require(problem(ruleText(change)))
        #expect(found.contains(expected), "\(found)")
        #expect(found.hasPrefix("rules/test-rule.yaml:"))
    }

    /// The column is that of the name in the predicate, not of the line.
    @Test func aNameInAPredicateIsShownAtItsPlace() {
        #expect(
            problem(ruleText(["when": "exit.event == \"scene-update\" AND exit.cod == 7"]))
                == "rules/test-rule.yaml:7:40: when: unknown name 'exit.cod'; did you mean 'exit.code'?")
        #expect(problem(ruleText(["when": "exit.code == \"seven\""]))?.hasPrefix("rules/test-rule.yaml:7:") == true)
    }

    @Test func aQuotedPredicateIsShownAtItsPlaceToo() throws {
        let found = try #require(problem(ruleText(["when": "'exit.cod == 7'"])))
        #expect(found.hasPrefix("rules/test-rule.yaml:7:8:"), "behind the quote: \(found)")
    }

    @Test(arguments: [
        "id", "verdict", "title", "level", "subject", "when", "confidence", "message", "what", "why", "fix",
    ])
    func everyNeededKeyIsAskedFor(key: String) {
        #expect(problem(ruleText(without: [key]))?.contains("missing key '\(key)'") == true)
    }

    @Test func aKeyThatIsNotKnownIsNamedWithItsNearest() {
        #expect(
            problem(ruleText(extra: "ruledoutby: exit.observed == FALSE\n"))
                == "rules/test-rule.yaml:15:1: unknown key 'ruledoutby'; did you mean 'ruled-out-by'?")
        #expect(problem(ruleText(extra: "colour: blue\n"))?.hasSuffix("unknown key 'colour'") == true)
    }

    @Test func brokenYAMLIsShownAtItsPlace() throws {
        let found = try #require(problem("id: a\nwhen: [1, 2\ntitle: b\n"))
        #expect(found.hasPrefix("rules/test-rule.yaml:"))
        #expect(found.contains("not valid YAML"))
        #expect(problem("")?.contains("expected a rule") == true)
        #expect(problem("- a\n- b\n")?.contains("expected a rule") == true)
        #expect(problem("a: &x [*x, *x]\n") != nil)
    }

    @Test func aDuplicateKeyIsAProblem() {
        #expect(problem(ruleText(extra: "level: error\n")) != nil)
    }

    @Test func textsKeepTheirWordsAndLoseTrailingLineEnds() throws {
        let rule = try loaded(ruleText(["what": "|\n  one\n\n  two\n", "fix": "''"]))
        #expect(rule.source.what == "one\n\ntwo")
        #expect(rule.source.fix == "")
        #expect(rule.source.falsePositives == "")
        #expect(rule.source.references == [])
    }

    @Test func aBareTrueIsAPredicate() throws {
        #expect(problem(ruleText(["confidence": "{ likely: TRUEPREDICATE }"])) == nil)
    }

    @Test func everyBuiltInRuleIsSoundAndInForce() {
        for source in BuiltInFacts.rules {
            do throws(RuleProblem) { _ = try Rule(source) } catch { Issue.record("\(error.description)") }
        }
        #expect(RuleSet.builtIn.rules.count == BuiltInFacts.rules.count)
        #expect(Set(BuiltInFacts.rules.map(\.id)).count == BuiltInFacts.rules.count)
    }

    @Test func aUsersRuleReplacesTheBuiltInOneOfItsName() throws {
        let name = try #require(BuiltInFacts.rules.first?.id)
        let mine = try loaded(ruleText(id: name), file: "my/\(name).yaml")
        let set = RuleSet.builtIn.adding([mine])
        #expect(set.rules.count == RuleSet.builtIn.rules.count)
        #expect(set.rule(name)?.source.title == "A headline")
        #expect(set.rule("no-such-rule") == nil)
    }
}
