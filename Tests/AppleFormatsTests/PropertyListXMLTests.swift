import AppleFormats
import Testing

/// Apple's usual frame around `body`.
func xmlPropertyList(_ body: String) -> [UInt8] {
    Array(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        \(body)
        </plist>

        """.utf8)
}

@Suite struct PropertyListXMLTests {
    static let values: [(String, PropertyListValue)] = [
        ("<true/>", .boolean(true)), ("<false></false>", .boolean(false)),
        ("<string>a &lt;&amp;&gt;&apos;&quot; &#233;&#x1F600;</string>", .string("a <&>'\" é😀")),
        ("<string/>", .string("")), ("<string> two\n lines </string>", .string(" two\n lines ")),
        ("<string>a<!-- no -->b<![CDATA[<&>]]>c</string>", .string("ab<&>c")),
        ("<integer>-42</integer>", .integer(-42)), ("<integer> +7 </integer>", .integer(7)),
        ("<integer>0x7f</integer>", .integer(127)), ("<integer>-0X10</integer>", .integer(-16)),
        ("<integer>-9223372036854775808</integer>", .integer(.min)),
        ("<integer>18446744073709551615</integer>", .unsigned(.max)),
        ("<real>1.5e3</real>", .real(1500)), ("<real>-Infinity</real>", .real(-.infinity)),
        ("<real>2</real>", .real(2)),
        ("<date>2001-01-01T00:00:00Z</date>", .date(0)), ("<date>2024-02-29T12:34:56Z</date>", .date(730_902_896)),
        ("<date>1970-01-01T00:00:00Z</date>", .date(-978_307_200)),
        ("<data>AQID\n\t BA==\n</data>", .data([1, 2, 3, 4])), ("<data></data>", .data([])),
        ("<data>//79</data>", .data([255, 254, 253])), ("<data>AAE=</data>", .data([0, 1])),
        ("<array/>", .array([])), ("<dict></dict>", .dictionary(.init())),
        ("<dict><key>CF$UID</key><integer>3</integer></dict>", .uid(3)),
    ]

    @Test(arguments: values) func readsEachKind(_ body: String, _ expected: PropertyListValue) throws {
        let (root, issues) = try PropertyListReader.read(xmlPropertyList(body))
        #expect(root.value == expected)
        #expect(issues.isEmpty)
    }

    @Test func keepsOrderOffsetsAndRepeatedKeys() throws {
        // Longer than one piece fed to libxml2, so that offsets cross pieces.
        let strings = (0..<2_000).map { "<string>Wert \($0) – ü</string>" }.joined(separator: "\n")
        let body = "<dict><key>z</key><array>\(strings)</array><key>a</key><true/><key>z</key><false/></dict>"
        let bytes = xmlPropertyList(body)
        let (root, issues) = try PropertyListReader.read(bytes)
        #expect(issues.isEmpty)
        #expect(root.value.dictionary?.keys == ["z", "a", "z"])
        #expect(root["z"]?.value.array?.count == 2_000)
        let text = String(decoding: bytes, as: UTF8.self)
        for node in [root] + (root["z"]?.value.array ?? []) {
            let element = text.utf8.dropFirst(node.offset).prefix(8)
            #expect(String(element)?.hasPrefix(node.value.string == nil ? "<dict>" : "<string>") == true)
        }
        #expect(root["z"]?[1_999]?.value.string == "Wert 1999 – ü")
        #expect(root["a"]?.value.boolean == true)
    }

    @Test(arguments: [true, false]) func readsUTF16WithAMark(_ isLittle: Bool) throws {
        let strings = (0..<3_000).map { "<string>\($0) é😀</string>" }.joined()
        let text = "\u{FEFF}<?xml version=\"1.0\" encoding=\"UTF-16\"?>\n<plist><array>\(strings)</array></plist>"
        let bytes = text.utf16.flatMap { unit -> [UInt8] in
            let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
            return isLittle ? [low, high] : [high, low]
        }
        #expect(PropertyListReader.looksLikePropertyList(bytes))
        let (root, issues) = try PropertyListReader.read(bytes)
        #expect(issues.isEmpty)
        #expect(root.value.array?.map(\.value) == (0..<3_000).map { .string("\($0) é😀") })
    }

    @Test func readsLatin1() throws {
        let head = "<?xml version='1.0' encoding='ISO-8859-1'?><plist><string>"
        let (root, _) = try PropertyListReader.read(Array(head.utf8) + [0xE9] + Array("</string></plist>".utf8))
        #expect(root.value == .string("é"))
    }

    static let starts: [(String, Bool)] = [
        ("<plist><true/></plist>", true), ("\u{FEFF}<plist><true/></plist>", true),
        (" \r\n\t<?xml version=\"1.0\"?><plist><true/></plist>", true),
        ("\u{FEFF}\n<?xml version=\"1.0\"?>\n<!-- c --><?pi?><!DOCTYPE plist><plist><true/></plist>", true),
        ("<!DOCTYPE plist SYSTEM \"file://localhost/System/DTDs/PropertyList.dtd\"><plist><true/></plist>", true),
        ("<true/>", false),
    ]

    @Test(arguments: starts) func readsEveryStart(_ text: String, _ looksLikeOne: Bool) throws {
        let bytes = Array(text.utf8)
        #expect(PropertyListReader.looksLikePropertyList(bytes) == looksLikeOne)
        let (root, issues) = try PropertyListReader.read(bytes)
        #expect(root.value == .boolean(true))
        #expect(issues.isEmpty)
    }

    @Test(arguments: [
        "", " ", "{\"a\":1}", "plist", "<html><body/></html>", "<?xml version=\"1.0\"?><svg/>", "<!DOCTYPE html>",
        "<plistx/>", "Process: x", "<",
    ])
    func doesNotClaimOtherText(_ text: String) {
        #expect(!PropertyListReader.looksLikePropertyList(Array(text.utf8)))
        #expect(propertyListError(Array(text.utf8)) != nil || text == "")
    }

    static let damages: [(String, PropertyListValue, FormatIssue.Code)] = [
        (
            "<array><foo><string>x</string></foo><true/></array>", .array([node(.null), node(.boolean(true))]),
            .plistMalformed
        ),
        ("<array><integer>1x</integer></array>", .array([node(.null)]), .plistMalformed),
        ("<array><integer>--1</integer></array>", .array([node(.null)]), .plistMalformed),
        ("<array><integer>18446744073709551616</integer></array>", .array([node(.null)]), .plistMalformed),
        ("<array><real>one</real></array>", .array([node(.null)]), .plistMalformed),
        ("<array><date>yesterday</date></array>", .array([node(.null)]), .plistMalformed),
        ("<array><date>2001-13-01T00:00:00Z</date></array>", .array([node(.null)]), .plistMalformed),
        ("<array><data>A*</data></array>", .array([node(.null)]), .plistMalformed),
        ("<array><string>a<b/>c</string></array>", .array([node(.null)]), .plistMalformed),
        ("<array>text<true/></array>", .array([node(.boolean(true))]), .plistMalformed),
        ("<array><key>k</key><true/></array>", .array([node(.boolean(true))]), .plistMalformed),
        ("<dict><true/></dict>", .dictionary(.init()), .plistMalformed),
        ("<dict><key>a</key></dict>", .dictionary(.init()), .plistMalformed),
        (
            "<dict><key>a</key><key>b</key><true/></dict>", .dictionary(.init([.init("b", node(.boolean(true)))])),
            .plistMalformed
        ),
        ("<true/><false/>", .boolean(true), .plistMalformed),
        ("<true/></plist>junk<plist>", .boolean(true), .trailingBytes),
        ("<array><true/><string>\u{1}</string></array>", .array([node(.boolean(true))]), .plistMalformed),
        ("<array><true/></dict>", .array([node(.boolean(true))]), .plistMalformed),
        ("<array><true/><string>a & b</string></array>", .array([node(.boolean(true))]), .plistMalformed),
    ]

    private static func node(_ value: PropertyListValue) -> PropertyListNode { PropertyListNode(value, at: 0) }

    @Test(arguments: damages)
    func keepsWhatStands(_ body: String, _ expected: PropertyListValue, _ code: FormatIssue.Code) throws {
        let bytes = xmlPropertyList(body)
        let (root, issues) = try PropertyListReader.read(bytes)
        #expect(root.value == expected)
        #expect(issues.map(\.code) == [code])
        #expect(issues.allSatisfy { (0...bytes.count).contains($0.offset ?? -1) })
    }

    @Test(arguments: ["<plist/>", "<plist></plist>", "<plist>x</plist>", "<plist><string>a", "<?xml version=\"1.0\"?>"])
    func throwsWithoutAValue(_ text: String) {
        #expect(propertyListError(Array(text.utf8)) != nil)
    }

    @Test func namesThePlaceOfAnIssue() throws {
        let bytes = xmlPropertyList("<dict><key>a</key><array><true/><integer>?</integer></array></dict>")
        let issue = try #require(try PropertyListReader.read(bytes).issues.first)
        #expect(issue.path == "$.a[1]")
        #expect(bytes[try #require(issue.offset)...].starts(with: "<integer>".utf8))
    }

    @Test func keepsWhatWasCompleteBeforeTheCut() throws {
        let elements = (0..<40).map { "<string>number \($0)</string>" }
        let whole = "<plist version=\"1.0\"><dict><key>list</key><array>" + elements.joined(separator: "\n")
        let bytes = Array(whole.utf8)
        let (root, issues) = try PropertyListReader.read(bytes)
        #expect(root["list"]?.value.array?.count == 40)
        #expect(issues.map(\.code) == [.plistTruncated])
        #expect(issues.first?.offset == bytes.count)
        #expect(issues.first?.message.contains("line 40") == true)
        #expect(issues.first?.path == "$.list[40]")
    }

    @Test(arguments: ["UTF-7", "EBCDIC-CP-US", "GB18030", "x"]) func refusesOtherEncodings(_ name: String) {
        let text = "<?xml version=\"1.0\" encoding=\"\(name)\"?><plist><true/></plist>"
        #expect(propertyListError(Array(text.utf8))?.kind == .unsupported)
    }
}
