import Testing

@testable import Matching

@Suite struct PredicateParsingTests {
    @Test(
        arguments: [
            ("exit.code = 5", "exit.code == 5"),
            ("exit.code <> 0x8badf00d", "exit.code != 2343432205"),
            ("a =< 1 && b => 2 || !(c < 3)", "a <= 1 AND b >= 2 OR NOT c < 3"),
            ("a > 18446744073709551615", "a > 18446744073709551615"),
            ("a == -0x10", "a == -16"),
            ("a == 1.50", "a == 1.5"),
            ("a == -2.5e-3", "a == -0.0025"),
            ("a == 1E5", "a == 100000.0"),
            ("name beginswith[CD] 'it''s'", nil),
            ("name BeginsWith[dc] 'it\\'s'", #"name BEGINSWITH[cd] "it's""#),
            (#"name ==[c]"a\"b\\\n\t\x41\u00e9""#, #"name ==[c] "a\"b\\\n\tAé""#),
            ("name IN {1, 'a', NULL, yes, -1.5}", #"name IN {1, "a", NULL, TRUE, -1.5}"#),
            ("name in {}", "name IN {}"),
            ("'x' in a.b", #""x" IN a.b"#),
            ("a between {1,2}", "a BETWEEN {1, 2}"),
            ("some a.b == nil", "ANY a.b == NULL"),
            ("none a.b LIKE '*x?'", #"NONE a.b LIKE "*x?""#),
            ("ALL a.@count == 1", "ALL a.@count == 1"),
            ("TRUE", "TRUEPREDICATE"),
            ("no OR truepredicate", "FALSEPREDICATE OR TRUEPREDICATE"),
            ("TRUE == a", "TRUE == a"),
            ("not not a = 1", "NOT NOT a == 1"),
            ("((a = 1 and b = 2) and c = 3)", "a == 1 AND b == 2 AND c == 3"),
            ("a = 1 or b = 2 and c = 3", "a == 1 OR b == 2 AND c == 3"),
            ("(a = 1 or b = 2) and c = 3", "(a == 1 OR b == 2) AND c == 3"),
            ("not (a = 1 and b = 2)", "NOT (a == 1 AND b == 2)"),
            ("#any == 'x' AND any.x == 1 AND #plain == 2", #"#any == "x" AND any.x == 1 AND plain == 2"#),
            ("a matches 'b.*'", #"a MATCHES "b.*""#),
        ] as [(String, String?)])
    func canonicalForm(text: String, canonical: String?) throws {
        guard let canonical else {
            #expect(throws: PredicateError.self) { try Predicate(parsing: text) }
            return
        }
        let predicate = try Predicate(parsing: text)
        #expect(predicate.description == canonical)
        #expect(try Predicate(parsing: canonical) == predicate)
    }

    @Test(arguments: [
        ("", 0, "expected a comparison, found the end"),
        ("a", 1, "expected an operator after 'a', found the end; did you mean 'a == TRUE'?"),
        ("a AND b == 1", 2, "expected an operator after 'a', found 'AND'; did you mean 'a == TRUE'?"),
        ("a ==", 4, "expected a name or a value, found the end"),
        ("a == 1 b == 2", 7, "expected AND, OR or the end, found 'b'"),
        ("a CONTAIN 'x'", 2, "unknown operator 'CONTAIN'; did you mean 'CONTAINS'?"),
        ("a NOT IN {1}", 2, "expected an operator, found 'NOT'; did you mean 'NOT a …'?"),
        ("(a == 1", 7, "expected ')', AND or OR, found the end"),
        ("a == 1)", 6, "expected AND, OR or the end, found ')'"),
        ("a == 'x", 5, "the text that begins with ' has no end"),
        ("a == 12ab", 5, "malformed or too large number '12ab'"),
        ("a == 0x", 5, "malformed or too large number '0x'"),
        ("a == 1.", 5, "malformed or too large number '1.'"),
        ("a == 18446744073709551616", 5, "malformed or too large number '18446744073709551616'"),
        ("a == -9223372036854775809", 5, "malformed or too large number '-9223372036854775809'"),
        ("a == 1e999", 5, "malformed or too large number '1e999'"),
        ("a == $x", 5, "unexpected '$'"),
        ("a == é", 5, "unexpected 'é'"),
        ("a ==[x] 'b'", 5, "unknown modifier 'x': only [c], [d] and [cd] are known"),
        ("a ==[c 'b'", 4, "unexpected '[': only [c], [d] and [cd] are known"),
        ("a == 'x\\q'", 7, #"unknown escape '\q' in a text; did you mean '\\q'?"#),
        ("SUBQUERY(a, b)", 0, "functions are not supported: 'SUBQUERY('"),
        ("a.  b == 1", 2, "expected a name, found ' '"),
        ("a IN 5", 5, "expected '{' or the name of a list after IN, found '5'"),
        ("a IN {b}", 6, "expected a literal value, found 'b'"),
        ("a IN {1 2}", 8, "expected ',' or '}', found '2'"),
        ("a BETWEEN {1}", 10, "BETWEEN needs two values, {low, high}, not 1"),
        ("a BETWEEN 1", 10, "expected '{' after BETWEEN, found '1'"),
        ("ANY 5 == a", 4, "expected a name after ANY, found '5'"),
        ("a == 1 & b == 1", 7, "unexpected '&'"),
        ("a == 1 AND", 10, "expected a comparison, found the end"),
        ("'é' == b AND c ~ 1", 16, "unexpected '~'"),
    ])
    func errorsPointAtTheToken(text: String, offset: Int, description: String) {
        let error = #expect(throws: PredicateError.self) { try Predicate(parsing: text) }
        #expect(error?.offset == offset)
        #expect(error?.description == description)
    }

    @Test func limits() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "(", count: depth) + "TRUE" + String(repeating: ")", count: depth)
        }
        #expect(try Predicate(parsing: nested(64)).description == "TRUEPREDICATE")
        let tooDeep = #expect(throws: PredicateError.self) { try Predicate(parsing: nested(65)) }
        #expect(tooDeep?.offset == 64)
        #expect(throws: PredicateError.self) { try Predicate(parsing: String(repeating: "!", count: 60_000) + "TRUE") }
        #expect(throws: PredicateError.self) { try Predicate(parsing: String(repeating: " ", count: 70_000)) }
        let chain = Array(repeating: "a == 1", count: 5000).joined(separator: " OR ")
        #expect(try Predicate(parsing: chain).description == chain)
        let path = Array(repeating: "a", count: 17).joined(separator: ".")
        #expect(throws: PredicateError.self) { try Predicate(parsing: path + " == 1") }
    }

    @Test func namesUsed() throws {
        let predicate = try Predicate(
            parsing: "exit.code == 1 AND (ANY a.b == exit.cause OR #any = 'x') AND exit.code > 0")
        #expect(predicate.namesUsed == ["exit.code", "a.b", "exit.cause", "any"])
        #expect(predicate.usesMatches == false)
        #expect(try Predicate(parsing: "NOT a MATCHES 'x'").usesMatches)
    }

    @Test func paths() throws {
        #expect(try FactPath(parsing: "openTasks.first.name").components == ["openTasks", "first", "name"])
        #expect(try FactPath(parsing: "any").description == "#any")
        #expect(try FactPath(parsing: "#any").text == "any")
        for (text, offset) in [("", 0), ("a.", 2), (".a", 0), ("a b", 1), ("a..b", 2), ("@count", 0), ("1a", 0)] {
            let error = #expect(throws: PredicateError.self) { try FactPath(parsing: text) }
            #expect(error?.offset == offset, "\(text)")
        }
    }
}
