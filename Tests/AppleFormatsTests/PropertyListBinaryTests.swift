import AppleFormats
import Testing

/// Writes binary lists object by object, so that a test can say exactly what is wrong with one.
struct BinaryListBuilder {
    var objects: [[UInt8]] = []
    var root = 0
    var referenceSize = 1
    var offsetSize = 2
    var version = "00"

    /// Adds an object and returns its number.
    @discardableResult
    mutating func add(_ bytes: [UInt8]) -> Int {
        objects.append(bytes)
        return objects.count - 1
    }

    mutating func add(ascii text: String) -> Int { add(Self.sized(0x50, text.utf8.count) + Array(text.utf8)) }

    mutating func add(array elements: [Int]) -> Int {
        add(Self.sized(0xA0, elements.count) + elements.flatMap { Self.number($0, referenceSize) })
    }

    mutating func add(dictionary entries: [(Int, Int)]) -> Int {
        add(
            Self.sized(0xD0, entries.count) + entries.flatMap { Self.number($0.0, referenceSize) }
                + entries.flatMap { Self.number($0.1, referenceSize) })
    }

    static func sized(_ marker: UInt8, _ count: Int) -> [UInt8] {
        count < 15 ? [marker | UInt8(count)] : [marker | 0xF, 0x13] + number(count, 8)
    }

    static func number(_ value: Int, _ size: Int) -> [UInt8] {
        (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    var offsets: [Int] {
        var next = 8
        return objects.map { object in
            defer { next += object.count }
            return next
        }
    }

    var bytes: [UInt8] {
        let content = Array("bplist\(version)".utf8) + objects.flatMap { $0 }
        let table = offsets.flatMap { Self.number($0, offsetSize) }
        let sizes: [UInt8] = [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
        return content + table + sizes + Self.number(objects.count, 8) + Self.number(root, 8)
            + Self.number(content.count, 8)
    }

    /// A list of one object.
    static func single(_ object: [UInt8]) -> [UInt8] { BinaryListBuilder(objects: [object]).bytes }
}

func propertyListError(_ bytes: [UInt8]) -> ParseError? {
    do throws(ParseError) {
        _ = try PropertyListReader.read(bytes)
        return nil
    } catch {
        return error
    }
}

@Suite struct PropertyListBinaryTests {
    static let scalars: [([UInt8], PropertyListValue)] = [
        ([0x00], .null), ([0x08], .boolean(false)), ([0x09], .boolean(true)),
        ([0x10, 0xFF], .integer(255)), ([0x11, 0xFF, 0xFE], .integer(65_534)),
        ([0x12, 0xFF, 0xFF, 0xFF, 0xFF], .integer(4_294_967_295)),
        ([0x13] + [UInt8](repeating: 0xFF, count: 8), .integer(-1)),
        ([0x14] + [UInt8](repeating: 0, count: 8) + [0x80, 0, 0, 0, 0, 0, 0, 1], .unsigned(1 << 63 + 1)),
        ([0x14] + [UInt8](repeating: 0, count: 15) + [7], .integer(7)),
        ([0x14] + [UInt8](repeating: 0xFF, count: 16), .integer(-1)),
        ([0x22, 0x3F, 0xC0, 0, 0], .real(1.5)), ([0x23, 0x40, 0x04, 0, 0, 0, 0, 0, 0], .real(2.5)),
        ([0x33, 0xC0, 0x04, 0, 0, 0, 0, 0, 0], .date(-2.5)),
        ([0x43, 1, 2, 3], .data([1, 2, 3])), ([0x40], .data([])),
        ([0x53] + Array("abc".utf8), .string("abc")), ([0x50], .string("")),
        ([0x5F, 0x10, 0x11] + Array("seventeen letters".utf8), .string("seventeen letters")),
        ([0x63, 0x00, 0xE9, 0xD8, 0x3D, 0xDE, 0x00], .string("é😀")),
        ([0x73] + Array("é!".utf8), .string("é!")),
        ([0x80, 5], .uid(5)), ([0x83, 1, 0, 0, 0], .uid(1 << 24)),
        ([0x87] + [UInt8](repeating: 0xFF, count: 8), .uid(.max)),
        ([0xA0], .array([])), ([0xB0], .array([])), ([0xC0], .array([])), ([0xD0], .dictionary(.init())),
    ]

    @Test(arguments: scalars) func readsEachKind(_ object: [UInt8], _ expected: PropertyListValue) throws {
        let (root, issues) = try PropertyListReader.read(BinaryListBuilder.single(object))
        #expect(root.value == expected)
        #expect(root.offset == 8)
        #expect(issues.isEmpty)
    }

    @Test(arguments: 1...8) func readsEveryReferenceAndOffsetSize(_ size: Int) throws {
        var list = BinaryListBuilder(referenceSize: size, offsetSize: size)
        let (b, a) = (list.add(ascii: "b"), list.add(ascii: "a"))
        let one = list.add([0x10, 1])
        let set = list.add([0xC1] + BinaryListBuilder.number(one, size))
        list.root = list.add(dictionary: [(b, one), (a, set)])
        let (root, issues) = try PropertyListReader.read(list.bytes)
        #expect(root.value.dictionary?.keys == ["b", "a"])
        #expect(root["b"]?.value.integer == 1)
        #expect(root["a"]?[0]?.value == .integer(1))
        #expect(root["a"]?.offset == list.offsets[set])
        #expect(root.offset == list.offsets[list.root])
        #expect(issues.isEmpty)
    }

    static let refusedRoots: [([UInt8], ParseError.Kind)] = [
        ([0x0C], .unsupported), ([0x0F], .unsupported), ([0x15], .unsupported), ([0x24], .unsupported),
        ([0x32, 0, 0, 0, 0], .unsupported), ([0x90], .unsupported), ([0xE0], .unsupported), ([0xF0], .unsupported),
        ([0x88] + [UInt8](repeating: 0, count: 9), .unsupported),
        ([0x14, 1] + [UInt8](repeating: 0, count: 15), .unsupported),
        ([0x11, 0], .malformed), ([0x23, 0], .malformed), ([0x45, 0], .malformed), ([0x62, 0, 0x41], .malformed),
        ([0x5F], .malformed), ([0x5F, 0x23], .malformed), ([0x5F, 0x14], .malformed),
        ([0x5F, 0x13] + [UInt8](repeating: 0xFF, count: 8), .malformed),
        ([0x4F, 0x13, 0x7F] + [UInt8](repeating: 0xFF, count: 7), .malformed),
        ([0xAF, 0x13, 0x7F] + [UInt8](repeating: 0xFF, count: 7), .malformed),
        ([0xDF, 0x13, 0x7F] + [UInt8](repeating: 0xFF, count: 7), .malformed),
        ([0xDF, 0x13, 0x40] + [UInt8](repeating: 0, count: 7), .malformed),
        ([0xA3, 0], .malformed),
    ]

    @Test(arguments: refusedRoots) func throwsForAnUnreadableRoot(_ object: [UInt8], _ kind: ParseError.Kind) {
        #expect(propertyListError(BinaryListBuilder.single(object))?.kind == kind)
    }

    @Test func keepsWhatStandsAroundADamagedObject() throws {
        var list = BinaryListBuilder()
        let (good, bad, key) = (list.add([0x10, 42]), list.add([0x0C]), list.add(ascii: "kept"))
        let badString = list.add([0x52, 0xC3, 0x28])
        let inner = list.add(array: [good, bad, 200, badString, bad])
        list.root = list.add(dictionary: [(key, inner), (good, good), (bad, good), (key, good)])
        let (root, issues) = try PropertyListReader.read(list.bytes)
        let expected: [PropertyListValue] = [.integer(42), .null, .null, .string("\u{FFFD}("), .null]
        #expect(root["kept"]?.value.array?.map(\.value) == expected)
        #expect(root.value.dictionary?.map(\.node.value).count == 2)
        #expect(issues.map(\.code) == [.plistRefused, .plistMalformed, .notUTF8, .plistMalformed, .plistRefused])
        #expect(issues[0].offset == list.offsets[bad])
        #expect(issues[0].path == "$.kept[1]")
        #expect(issues[1].offset == list.offsets[inner] + 3)
        #expect(issues[3].offset == list.offsets[good])
    }

    @Test func keepsAListWhoseObjectOffsetIsWrong() throws {
        var list = BinaryListBuilder()
        list.root = list.add(array: [1, 2])
        list.add([0x10, 1])
        list.add([0x10, 2])
        var bytes = list.bytes
        let table = bytes.count - 32 - 6
        bytes[table + 2] = 0xFF
        let (root, issues) = try PropertyListReader.read(bytes)
        #expect(root.value.array?.map(\.value) == [.null, .integer(2)])
        #expect(issues.map(\.offset) == [table + 2])
    }

    @Test func countsIssuesPastTheLimit() throws {
        var list = BinaryListBuilder()
        let bad = (0..<60).map { _ in list.add([0x0C]) }
        list.root = list.add(array: bad)
        let (root, issues) = try PropertyListReader.read(list.bytes)
        #expect(root.value.array?.count == 60)
        #expect(issues.count == Limits.issuesPerInput + 1)
        #expect(issues.last?.code == .countLimit)
        #expect(issues.last?.message.contains("10 more") == true)
    }

    @Test func repairsUnpairedSurrogates() throws {
        let (root, issues) = try PropertyListReader.read(BinaryListBuilder.single([0x62, 0xD8, 0x00, 0x00, 0x41]))
        #expect(root.value == .string("\u{FFFD}A"))
        #expect(issues.map(\.code) == [.notUTF8])
    }

    @Test func saysThatACutListIsCut() {
        let whole = BinaryListBuilder.single([0x10, 1])
        for length in 0..<whole.count {
            let error = propertyListError(Array(whole[..<length]))
            #expect(error?.kind == (0 < length && length < 6 ? .malformed : .truncated), "\(length) bytes")
        }
        #expect(propertyListError(whole + [0])?.kind == .truncated)
    }

    @Test func knowsTheSignature() {
        #expect(PropertyListReader.looksLikePropertyList(Array("bplist00".utf8)))
        #expect(!PropertyListReader.looksLikePropertyList(Array("bplis".utf8)))
        #expect(!PropertyListReader.looksLikePropertyList([]))
        var list = BinaryListBuilder(version: "17")
        list.add([0x09])
        #expect(propertyListError(list.bytes)?.kind == .unsupported)
        list.version = "01"
        #expect(propertyListError(list.bytes) == nil)
    }
}
