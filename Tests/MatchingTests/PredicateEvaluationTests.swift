import Testing

@testable import Matching

@Suite struct PredicateEvaluationTests {
    static let process: [String: MatchValue] = [
        "exit.code": .int(0x8bad_f00d), "exit.cause": "watchdog", "exit.observed": true, "exit.allowance": 19.5,
        "exit.lockedFiles": ["/var/a.sqlite", "/var/B.db"], "os.version": .version([13, 1, 2]), "main.state": .null,
        "appInfo": "Déjà vu: <RBSTerminateContext| domain:10>", "numbers": [1, 2, 3],
        "assertions": .list([
            .record(["name": "upload", "reason": "finishTask"]), .record(["name": "Sync", "reason": "fetch"]),
        ]),
        "openTasks": .list([]),
    ]

    @Test(arguments: [
        ("exit.code == 0x8badf00d", Truth.true), ("exit.code = 2343432205.0", .true),
        ("2343432205 == exit.code", .true), ("exit.code < 18446744073709551615", .true),
        ("exit.code != 5", .true), ("exit.code BETWEEN {0, 0xffffffff}", .true), ("exit.code BETWEEN {0, 1}", .false),
        ("exit.code IN {1, 0x8badf00d}", .true), ("exit.code IN {}", .false), ("NOT exit.code IN {1}", .true),
        ("exit.allowance > 19", .true), ("exit.allowance <= 19.5", .true), ("20 < exit.allowance", .false),
        ("exit.observed == TRUE", .true), ("exit.observed != YES", .false),
        ("exit.cause == 'watchdog'", .true), ("exit.cause == 'Watchdog'", .false),
        ("exit.cause ==[c] 'WATCHDOG'", .true), ("exit.cause !=[c] 'WATCHDOG'", .false),
        ("exit.cause BEGINSWITH 'watch'", .true), ("exit.cause BEGINSWITH 'dog'", .false),
        ("exit.cause ENDSWITH 'dog'", .true), ("exit.cause ENDSWITH[c] 'DOG'", .true),
        ("exit.cause CONTAINS 'tchd'", .true), ("exit.cause CONTAINS 'TCHD'", .false),
        ("exit.cause LIKE 'w*g'", .true), ("exit.cause LIKE 'w??chdog'", .true), ("exit.cause LIKE 'watch'", .false),
        ("exit.cause LIKE '*'", .true), ("exit.cause LIKE[c] 'W*DOG*'", .true),
        ("exit.cause IN {'signal', 'watchdog'}", .true), ("exit.cause IN[c] {'SIGNAL', 'WATCHDOG'}", .true),
        ("exit.cause IN {'signal'}", .false), ("exit.cause < 'x'", .true), ("exit.cause >= 'x'", .false),
        ("appInfo CONTAINS 'domain:10'", .true), ("appInfo CONTAINS[d] 'deja VU'", .false),
        ("appInfo BEGINSWITH[cd] 'DEJA'", .true), ("appInfo LIKE[cd] 'd?ja*'", .true),
        ("appInfo LIKE 'D?j? vu*'", .true), ("'vu' IN appInfo", .true),
        ("os.version >= '13'", .true), ("os.version >= 13", .true), ("os.version < '15.2'", .true),
        ("os.version > '9.3'", .true), ("os.version == '13.1.2.0'", .true), ("'9' < os.version", .true),
        ("os.version BETWEEN {'11', '13.9'}", .true), ("os.version IN {'13.1.2'}", .true),
        ("os.version == exit.cause", .unknown),
        ("assertions.@count == 2", .true), ("openTasks.@count > 0", .false),
        ("assertions.first.name == 'upload'", .true), ("assertions.last.name BEGINSWITH[c] 's'", .true),
        ("assertions.first.kind == NULL", .true), ("openTasks.first.name == NULL", .true),
        ("ANY assertions.reason == 'finishTask'", .true), ("ALL assertions.reason == 'finishTask'", .false),
        ("NONE assertions.reason == 'push'", .true), ("ANY openTasks.name == 'x'", .false),
        ("ALL openTasks.name == 'x'", .true), ("ANY assertions.name IN {'Sync'}", .true),
        ("exit.lockedFiles CONTAINS '/var/B.db'", .true), ("exit.lockedFiles CONTAINS[c] '/VAR/b.db'", .true),
        ("'/var/c' IN exit.lockedFiles", .false), ("ANY exit.lockedFiles ENDSWITH '.sqlite'", .true),
        ("exit.cause IN exit.lockedFiles", .false), ("numbers CONTAINS 2.0", .true), ("ANY numbers > 2", .true),
        ("numbers.last == 3", .true), ("exit.lockedFiles != NULL", .true),
        ("TRUE", .true), ("1 == 1", .true), ("'a' == 'b' OR 2 > 1", .true), ("NULL == NULL", .true),
    ])
    func known(text: String, expected: Truth) throws {
        #expect(try truth(text, Self.process) == expected)
        if expected != .unknown { #expect(try truth(text, Self.process, .twoValued) == expected) }
    }

    /// Three-valued answer, then two-valued, for a null and for an unknown `main.state`.
    @Test(arguments: [
        ("main.state == 'busy'", Truth.false, Truth.unknown, Truth.false),
        ("main.state != 'busy'", .false, .unknown, .true),
        ("main.state == NULL", .true, .unknown, .true),
        ("main.state != NULL", .false, .unknown, .false),
        ("NULL == main.state", .true, .unknown, .true),
        ("NOT main.state == 'busy'", .true, .unknown, .true),
        ("main.state IN {'busy', NULL}", .true, .unknown, .true),
        ("main.state IN {'busy'}", .false, .unknown, .false),
        ("main.state CONTAINS 'b'", .false, .unknown, .false),
        ("main.state < 'b'", .false, .unknown, .false),
        ("main.state BETWEEN {'a', 'b'}", .false, .unknown, .false),
        ("main.state == exit.cause", .false, .unknown, .false),
        ("exit.cause != main.state", .false, .unknown, .true),
        ("exit.cause CONTAINS main.state", .false, .unknown, .false),
        ("main.state == main.state", .false, .unknown, .true),
        ("main.state IN exit.lockedFiles", .false, .unknown, .false),
        ("main.state == 'busy' OR exit.code > 0", .true, .true, .true),
        ("main.state == 'busy' AND exit.code == 0", .false, .false, .false),
        ("main.state == 'busy' AND exit.code > 0", .false, .unknown, .false),
    ])
    func absent(text: String, null: Truth, unknown: Truth, two: Truth) throws {
        var values = Self.process
        #expect(try truth(text, values) == null)
        #expect(try truth(text, values, .twoValued) == two)
        values["main.state"] = .unknown
        #expect(try truth(text, values) == unknown)
        #expect(try truth(text, values, .twoValued) == two)
    }

    @Test func quantifiersOverAbsentLists() throws {
        for (value, any, all, none) in [
            (MatchValue.unknown, Truth.unknown, Truth.unknown, Truth.unknown),
            (.null, .false, .false, .true), (.list([]), .false, .true, .true),
            (.list([.unknown]), .unknown, .unknown, .unknown),
            (.list([.unknown, 1]), .true, .unknown, .false), (.list([.unknown, 2]), .unknown, .false, .unknown),
        ] {
            #expect(try truth("ANY numbers == 1", ["numbers": value]) == any, "\(value)")
            #expect(try truth("ALL numbers == 1", ["numbers": value]) == all, "\(value)")
            #expect(try truth("NONE numbers == 1", ["numbers": value]) == none, "\(value)")
        }
        #expect(try truth("ANY numbers == 1", [:], .twoValued) == .false)
        #expect(try truth("NONE numbers == 1", [:], .twoValued) == .true)
        #expect(try truth("numbers.@count == 0", ["numbers": .null]) == .true)
        #expect(try truth("numbers.@count == 0") == .unknown)
    }

    @Test(arguments: [
        (MatchValue.int(.max), MatchValue.double(9_223_372_036_854_775_808), ValueOrder.less),
        (.int(.min), .double(-9_223_372_036_854_775_808), .equal),
        (.unsigned(.max), .double(18_446_744_073_709_551_616), .less), (.unsigned(.max), .int(.max), .greater),
        (.int(-1), .unsigned(0), .less), (.int(-1), .double(-1.5), .greater), (.int(1), .double(1.5), .less),
        (.int(9_007_199_254_740_993), .double(9_007_199_254_740_992), .greater), (.int(0), .double(-0.5), .greater),
        (.int(5), .double(.infinity), .less), (.int(5), .double(-.infinity), .greater),
        (.int(0), .double(-0.0), .equal),
        (.unsigned(3), .double(-1), .greater), (.version([9, 3]), .version([13]), .less),
        (.version([15]), .version([15, 0, 0]), .equal), (.version([15, 10]), .string("15.9"), .greater),
    ])
    func ordersAreExact(a: MatchValue, b: MatchValue, expected: ValueOrder) {
        #expect(a.order(comparedTo: b) == expected)
        #expect(b.order(comparedTo: a) == expected.reversed)
    }

    @Test func incomparableValues() {
        #expect(MatchValue.double(.nan).order(comparedTo: 1) == nil)
        #expect(MatchValue.int(1).order(comparedTo: .double(.nan)) == nil)
        #expect(MatchValue.string("1").order(comparedTo: 1) == nil)
        #expect(MatchValue.version([1]).order(comparedTo: "x") == nil)
        #expect(MatchValue.list([1, 2]).equals([1.0, 2.0]) == true)
        #expect(MatchValue(version: "15.2.1") == .version([15, 2, 1]))
        for text in ["", ".", "15.", ".1", "a", "1.2b", "1..2", "-1", "99999999999999999999", "1.2.3.4.5.6.7"] {
            #expect(MatchValue(version: text) == nil, "\(text)")
        }
    }

    /// A source need not keep the catalogue's promises.
    struct Liar: FactSource {
        let value: MatchValue
        subscript(slot: Int) -> MatchValue { value }
    }

    @Test func wrongTypesAreUnknownNotFatal() throws {
        let predicate = try bound("exit.code == 1")
        #expect(predicate.evaluate(Liar(value: "1")) == .unknown)
        #expect(predicate.evaluate(Liar(value: "1"), semantics: .twoValued) == .false)
        #expect(try bound("assertions.first.name == 'x'").evaluate(Liar(value: 5)) == .unknown)
        #expect(try bound("exit.cause CONTAINS 'x'").evaluate(Liar(value: 5)) == .unknown)
        #expect(try bound("ANY numbers == 5").evaluate(Liar(value: 5)) == .true)
    }

    @Test func pathsForTemplates() throws {
        let table = facts(Self.process)
        func value(_ path: String) throws -> MatchValue {
            try FactPath(parsing: path).bind(to: testNames).value(in: table)
        }
        #expect(try value("assertions.first.name") == "upload")
        #expect(try value("assertions.name") == ["upload", "Sync"])
        #expect(try value("assertions.name.last") == "Sync")
        #expect(try value("openTasks.first.name") == .null)
        #expect(try value("any") == .unknown)
        #expect(try bound("exit.code == 1 AND ANY assertions.name == exit.cause").slotsUsed == [0, 1, 9])
    }
}
