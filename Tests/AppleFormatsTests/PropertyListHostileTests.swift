import AppleFormats
import Foundation
import Testing

/// A generator with a seed, so that a failing case can be run again.
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

/// Input made to hurt ends in an error, soon.
@Suite(.timeLimit(.minutes(1))) struct PropertyListHostileTests {
    private func expectError(_ kind: ParseError.Kind, within seconds: Double = 1, _ bytes: [UInt8]) {
        let clock = ContinuousClock()
        var error: ParseError?
        let time = clock.measure { error = propertyListError(bytes) }
        #expect(error?.kind == kind, "\(error?.description ?? "read without error")")
        // Debug builds on a busy machine get some air.
        #expect(time < .seconds(seconds * 3), "took \(time)")
    }

    @Test func refusesSharedReferences40Deep() {
        var list = BinaryListBuilder()
        var last = list.add([0x09])
        for _ in 0..<40 { last = list.add(array: Array(repeating: last, count: 10)) }
        list.root = last
        expectError(.limitExceeded, list.bytes)
    }

    @Test func refusesASharedLongStringBeforeItFillsMemory() throws {
        var list = BinaryListBuilder(referenceSize: 1, offsetSize: 4)
        let text = list.add(ascii: String(repeating: "x", count: 1_000_000))
        var last = list.add(array: Array(repeating: text, count: 1_000))
        last = list.add(array: Array(repeating: last, count: 100))
        list.root = last
        #expect(try PropertyListReader.read(list.bytes).root[99]?[999]?.value.string?.utf8.count == 1_000_000)
        list.root = list.add(array: Array(repeating: last, count: 100))
        expectError(.limitExceeded, list.bytes)
    }

    @Test func refusesCycles() {
        expectError(.refused, BinaryListBuilder.single([0xA1, 0]))
        expectError(.refused, BinaryListBuilder(objects: [[0xD1, 1, 0], [0x51, 0x61]]).bytes)
        expectError(.refused, BinaryListBuilder(objects: [[0xA1, 1], [0xC1, 2], [0xA1, 0]]).bytes)
    }

    private func binaryNest(_ depth: Int) -> [UInt8] {
        var list = BinaryListBuilder(referenceSize: 4, offsetSize: 4)
        for index in 0..<depth - 1 { list.add([0xA1] + BinaryListBuilder.number(index + 1, 4)) }
        list.add([0xA0])
        return list.bytes
    }

    /// A shared object is decoded once; reached a second time further down, it must still count its levels.
    @Test func countsTheLevelsOfSharedObjects() {
        var list = BinaryListBuilder(referenceSize: 4, offsetSize: 4)
        var shared = list.add(array: [])
        for _ in 1..<300 { shared = list.add(array: [shared]) }
        var deep = list.add(array: [shared])
        for _ in 1..<212 { deep = list.add(array: [deep]) }
        list.root = list.add(array: [shared, deep])
        expectError(.limitExceeded, list.bytes)
        list.root = list.add(array: [deep, shared])
        expectError(.limitExceeded, list.bytes)
        list.root = deep
        #expect(propertyListError(list.bytes) == nil)
    }

    private func xmlNest(_ depth: Int, _ element: String = "array") -> [UInt8] {
        xmlPropertyList(
            String(repeating: "<\(element)>", count: depth) + String(repeating: "</\(element)>", count: depth))
    }

    @Test func refusesDeepNesting() {
        for depth in [Limits.propertyListDepth + 1, 100_000] {
            expectError(.limitExceeded, binaryNest(depth))
            expectError(.limitExceeded, xmlNest(depth))
        }
        expectError(.limitExceeded, xmlNest(100_000, "x"))
        expectError(.limitExceeded, xmlPropertyList(String(repeating: "<array>", count: 100_000)))
        expectError(.limitExceeded, xmlPropertyList("<string>" + String(repeating: "<array>", count: 100_000)))
    }

    @Test func refusesMoreValuesThanTheLimit() {
        let many = String(repeating: "<true/>", count: Limits.propertyListNodes)
        expectError(.limitExceeded, within: 10, xmlPropertyList("<array>\(many)</array>"))
    }

    @Test func refusesTextOverTheLimit() {
        let text = String(repeating: "x", count: Limits.xmlTextBytes + 1)
        expectError(.limitExceeded, xmlPropertyList("<string>\(text)</string>"))
        expectError(.limitExceeded, xmlPropertyList("<string><![CDATA[\(text)]]></string>"))
    }

    /// What libxml2 would take time for by the square of its length.
    @Test func refusesLongMarkup() {
        let attributes = (0..<100_000).map { "a\($0)='>' " }.joined()
        expectError(.limitExceeded, Array("<plist \(attributes)><true/></plist>".utf8))
        let namespaces = (0..<100).map { "xmlns:a\($0)='x' " }.joined()
        expectError(.limitExceeded, Array("<plist \(namespaces)><true/></plist>".utf8))
        let long = String(repeating: "a-", count: 2_000_000)
        for start in ["<plist><!--", "<plist><?a ", "<plist><string>&", "<plist><", "<plist a='"] {
            expectError(.limitExceeded, Array((start + long).utf8))
        }
    }

    @Test func readsMarkupOfUsualLength() throws {
        let comment = "<!-- \(String(repeating: "words ", count: 10_000)) -->"
        let tag = "<string a='\(String(repeating: "x", count: 3_000))'>s</string>"
        let (root, issues) = try PropertyListReader.read(
            xmlPropertyList(comment + "<array>" + String(repeating: tag, count: 10) + "</array>"))
        #expect(root.value.array?.count == 10)
        #expect(issues.isEmpty)
    }

    /// The greatest depth that is read must be safe to read and free on a small thread.
    @Test func readsTheGreatestDepthOnASmallStack() throws {
        let lists = [binaryNest(Limits.propertyListDepth), xmlNest(Limits.propertyListDepth)]
        #expect(try PropertyListReader.read(lists[0]).root == PropertyListReader.read(lists[1]).root)
        let done = DispatchSemaphore(value: 0)
        let thread = Thread {
            for bytes in lists {
                let root = try? PropertyListReader.read(bytes).root
                #expect(root?.value.array != nil)
            }
            done.signal()
        }
        thread.stackSize = 512 << 10
        thread.start()
        done.wait()
    }

    private static let laughs = """
        <!DOCTYPE plist [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">\
        <!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;">\
        <!ENTITY e "&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;"><!ENTITY f "&e;&e;&e;&e;&e;&e;&e;&e;&e;&e;">]>
        """

    static let entities: [String] = [
        laughs + "<plist><string>&f;&f;</string></plist>", laughs + "<plist version=\"&f;&f;\"><true/></plist>",
        laughs + "<plist><true/></plist>", "<!DOCTYPE plist []><plist><true/></plist>",
        "<!DOCTYPE plist [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><plist><string>&x;</string></plist>",
        "<!DOCTYPE plist SYSTEM \"a'[b\" [<!ENTITY % p SYSTEM \"http://127.0.0.1/x\"> %p;]><plist><true/></plist>",
        "<!DOCTYPE plist SYSTEM 'http://127.0.0.1:9/evil.dtd'><plist><string>&x;</string></plist>",
        "<!DOCTYPE plist SYSTEM 'http://127.0.0.1:9/evil.dtd'><plist version='&x;'><string>a</string></plist>",
        "<?xml version='1.0'?><!-- [ --><?a [?><!DOCTYPE a\n[\n<!ATTLIST plist a (b|c) 'b'>]><plist><true/></plist>",
        "<!DOCTYPE plist [<!ELEMENT plist ANY>]><plist><true/></plist>",
    ]

    @Test(arguments: entities) func refusesEntities(_ text: String) {
        expectError(.refused, Array(text.utf8))
        let wide = Array("\u{FEFF}\(text)".utf16).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        expectError(.refused, wide)
    }

    @Test func refusesAnUndeclaredEntity() {
        expectError(.refused, xmlPropertyList("<string>&unknown;</string>"))
        expectError(.refused, Array("<plist><string>&unknown;</string></plist>".utf8))
    }

    @Test func doesNotFetchAppleDocumentType() throws {
        #expect(try PropertyListReader.read(xmlPropertyList("<true/>")).root.value == .boolean(true))
    }

    @Test func runsOnManyThreads() async throws {
        let good = xmlPropertyList("<array><string>a</string></array>")
        let bad = xmlPropertyList("<array><string>a</array>")
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for index in 0..<200 {
                group.addTask {
                    let (root, issues) = try PropertyListReader.read(index % 2 == 0 ? good : bad)
                    return root.value.array != nil && issues.isEmpty == (index % 2 == 0)
                }
            }
            for try await isRight in group { #expect(isRight) }
        }
    }
}
