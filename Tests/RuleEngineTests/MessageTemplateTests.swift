import Matching
import Testing

@testable import RuleEngine

@Suite struct MessageTemplateTests {
    private static let names: NameCatalogue = [
        "name": .string, "code": .int, "time": .double, "size": .int, "flag": .bool, "version": .version,
        "files": .list(of: .string), "tasks": .list(of: .record(["name": .string, "allowance": .double])),
    ]

    private func rendered(_ text: String, _ values: [String: MatchValue] = [:]) throws -> String {
        var facts = FactTable(for: Self.names)
        for (name, value) in values { facts[name] = value }
        return try MessageTemplate(text, names: Self.names).render(facts)
    }

    @Test(arguments: [
        ("plain", "plain"), ("${name}", "Sample"), ("${name} and ${name}!", "Sample and Sample!"),
        ("${name:quoted}", "“Sample”"), ("${code}", "2343432205"), ("${code:hex}", "0x8badf00d"),
        ("${time:seconds}", "10.5 s"), ("${time}", "10.5"), ("${size:bytes}", "5.2 MB"), ("${flag}", "yes"),
        ("${version}", "15.2.1"), ("${files}", "/a, /b"), ("${files:count}", "2"), ("${files:quoted}", "“/a”, “/b”"),
        ("${tasks.first.name}", "Sync"), ("${tasks}", "Sync, Push"), ("${tasks:quoted}", "“Sync”, “Push”"),
        ("${tasks.@count}", "2"), ("costs $5", "costs $5"), ("$", "$"), ("$${name}", "$Sample"), ("{name}", "{name}"),
        ("${name|x}", "Sample"), ("é ${name} 天", "é Sample 天"), ("", ""),
    ])
    func holesAreFilled(text: String, expected: String) throws {
        let values: [String: MatchValue] = [
            "name": "Sample", "code": 2_343_432_205, "time": 10.5, "size": 5_242_880, "flag": true,
            "version": .version([15, 2, 1]), "files": ["/a", "/b"],
            "tasks": [.record(["name": "Sync", "allowance": 30.0]), .record(["name": "Push"])],
        ]
        #expect(try rendered(text, values) == expected)
    }

    @Test(arguments: [MatchValue.unknown, .null]) func whatIsNotKnownHasItsWords(value: MatchValue) throws {
        #expect(try rendered("${name|The app} quit", ["name": value]) == "The app quit")
        #expect(try rendered("${name|} quit", ["name": value]) == " quit")
        #expect(try rendered("${name} quit", ["name": value]) == "? quit")
        #expect(try rendered("${code:hex|no code}", ["code": value]) == "no code")
        #expect(try rendered("${tasks.first.name|a task}", ["tasks": value]) == "a task")
    }

    @Test func longListsAreShortened() throws {
        let files = MatchValue.list((1...8).map { .string("/\($0)") })
        #expect(try rendered("${files}", ["files": files]) == "/1, /2, /3, /4, /5 and 3 more")
        #expect(try rendered("${files:count} files", ["files": files]) == "8 files")
        #expect(try rendered("${files|no files}", ["files": []]) == "no files")
        #expect(try rendered("${files:count}", ["files": []]) == "0")
    }

    @Test func clausesWithoutTheirFactAreLeftOut() throws {
        let text = "It ran[[ for ${time:seconds}]][[ in ${name}]]."
        #expect(try rendered(text, ["time": 5.0, "name": "Sample"]) == "It ran for 5 s in Sample.")
        #expect(try rendered(text, ["name": "Sample"]) == "It ran in Sample.")
        #expect(try rendered(text, ["time": .null]) == "It ran.")
        #expect(try rendered("-[A b] [[always]] [x]") == "-[A b] always [x]")
    }

    @Test(
        arguments: [
            (0, "0 bytes"), (999, "999 bytes"), (1000, "1 kB"), (1_638_400, "1.6 MB"), (2_000_000_000, "2 GB"),
            (UInt64.max, "18446744 TB"),
        ] as [(UInt64, String)])
    func sizesAreInDecimalUnits(number: UInt64, expected: String) throws {
        let words = try rendered("${size:bytes}", ["size": .unsigned(number)])
        #expect(words.prefix(4) == expected.prefix(4))
        #expect(words.suffix(2) == expected.suffix(2))
    }

    @Test(arguments: [
        (10.0, "10"), (10.5, "10.5"), (0.001, "0.001"), (0.0004, "0"), (1234.5678, "1234.568"), (-2.25, "-2.25"),
        (0, "0"), (29.9999, "30"),
    ])
    func decimalsAreShort(number: Double, expected: String) { #expect(MessageTemplate.decimal(number) == expected) }

    @Test(arguments: [Double.infinity, -.infinity, .nan, 1e300, -1e300, 1e12])
    func hugeNumbersDoNotTrap(number: Double) throws {
        #expect(!MessageTemplate.decimal(number).isEmpty)
        #expect(!(try rendered("${time:bytes} ${time:seconds}", ["time": .double(number)])).isEmpty)
    }

    @Test func integersAtTheirLimitsDoNotTrap() throws {
        #expect(try rendered("${code:hex}", ["code": .unsigned(UInt64.max)]) == "0xffffffffffffffff")
        #expect(try rendered("${code:seconds}", ["code": .int(Int64.max)]) == "9223372036854775807 s")
        #expect(try !rendered("${code}", ["code": .int(Int64.min)]).isEmpty)
    }

    @Test func negativeNumbersKeepTheirSign() throws {
        #expect(try rendered("${code}", ["code": -5]) == "-5")
    }

    @Test(arguments: [
        ("a ${nam}", 2, "did you mean 'name'?"), ("${name:blue}", 0, "unknown format 'blue'"),
        ("ab ${name", 3, "without '}'"), ("ab [[x", 3, "without ']]'"),
        ("${}", 0, ""), ("${name.length.x}", 0, ""),
    ])
    func mistakesHaveTheirPlace(text: String, offset: Int, words: String) {
        do throws(MessageTemplate.Problem) {
            _ = try MessageTemplate(text, names: Self.names)
            Issue.record("no problem with \(text)")
        } catch {
            #expect(error.offset == offset)
            #expect(error.message.contains(words), "\(error.message)")
        }
    }
}
