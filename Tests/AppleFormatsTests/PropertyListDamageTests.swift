import AppleFormats
import Foundation
import Testing

/// Every cut and a few thousand flipped bytes: nothing traps, nothing lasts, and what is left is right.
@Suite(.timeLimit(.minutes(2))) struct PropertyListDamageTests {
    private static var object: [String: Any] {
        [
            "name": "bgdiag", "größe": "ü 😀 lang genug für sechzehn", "number": -3, "big": UInt64.max,
            "real": 0.25, "flag": true, "when": Date(timeIntervalSinceReferenceDate: 700_000_000),
            "bytes": Data((0..<40).map { UInt8($0) }),
            "list": (0..<20).map { ["index": $0, "text": "value \($0) <&>"] as [String: Any] },
        ]
    }

    private func sample(_ format: PropertyListSerialization.PropertyListFormat) throws -> [UInt8] {
        Array(try PropertyListSerialization.data(fromPropertyList: Self.object, format: format, options: 0))
    }

    static let rich = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <?pi a > b?><plist version="1.0"><dict><!-- a > comment <true/> --><key>k</key>
        <array><string>a &amp; ü 😀</string>
        <string><![CDATA[<x>]]> \(String(repeating: "long text ", count: 60))</string><true/><false></false>
        <data x='>'>AAECAw==</data><string><![CDATA[\(String(repeating: "<long> ", count: 80))]]></string>
        <!-- \(String(repeating: "> ", count: 200)) --><integer>5</integer></array><key>l</key><dict/></dict></plist>
        """

    @Test func everyCutOfAnXMLListKeepsWhatWasComplete() throws {
        let bytes = Array(Self.rich.utf8)
        let (whole, none) = try PropertyListReader.read(bytes)
        #expect(none.isEmpty)
        let elements = try #require(whole["k"]?.value.array)
        let rootOffset = whole.offset + "<dict>".utf8.count
        let ends = try elements.map { try #require(Self.end(ofElementAt: $0.offset, in: bytes)) }
        for length in 0..<bytes.count {
            do throws(ParseError) {
                let (root, issues) = try PropertyListReader.read(Array(bytes[..<length]))
                #expect(issues.map(\.code) == [.plistTruncated], "cut at \(length)")
                let kept = root["k"]?.value.array ?? []
                #expect(kept == Array(elements.prefix(ends.filter { $0 <= length }.count)), "cut at \(length)")
            } catch {
                #expect(length < rootOffset, "cut at \(length): \(error)")
                #expect(error.kind == .truncated || length < 2, "cut at \(length): \(error)")
            }
        }
    }

    /// Elements of the sample hold no elements, and the first closing or empty tag behind the text ends them.
    private static func end(ofElementAt offset: Int, in bytes: [UInt8]) -> Int? {
        let text = String(decoding: bytes[offset...], as: UTF8.self)
        let name = text.dropFirst().prefix { $0.isLetter }
        let close = text.hasPrefix("<\(name)/>") ? "<\(name)/>" : "</\(name)>"
        return text.range(of: close).map { offset + text[..<$0.upperBound].utf8.count }
    }

    @Test func everyCutOfABinaryListEndsInAnError() throws {
        let bytes = try sample(.binary)
        for length in 0..<bytes.count { #expect(propertyListError(Array(bytes[..<length])) != nil) }
    }

    @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
    func flippedBytesDoNoHarm(_ format: PropertyListSerialization.PropertyListFormat) throws {
        let whole = try sample(format)
        let (expected, _) = try PropertyListReader.read(whole)
        let clock = ContinuousClock()
        for seed in UInt64(0)..<2_000 {
            var generator = SeededGenerator(state: seed)
            var bytes = whole
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = .random(in: 0...255, using: &generator)
            }
            let time = clock.measure {
                guard let (root, issues) = try? PropertyListReader.read(bytes) else { return }
                #expect(issues.count <= Limits.issuesPerInput + 1)
                #expect(issues.allSatisfy { (0...bytes.count).contains($0.offset ?? 0) }, "seed \(seed)")
                #expect(bytes != whole || root == expected)
            }
            #expect(time < .seconds(2), "seed \(seed) took \(time)")
        }
    }
}
