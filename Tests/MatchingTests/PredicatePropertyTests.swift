import Testing

@testable import Matching

@Suite struct PredicatePropertyTests {
    static let seeds: [UInt64] = [1, 2, 3, 4]

    @Test(arguments: seeds) func canonicalFormRoundTrips(seed: UInt64) throws {
        var source = PredicateGenerator(seed: seed)
        for _ in 0..<500 {
            let text = source.predicate(depth: 5)
            let predicate = try Predicate(parsing: text)
            let again = try Predicate(parsing: predicate.description)
            #expect(again == predicate, "\(text)")
            #expect(again.description == predicate.description)
        }
    }

    @Test(arguments: seeds) func garbageNeverTraps(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let pieces = [
            " ", "a", "exit.code", "openTasks", ".first", ".@count", "ANY ", "NOT ", "(", ")", "{", "}", ",", "==", "<",
            "IN", "BETWEEN", "LIKE", "[c]", "[", "'", "\"", "\\", "\\u00", "0x", "99999999999999999999", "1.5e", "-",
            "#", "@", "é", "\u{301}", "👩‍👩‍👧", "\0", "\n", "AND", "||", "TRUE", "NULL", "'x'", "1",
        ]
        for _ in 0..<3000 {
            let text = random.garbage(from: pieces, upTo: 14)
            do {
                let predicate = try Predicate(parsing: text)
                let problems = predicate.check(against: testNames)
                if let bound = try? predicate.bind(to: testNames) {
                    #expect(problems.isEmpty, "\(text)")
                    _ = bound.evaluate(facts(["exit.code": 5]))
                } else {
                    #expect(!problems.isEmpty, "\(text)")
                }
            } catch {
                #expect((0...text.utf8.count).contains(error.offset), "\(text)")
                #expect(!error.description.isEmpty)
            }
            _ = try? FactPath(parsing: text)
        }
    }

    @Test(arguments: seeds) func evaluationIsTotalAndTwoValuedIsDecided(seed: UInt64) throws {
        var source = PredicateGenerator(seed: seed)
        var evaluated = 0
        for _ in 0..<1000 {
            let predicate = try Predicate(parsing: source.predicate(depth: 3))
            guard let bound = try? predicate.bind(to: testNames) else { continue }
            let table = source.table()
            evaluated += 1
            #expect(bound.evaluate(table, semantics: .twoValued) != .unknown)
            let negated = try Predicate(parsing: "NOT (\(predicate))").bind(to: testNames)
            #expect(negated.evaluate(table) == bound.evaluate(table).negated)
            #expect(bound.slotsUsed.allSatisfy { testNames.name(ofSlot: $0) != nil })
        }
        #expect(evaluated > 100)
    }

    /// What is known stays so when more becomes known: the reason rules may trust a partial answer.
    @Test(arguments: seeds) func moreEvidenceNeverTurnsAnAnswerRound(seed: UInt64) throws {
        var source = PredicateGenerator(seed: seed)
        for _ in 0..<1000 {
            guard let bound = try? Predicate(parsing: source.predicate(depth: 3)).bind(to: testNames) else { continue }
            let full = source.wellTypedTable()
            var partial = full
            for slot in 0..<testNames.count where Bool.random(using: &source.random) { partial[slot] = .unknown }
            let answer = bound.evaluate(partial)
            if answer != .unknown { #expect(bound.evaluate(full) == answer, "\(bound)") }
        }
    }

    @Test func kleeneLaws() {
        for a in Truth.allCases {
            #expect(a.negated.negated == a)
            for b in Truth.allCases {
                #expect(a.and(b) == b.and(a))
                #expect(a.or(b) == b.or(a))
                #expect(a.and(b).negated == a.negated.or(b.negated))
                #expect(a.and(a.or(b)) == a)
                for c in Truth.allCases {
                    #expect(a.and(b.and(c)) == a.and(b).and(c))
                    #expect(a.and(b.or(c)) == a.and(b).or(a.and(c)))
                }
            }
        }
        #expect(Truth.unknown.and(.false) == .false)
        #expect(Truth.unknown.or(.true) == .true)
        #expect(Truth.unknown.and(.true) == .unknown)
        #expect(Truth(true) == .true)
    }
}

/// Writes random predicates, most of them well typed, with random spacing and spelling.
struct PredicateGenerator {
    var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    mutating func predicate(depth: Int) -> String {
        switch depth > 0 ? Int.random(in: 0..<8, using: &random) : 7 {
        case 0: return random.pick(["NOT ", "! ", "not "]) + "(" + predicate(depth: depth - 1) + ")"
        case 1: return "NOT " + predicate(depth: 0)
        case 2, 3: return joined([" AND ", " && ", " and "], depth)
        case 4, 5: return "(" + joined([" OR ", "||"], depth) + ")"
        case 6: return random.pick(["TRUE", "FALSEPREDICATE", "yes"])
        default: return comparison()
        }
    }

    private mutating func joined(_ operators: [String], _ depth: Int) -> String {
        (0..<Int.random(in: 2...4, using: &random)).map { _ in "(" + predicate(depth: depth - 1) + ")" }
            .joined(separator: random.pick(operators))
    }

    private mutating func comparison() -> String {
        let space = random.pick([" ", "  ", "\n"])
        let relation = random.pick(["==", "!=", "<", "<=", ">", ">=", "=", "<>"])
        let number = random.pick(["0", "-7", "0x8badf00d", "18446744073709551615", "1.5", "-2e-3"])
        let text = random.pick(["\"a\"", "'it\\'s'", "'é\\n'", "\"\\\\ \\\"\"", "''", "'A'"])
        let options = random.pick(["", "[c]", "[d]", "[cd]"])
        let textOperator = random.pick(["BEGINSWITH", "contains", "ENDSWITH", "LIKE", "==", "!="])
        switch Int.random(in: 0..<11, using: &random) {
        case 0: return "exit.code\(space)\(relation)\(space)\(number)"
        case 1: return "\(number) \(relation) exit.allowance"
        case 2: return "exit.cause \(textOperator)\(options)\(space)\(text)"
        case 3: return "exit.cause IN\(options) {\(text),\(space)'b'}"
        case 4: return "\(random.pick(["ANY", "ALL", "NONE"])) openTasks.name \(textOperator)\(options) \(text)"
        case 5: return "os.version \(relation) \(random.pick(["'11'", "\"15.2.1\"", "'9.3'"]))"
        case 6: return "exit.observed \(random.pick(["==", "!="])) \(random.pick(["TRUE", "NO"]))"
        case 7: return "\(random.pick(["exit.cause", "numbers", "openTasks.first"])) == \(random.pick(["NULL", "nil"]))"
        case 8: return "numbers.@count BETWEEN {\(number), 20}"
        case 9: return "\(text) IN\(options) exit.lockedFiles"
        default: return "exit.cause \(textOperator)\(options) main.state"
        }
    }

    private mutating func scalar() -> MatchValue {
        let values: [MatchValue] = [
            .unknown, .null, true, false, 0, -7, 1.5, .double(.nan), .unsigned(.max), "a", "A", "é\n", "",
            .version([15, 2, 1]), .version([]), .record(["name": "a"]),
        ]
        return random.pick(values)
    }

    /// Values of any type in any slot.
    mutating func table() -> FactTable {
        var table = FactTable(for: testNames)
        for slot in 0..<testNames.count {
            table[slot] = Bool.random(using: &random) ? scalar() : .list([scalar(), scalar()])
        }
        return table
    }

    mutating func wellTypedTable() -> FactTable {
        var table = FactTable(for: testNames)
        table["exit.code"] = random.pick([.int(0), .int(-7), .int(2_343_432_205), .null])
        table["exit.cause"] = random.pick(["a", "é\n", "it's", .null])
        table["main.state"] = random.pick(["a", "A", "e\n", .null])
        table["exit.observed"] = random.pick([true, false])
        table["exit.allowance"] = random.pick([1.5, 10, .null])
        table["os.version"] = random.pick([.version([11]), .version([15, 2, 1]), .null])
        table["exit.lockedFiles"] = random.pick([.list([]), .list(["a", "B"]), .null])
        table["numbers"] = random.pick([.list([]), .list([1, 2]), .null])
        table["openTasks"] = random.pick([.list([.record(["name": "a"]), .record(["name": "b"])]), .list([]), .null])
        return table
    }
}
