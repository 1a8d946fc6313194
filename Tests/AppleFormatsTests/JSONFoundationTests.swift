import Foundation
import Testing

@testable import AppleFormats

/// Documents that Foundation reads mean the same to us, value for value.
@Suite struct JSONFoundationTests {
    @Test(arguments: 0..<60) func agreesWithFoundationOnRandomDocuments(seed: UInt64) throws {
        try compare(seed, escapedKeys: false)
    }

    @Test func agreesWithFoundationOnEscapesInKeys() throws { try compare(7, escapedKeys: true) }

    private func compare(_ seed: UInt64, escapedKeys: Bool) throws {
        var generator = SeededGenerator(state: seed &+ 1_000)
        for round in 0..<20 {
            var writer = RandomJSON(generator: generator, escapesKeys: escapedKeys)
            let text = writer.document()
            generator = writer.generator
            let theirs = try JSONSerialization.jsonObject(with: Data(text.utf8), options: [.fragmentsAllowed])
            let document = json(text)
            #expect(document.issues.isEmpty, "seed \(seed), round \(round): \(text)")
            #expect(document.endOffset <= text.utf8.count)
            let ours = try #require(document.root)
            #expect(agrees(ours, theirs), "seed \(seed), round \(round): \(text)")
        }
    }

    private func agrees(_ ours: JSONValue, _ theirs: Any) -> Bool {
        switch ours.kind {
        case .object:
            guard let map = theirs as? [String: Any] else { return false }
            let keys = ours.keys
            return Set(keys) == Set(map.keys)
                && keys.allSatisfy { key in
                    guard let a = ours[key], let b = map[key] else { return false }
                    return agrees(a, b)
                }
        case .array:
            guard let list = theirs as? [Any] else { return false }
            let elements = ours.elements
            return elements.count == list.count && zip(elements, list).allSatisfy { agrees($0, $1) }
        case .string: return ours.string == theirs as? String
        case .number: return ours.double == (theirs as? NSNumber)?.doubleValue
        case .true: return theirs as? Bool == true
        case .false: return theirs as? Bool == false
        case .null: return theirs is NSNull
        case .key: return false
        }
    }
}

/// Writes JSON with every liberty the grammar gives: white space, escapes, number forms.
private struct RandomJSON {
    var generator: SeededGenerator
    let escapesKeys: Bool

    mutating func document() -> String { blank() + value(depth: 0) + blank() }

    private mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }

    private mutating func blank() -> String {
        (0..<below(3)).map { _ in [" ", "\n", "\t", "\r\n"][below(4)] }.joined()
    }

    private mutating func value(depth: Int) -> String {
        switch below(depth > 5 ? 6 : 10) {
        case 0: return "null"
        case 1: return ["true", "false"][below(2)]
        case 2, 3: return number()
        case 4, 5: return string()
        case 6, 7:
            let items = (0..<below(6)).map { _ in blank() + value(depth: depth + 1) + blank() }
            return "[" + items.joined(separator: ",") + "]"
        default:
            // Foundation keeps the last of equal keys, we the first: keys are numbered.
            let members = (0..<below(6)).map { index in
                blank() + "\"\(index)" + characters(below(6), escapes: escapesKeys) + "\"" + blank() + ":" + blank()
                    + value(depth: depth + 1)
            }
            return "{" + members.joined(separator: ",") + "}"
        }
    }

    private mutating func number() -> String {
        switch below(4) {
        case 0: return String(below(100_000))
        case 1: return "-" + String(below(1000)) + "." + String(below(1000))
        case 2: return String(below(100)) + ["e", "E"][below(2)] + ["", "-", "+"][below(3)] + String(below(20))
        default: return String(Int64.random(in: -(1 << 53)...(1 << 53), using: &generator))
        }
    }

    private mutating func string() -> String { "\"" + characters(below(20)) + "\"" }

    private mutating func characters(_ count: Int, escapes: Bool = true) -> String {
        let pieces = [
            "a", "Z", " ", "é", "天", "🚀", "\\n", "\\\"", "\\\\", "\\/", "\\u00e9", "\\uD83D\\uDE80", "\\u0041", "}",
            "{", "]", ",", ":", "'", "\\t", "\u{7F}", "//",
        ]
        return (0..<count).map { _ in pieces[below(pieces.count)] }.filter { escapes || $0.first != "\\" }.joined()
    }
}
