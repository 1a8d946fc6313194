import AppleFormats
import Foundation
import Testing

/// Against Foundation's reader and writer, on lists made up from seeds.
@Suite struct PropertyListFoundationTests {
    typealias Format = PropertyListSerialization.PropertyListFormat

    @Test(arguments: [Format.xml, .binary]) func readsWhatFoundationWrites(_ format: Format) throws {
        for seed in UInt64(0)..<400 {
            var generator = SeededGenerator(state: seed)
            let value = Self.value(depth: 4, format, &generator)
            let bytes = try Self.write(value, format)
            #expect(PropertyListReader.looksLikePropertyList(bytes))
            let (root, issues) = try PropertyListReader.read(bytes)
            #expect(issues.isEmpty, "seed \(seed): \(issues)")
            #expect(Self.difference(root.value, value) == nil, "seed \(seed)")
        }
    }

    /// Of damaged lists that Foundation still takes and in which we see nothing wrong, both must have read the same.
    @Test(arguments: [Format.xml, .binary]) func agreesOnDamagedLists(_ format: Format) throws {
        var compared = 0
        for seed in UInt64(0)..<1_500 {
            var generator = SeededGenerator(state: seed)
            var bytes = try Self.write(Self.value(depth: 2, format, &generator), format)
            let place = Int.random(in: 0..<bytes.count, using: &generator)
            bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            // Ours first: Foundation does not return from the cycles that a flipped bit can make.
            guard let ours = try? PropertyListReader.read(bytes), ours.issues.isEmpty,
                let theirs = Self.foundation(bytes)
            else { continue }
            compared += 1
            #expect(Self.difference(ours.root.value, theirs) == nil, "seed \(seed), byte \(place)")
        }
        // Otherwise the test would say nothing.
        #expect(compared > 300)
    }

    static let agreedForms: [String] =
        ["0", "-0", "+5", "0x1F", "-0x1f", "007", "9223372036854775808", "", "1.5", "abc", "12abc", "--1", "0x"].map {
            "<integer>\($0)</integer>"
        }
        + ["0", "-1.5e-3", "inf", "-INF", "+infinity", "1e400", "", "1.5x", "0x1p4"].map { "<real>\($0)</real>" }
        + [
            "2001-01-01T00:00:00Z", "1999-12-31T23:59:59Z", "2400-02-29T00:00:00Z", "1582-10-15T00:00:00Z",
            "2001-1-1T0:0:0Z", "2001-01-01", "2001-01-01T00:00:00", "",
        ].map { "<date>\($0)</date>" }
        + ["", "AA==", "A A\n==", "QUJD", "QUJ\nDRA=="].map { "<data>\($0)</data>" }

    @Test(arguments: agreedForms) func agreesOnTextForms(_ body: String) {
        let bytes = xmlPropertyList(body)
        let ours = (try? PropertyListReader.read(bytes))?.root.value
        switch (ours, Self.foundation(bytes)) {
        case (let ours?, let theirs?): #expect(Self.difference(ours, theirs) == nil)
        case (let ours, let theirs): #expect(ours == nil && theirs == nil)
        }
    }

    /// On purpose: we take white space around numbers and in padding, and call data with missing or foreign
    /// characters damaged, where Foundation drops them without a word.
    @Test(arguments: [
        ("<integer> 12 </integer>", PropertyListValue.integer(12)), ("<real> 2.5 </real>", .real(2.5)),
        ("<data>AA=\n=</data>", .data([0])), ("<data>AAA</data>", nil), ("<data>!!!!</data>", nil),
        ("<data>AAAA=</data>", nil),
    ])
    func differsOnPurpose(_ body: String, _ expected: PropertyListValue?) {
        let bytes = xmlPropertyList(body)
        #expect((try? PropertyListReader.read(bytes))?.root.value == expected)
        #expect(Self.foundation(bytes) != expected)
    }
}

extension PropertyListFoundationTests {
    private static func value(
        depth: Int, _ format: Format, _ generator: inout SeededGenerator
    ) -> PropertyListValue {
        switch Int.random(in: 0..<(depth > 0 ? 12 : 8), using: &generator) {
        case 0: return .string(text(&generator))
        case 1: return .integer(Int64(bitPattern: generator.next()) >> Int64.random(in: 0...63, using: &generator))
        case 2: return .unsigned(generator.next() | 1 << 63)
        case 3: return .real(Double.random(in: -1e9...1e9, using: &generator) * .random(in: 0...1, using: &generator))
        case 4: return .boolean(.random(using: &generator))
        case 5:
            let seconds = Double.random(in: -40e9...200e9, using: &generator)
            return .date(format == .xml ? seconds.rounded() : seconds)
        case 6, 7:
            let count = Int.random(in: 0...70, using: &generator)
            return .data((0..<count).map { _ in .random(in: 0...255, using: &generator) })
        case 8, 9:
            let count = Int.random(in: 0...20, using: &generator)
            return .array((0..<count).map { _ in node(value(depth: depth - 1, format, &generator)) })
        default:
            let keys = Set((0..<Int.random(in: 0...20, using: &generator)).map { _ in text(&generator) })
            return .dictionary(
                .init(keys.sorted().map { .init($0, node(value(depth: depth - 1, format, &generator))) }))
        }
    }

    private static func node(_ value: PropertyListValue) -> PropertyListNode { PropertyListNode(value, at: 0) }

    /// Letters, markup, other scripts, and what needs two UTF-16 units; no carriage returns, which XML changes.
    private static func text(_ generator: inout SeededGenerator) -> String {
        let alphabet = Array("abcXYZ019 <>&'\"\n\t]-éß中я😀𝄞")
        return String(
            (0..<Int.random(in: 0...24, using: &generator)).map { _ in alphabet.randomElement(using: &generator) ?? "a"
            })
    }

    private static func write(_ value: PropertyListValue, _ format: Format) throws -> [UInt8] {
        Array(try PropertyListSerialization.data(fromPropertyList: object(value), format: format, options: 0))
    }

    private static func object(_ value: PropertyListValue) -> Any {
        switch value {
        case .dictionary(let entries): Dictionary(uniqueKeysWithValues: entries.map { ($0.key, object($0.node.value)) })
        case .array(let nodes): nodes.map { object($0.value) }
        case .string(let text): text
        case .integer(let number): number
        case .unsigned(let number), .uid(let number): number
        case .real(let number): number
        case .boolean(let flag): flag
        case .date(let seconds): Date(timeIntervalSinceReferenceDate: seconds)
        case .data(let bytes): Data(bytes)
        case .null: NSNull()
        }
    }

    private static func foundation(_ bytes: [UInt8]) -> PropertyListValue? {
        (try? PropertyListDecoder().decode(FoundationValue.self, from: Data(bytes)))?.value
    }

    /// The first place where two readings differ in what both readers can say.
    private static func difference(
        _ ours: PropertyListValue, _ theirs: PropertyListValue, path: String = "$"
    ) -> String? {
        switch (ours, theirs) {
        case (.array(let left), .array(let right)) where left.count == right.count:
            for (index, pair) in zip(left, right).enumerated() {
                if let found = difference(pair.0.value, pair.1.value, path: "\(path)[\(index)]") { return found }
            }
            return nil
        // A flipped bit can make two keys equal; Foundation then keeps one of the two.
        case (.dictionary(let left), .dictionary) where Set(left.keys).count < left.count: return nil
        case (.dictionary(let left), .dictionary(let right)) where left.count == right.count:
            // Foundation's dictionaries have no order.
            for pair in zip(left.sorted { $0.key < $1.key }, right.sorted { $0.key < $1.key }) {
                if pair.0.key != pair.1.key { return "\(path): key \(pair.0.key), theirs \(pair.1.key)" }
                let path = "\(path).\(pair.0.key)"
                if let found = difference(pair.0.node.value, pair.1.node.value, path: path) { return found }
            }
            return nil
        // Its decoder gives 2.0 as 2.
        case (.real(let left), _) where left.isNaN ? theirs.real?.isNaN == true : left == theirs.real: return nil
        // Its decoder changes to the Julian calendar before 1582, its writer does not.
        case (.date(let left), .date) where left < -13_197_600_000: return nil
        // XML makes a carriage return a line feed; Foundation does not.
        case (.string(let left), .string(let right)) where left == right.replacing("\r", with: "\n"): return nil
        default: return ours == theirs ? nil : "\(path): \("\(ours)".prefix(200)), theirs \("\(theirs)".prefix(200))"
        }
    }
}

/// Whatever `PropertyListDecoder` finds. `PropertyListSerialization` would do, but it traps in its bridging of
/// the sets that a flipped bit makes of dictionaries.
private struct FoundationValue: Decodable {
    let value: PropertyListValue

    private struct Key: CodingKey {
        let stringValue: String
        let intValue: Int? = nil
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        if let entries = try? decoder.container(keyedBy: Key.self) {
            value = .dictionary(
                .init(
                    try entries.allKeys.map {
                        .init($0.stringValue, PropertyListNode(try entries.decode(Self.self, forKey: $0).value, at: 0))
                    }))
        } else if var elements = try? decoder.unkeyedContainer() {
            var nodes: [PropertyListNode] = []
            while !elements.isAtEnd { nodes.append(PropertyListNode(try elements.decode(Self.self).value, at: 0)) }
            value = .array(nodes)
        } else {
            value = try Self.scalar(try decoder.singleValueContainer())
        }
    }

    private static func scalar(_ single: any SingleValueDecodingContainer) throws -> PropertyListValue {
        if let flag = try? single.decode(Bool.self) { return .boolean(flag) }
        if let number = try? single.decode(Int64.self) { return .integer(number) }
        if let number = try? single.decode(UInt64.self) { return .unsigned(number) }
        if let number = try? single.decode(Double.self) { return .real(number) }
        if let date = try? single.decode(Date.self) { return .date(date.timeIntervalSinceReferenceDate) }
        if let bytes = try? single.decode(Data.self) { return .data(Array(bytes)) }
        return .string(try single.decode(String.self))
    }
}
