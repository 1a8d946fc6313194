@testable import Matching

/// SplitMix64: the same numbers for the same seed, so that a failure can be repeated.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    mutating func pick<T>(_ choices: [T]) -> T { choices[Int.random(in: 0..<choices.count, using: &self)] }

    mutating func garbage(from pieces: [String], upTo count: Int) -> String {
        (0..<Int.random(in: 0...count, using: &self)).map { _ in pick(pieces) }.joined()
    }
}

/// The names the tests use; a small copy of what rules know.
let testNames: NameCatalogue = [
    "exit.code": .int, "exit.cause": .string, "exit.observed": .bool, "exit.allowance": .double,
    "exit.lockedFiles": .list(of: .string), "os.version": .version, "main.state": .string, "appInfo": .string,
    "openTasks": .list(of: .record(["name": .string, "allowance": .double, "code": .int])),
    "assertions": .list(of: .record(["name": .string, "reason": .string, "kind": .string])),
    "any": .string, "numbers": .list(of: .int),
]

func facts(_ values: [String: MatchValue]) -> FactTable {
    var table = FactTable(for: testNames)
    for (name, value) in values { table[name] = value }
    return table
}

func bound(_ text: String) throws -> BoundPredicate { try Predicate(parsing: text).bind(to: testNames) }

func truth(
    _ text: String, _ values: [String: MatchValue] = [:], _ semantics: PredicateSemantics = .threeValued
) throws -> Truth {
    try bound(text).evaluate(facts(values), semantics: semantics)
}
