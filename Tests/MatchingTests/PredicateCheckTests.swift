import Testing

@testable import Matching

@Suite struct PredicateCheckTests {
    @Test(arguments: [
        ("exit.cod == 1", 0, "unknown name 'exit.cod'; did you mean 'exit.code'?"),
        ("exit.code == 1 AND Exit.Cause == 'x'", 19, "unknown name 'Exit.Cause'; did you mean 'exit.cause'?"),
        ("zebra == 1", 0, "unknown name 'zebra'"),
        ("1 == exit.cod", 5, "unknown name 'exit.cod'; did you mean 'exit.code'?"),
        ("assertion.@count > 0", 0, "unknown name 'assertion.@count'; did you mean 'assertions.@count'?"),
        ("openTask.first.name == 'x'", 0, "unknown name 'openTask.first.name'; did you mean 'openTasks.first.name'?"),
        (
            "assertions.first.nam == 'x'", 0,
            "unknown field 'nam' of 'assertions.first'; did you mean 'assertions.first.name'?"
        ),
        ("ANY assertions.reson == 'x'", 4, "unknown field 'reson' of 'assertions'; did you mean 'assertions.reason'?"),
        ("assertions.@cont > 1", 0, "unknown field '@cont' of 'assertions'; did you mean 'assertions.@count'?"),
        ("exit.code.first == 1", 0, "'exit.code' is a number and has no field 'first'"),
        (
            "exit.cause == 5", 14,
            "'exit.cause' is text and '5' is a number: they cannot be compared; did you mean '\"5\"'?"
        ),
        (
            "exit.code == '5'", 13,
            "'exit.code' is a number and '\"5\"' is text: they cannot be compared; did you mean '5'?"
        ),
        (
            "exit.observed == 1", 17,
            "'exit.observed' is TRUE or FALSE and '1' is a number: they cannot be compared; did you mean 'TRUE'?"
        ),
        ("exit.code == main.state", 13, "'exit.code' is a number and 'main.state' is text: they cannot be compared"),
        ("exit.observed > TRUE", 0, "'exit.observed' is TRUE or FALSE and has no order: > does not apply"),
        ("exit.code CONTAINS 'x'", 0, "CONTAINS compares text, and 'exit.code' is a number"),
        ("exit.cause LIKE 5", 16, "LIKE compares text, and '5' is a number"),
        ("exit.code ==[c] 5", 10, "[c] and [d] only apply to comparisons of text"),
        ("exit.cause <[c] 'x'", 11, "[c] and [d] only apply to comparisons of text"),
        ("exit.code > NULL", 12, "NULL can only be compared with == and !=, not >"),
        (
            "assertions.name == 'x'", 0,
            "'assertions.name' is a list: == needs ANY, ALL or NONE before it, or .first, .last, .@count after it"
                + "; did you mean 'ANY assertions.name'?"
        ),
        ("assertions.first == 'x'", 0, "'assertions.first' is a record: name one of its fields"),
        ("ANY exit.code == 1", 4, "'exit.code' is not a list: ANY, ALL and NONE do not apply to it"),
        ("os.version >= 'eleven'", 14, "'\"eleven\"' is not a version such as \"15.2\""),
        ("os.version >= 15.2", 14, "'os.version' is a version and '15.2' is a number: they cannot be compared"),
        ("exit.code IN {1, 'x'}", 13, "'exit.code' is a number and '\"x\"' is text: they cannot be compared"),
        ("exit.code IN main.state", 0, "IN compares text, and 'exit.code' is a number"),
        ("exit.code IN exit.allowance", 13, "IN needs a list, and 'exit.allowance' is a number"),
        ("exit.code IN exit.lockedFiles", 13, "'exit.code' is a number and each of 'exit.lockedFiles' is text"),
        ("exit.code BETWEEN {1, 'x'}", 18, "'exit.code' is a number and '\"x\"' is text: they cannot be compared"),
        ("exit.observed BETWEEN {TRUE, FALSE}", 0, "'exit.observed' is TRUE or FALSE and has no order"),
        ("exit.cause MATCHES main.state", 19, "MATCHES needs a literal text, not 'main.state'"),
        ("numbers CONTAINS 'x'", 17, "each of 'numbers' is a number and '\"x\"' is text"),
    ])
    func problems(text: String, offset: Int, description: String) throws {
        let predicate = try Predicate(parsing: text)
        let problems = predicate.check(against: testNames)
        #expect(problems.count == 1)
        #expect(problems.first?.offset == offset)
        let words = problems.first?.description ?? ""
        #expect(words.hasPrefix(description), "\(words)")
        let error = #expect(throws: PredicateError.self) { try predicate.bind(to: testNames) }
        #expect(error == problems.first)
    }

    @Test func everyProblemIsListed() throws {
        let predicate = try Predicate(parsing: "exit.cod == 1 AND (exit.caus == main.stat OR exit.code == 'x')")
        #expect(predicate.check(against: testNames).map(\.offset) == [0, 19, 32, 58])
        #expect(try Predicate(parsing: "exit.code == 1").check(against: testNames).isEmpty)
    }

    @Test func patternsAreCheckedWhenThereIsAnEngine() throws {
        let predicate = try Predicate(parsing: "exit.cause MATCHES[c] 'wat.*'")
        #expect(predicate.check(against: testNames).isEmpty)
        let refusing = PatternCompiler { _, _ in nil }
        let error = #expect(throws: PredicateError.self) { try predicate.bind(to: testNames, patterns: refusing) }
        #expect(error?.offset == 22)
        let accepting = PatternCompiler { pattern, options in
            let isFolded = options.contains(.caseInsensitive)
            return { text in text == "" ? nil : isFolded && pattern == "wat.*" && text.hasPrefix("wat") }
        }
        let bound = try predicate.bind(to: testNames, patterns: accepting)
        #expect(bound.evaluate(facts(["exit.cause": "watchdog"])) == .true)
        #expect(bound.evaluate(facts(["exit.cause": "x"])) == .false)
        #expect(bound.evaluate(facts(["exit.cause": ""])) == .unknown)
        #expect(bound.evaluate(facts(["exit.cause": ""]), semantics: .twoValued) == .false)
        #expect(bound.evaluate(facts(["exit.cause": .null])) == .false)
        #expect(try truth("exit.cause MATCHES 'x'", ["exit.cause": "x"]) == .unknown)
        #expect(try truth("exit.cause MATCHES 'x'", ["exit.cause": "x"], .twoValued) == .false)
    }

    @Test func longestRegisteredPrefixWins() throws {
        let names: NameCatalogue = ["a": .list(of: .record(["b": .int])), "a.first": .string, "a.first.b": .bool]
        func slot(_ path: String) throws -> Int { try FactPath(parsing: path).bind(to: names).slot }
        #expect(try slot("a.first.b") == 2)
        #expect(try slot("a.first") == 1)
        #expect(try slot("a.last.b") == 0)
        #expect(try FactPath(parsing: "a.b").bind(to: names).type == .list(of: .int))
        #expect(try FactPath(parsing: "a.@count").bind(to: names).type == .int)
        #expect(throws: PredicateError.self) { try slot("a.first.c") }
    }

    @Test func catalogue() {
        let names = NameCatalogue([(name: "x", type: .int), (name: "y", type: .bool), (name: "x", type: .string)])
        #expect(names.names == ["x", "y"])
        #expect(names.count == 2)
        #expect(names.type(of: "x") == .int)
        #expect(names.slot(of: "y") == 1)
        #expect(names.name(ofSlot: 2) == nil)
        #expect(names.slot(of: "z") == nil)
        var table = FactTable(for: names)
        table[7] = 1
        table["z"] = 1
        #expect(table[7] == .unknown)
        #expect(table[-1] == .unknown)
        #expect(table["z"] == .unknown)
    }

    @Test func suggestions() {
        let names = ["exit.code", "exit.cause", "main.state"]
        #expect(EditDistance.suggestion(for: "exit.caus", among: names) == "exit.cause")
        #expect(EditDistance.suggestion(for: "EXIT.CODE", among: names) == "exit.code")
        #expect(EditDistance.suggestion(for: "eixt.code", among: names) == "exit.code")
        #expect(EditDistance.suggestion(for: "something.else", among: names) == nil)
        #expect(EditDistance.suggestion(for: "", among: names) == nil)
        #expect(EditDistance.suggestion(for: String(repeating: "a", count: 1_000_000), among: names) == nil)
        #expect(EditDistance.distance("kitten", "sitting", atMost: 3) == 3)
        #expect(EditDistance.distance("kitten", "sitting", atMost: 2) == nil)
        #expect(EditDistance.distance("", "", atMost: 0) == 0)
        #expect(EditDistance.distance("a", "b", atMost: -1) == nil)
    }
}
