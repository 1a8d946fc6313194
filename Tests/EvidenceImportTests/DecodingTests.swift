import AppleFormats
import DiagnosticModel
import Testing

@testable import EvidenceImport

@Suite struct ProcessNameTests {
    @Test(
        arguments: [
            ("Sample [408]", "Sample", 408), ("Night Train 2 [512]", "Night Train 2", 512),
            ("Dice [d20] [645]", "Dice [d20]", 645), ("天気アプリ [7]", "天気アプリ", 7), ("Sample[408]", "Sample", 408),
            ("Sample", "Sample", nil), ("Sample [???]", "Sample", nil), ("Sample []", "Sample", nil),
            ("Dice [d20]", "Dice [d20]", nil), ("[408]", nil, 408), ("", nil, nil), ("   ", nil, nil),
            ("  Sample [1]  ", "Sample", 1), ("Sample [***]", "Sample", nil),
            ("Sample [99999999999999999999]", nil, nil),
            ("A ] [4]", "A ]", 4), ("🚀 [12]", "🚀", 12),
        ] as [(String, String?, Int?)])
    func readsEverySpelling(text: String, name: String?, pid: Int?) {
        let found = ProcessNameText.parse(text)
        #expect(found.pid == pid)
        if let name { #expect(found.name == name) }
        if name == nil, text.allSatisfy({ $0 == " " }) { #expect(found.name == nil) }
    }
}

@Suite struct SystemTextTests {
    @Test(
        arguments: [
            ("iPhone OS 15.2.1 (19C63)", "iOS", [15, 2, 1], "19C63"), ("iOS 8.0 (12A365)", "iOS", [8, 0], "12A365"),
            ("iPhone OS 14.3 (Build 18C66)", "iOS", [14, 3], "18C66"),
            ("Watch OS 7.5 (18T567)", "watchOS", [7, 5], "18T567"),
            ("macOS 14.1 (23B74)", "macOS", [14, 1], "23B74"),
            ("Mac OS X 10.8.5 (12F45)", "macOS", [10, 8, 5], "12F45"),
            ("iPadOS 17.0", "iOS", [17, 0], nil), ("Apple TVOS 17.0 (21J354)", "tvOS", [17, 0], "21J354"),
            ("visionOS 1.0 (21N305)", "visionOS", [1, 0], "21N305"),
            ("iPhone OS 26.1 (23B85)", "iOS", [26, 1], "23B85"),
        ] as [(String, String, [Int], String?)])
    func readsEverySystem(text: String, platform: String, version: [Int], build: String?) {
        let system = SystemText.parse(text)
        #expect(system.platform == platform)
        #expect(system.version == OSVersion(version))
        #expect(system.build == build)
        #expect(system.description == text)
    }

    @Test func theModelTellsThePlatformWhereTheTextDoesNot() {
        #expect(SystemText.parse("15.2", model: "iPhone14,2").platform == "iOS")
        #expect(SystemText.parse("7.5", model: "Watch5,1").platform == "watchOS")
        #expect(SystemText.parse("15.2").platform == nil)
        #expect(SystemText.parse("(").version == nil)
        #expect(SystemText.parse("").platform == nil)
    }

    @Test func factTablesAreKeyedByIOSVersionsOnly() {
        #expect(SystemText.parse("iPhone OS 12.1").iOSVersion == [12, 1])
        #expect(SystemText.parse("Watch OS 7.5").iOSVersion == nil)
        #expect(SystemText.parse("9.3.5").iOSVersion == [9, 3, 5])
    }
}

@Suite struct TimestampTextTests {
    @Test(arguments: [
        ("2020-08-03 16:05:29.6813 +0400", "2020-08-03T16:05:29.681+04:00"),
        ("2026-10-08T03:00:00Z", "2026-10-08T03:00:00.000+00:00"),
        ("2025-11-22 19:29:43.00 -0500", "2025-11-22T19:29:43.000-05:00"),
        ("2014/06/01 12:30:00 +0530", "2014-06-01T12:30:00.000+05:30"),
        ("2023-10-02 00:00:00 +0000", "2023-10-02T00:00:00.000+00:00"),
        ("1970-01-01 00:00:00 +0100", "1970-01-01T00:00:00.000+01:00"),
    ])
    func readsTheTimesOfReports(text: String, expected: String) throws {
        let time = try #require(TimestampText.parse(text))
        #expect(time.rfc3339 == expected)
        #expect(time.zoneSource == .record)
        #expect(time.text == text)
    }

    @Test func aZoneThatIsNotThereIsMarkedAsAssumed() {
        #expect(TimestampText.parse("2020-08-03 16:05:29")?.zoneSource == .assumed)
        #expect(TimestampText.parse("2020-08-03 16:05:29 +9900")?.zoneSource == .assumed)
    }

    @Test(arguments: [
        "", "yesterday", "2020", "2020-13-01 00:00:00", "2020-00-01 00:00:00", "2020-01-32 00:00:00",
        "2020-01-01 24:00:00", "2020-01-01 00:60:00", "99999-01-01 00:00:00", "2020-01-01", "0000-01-01 00:00:00",
    ])
    func whatIsNoTimeIsNone(text: String) { #expect(TimestampText.parse(text) == nil) }
}

@Suite struct DecodingOddsTests {
    @Test func signaturesAreRemovedFromAddresses() {
        #expect(PointerAuthentication.strip(0x1_FD2B_213C) == 0x1_FD2B_213C)
        #expect(PointerAuthentication.strip(0x5A6B_0001_FD2B_213C) == 0x1_FD2B_213C)
        #expect(PointerAuthentication.strip(0xB93A_8001_FD2B_E6FC) == 0x1_FD2B_E6FC)
        #expect(PointerAuthentication.strip(0) == 0)
        #expect(PointerAuthentication.strip(UInt64.max) == 0xF_FFFF_FFFF)
    }

    @Test(
        arguments: [
            ("EXC_CRASH (SIGKILL)", "EXC_CRASH", "SIGKILL"), ("00000020", "00000020", nil), ("SIGABRT", nil, "SIGABRT"),
            ("EXC_RESOURCE", "EXC_RESOURCE", nil), ("EXC_BAD_ACCESS (SIGSEGV) KERN", "EXC_BAD_ACCESS", "SIGSEGV"),
            ("", nil, nil),
        ] as [(String, String?, String?)])
    func exceptionsAreSplit(text: String, type: String?, signal: String?) {
        let found = ExceptionText.split(text)
        #expect(found.type == type)
        #expect(found.signal == signal)
    }

    @Test func imagesAreClassifiedByPathAndElseByName() {
        var classifier = ImageClassifier(processName: "Sample")
        let app = "/private/var/containers/Bundle/Application/1F/Sample.app"
        #expect(classifier.isInApp(name: "Sample", path: app + "/Sample") == true)
        #expect(classifier.isInApp(name: "Kit", path: app + "/Frameworks/Kit.framework/Kit") == true)
        #expect(classifier.isInApp(name: "UIKitCore", path: "/System/Library/UIKitCore") == false)
        #expect(classifier.isInApp(name: "libswiftCore.dylib", path: app + "/Frameworks/libswiftCore.dylib") == false)
        #expect(classifier.isInApp(name: "UIKitCore", path: "") == false)
        #expect(classifier.isInApp(name: "Sample", path: "") == true)
        #expect(classifier.isInApp(name: "ThirdParty", path: "") == true)
        #expect(classifier.isInApp(name: "???", path: "") == nil)
    }

    @Test func linesAreThoseOfTheOffsets() {
        let index = LineIndex(Array("a\nbb\n\nccc".utf8))
        #expect([0, 1, 2, 4, 5, 6, 8].map { index.line(of: $0) } == [1, 1, 2, 2, 3, 4, 4])
        #expect(LineIndex([]).line(of: 0) == 1)
        let long = [UInt8]((0..<20_000).map { $0 % 7 == 0 ? 0x0A : 0x41 })
        let far = LineIndex(long)
        for offset in [19_999, 3, 4096, 4095, 12_288, 20_000, 0, 8191, 50_000, -1] {
            let counted = long[..<min(max(0, offset), long.count)].count { $0 == 0x0A } + 1
            #expect(far.line(of: offset) == counted, "\(offset)")
        }
    }

    @Test(
        arguments: [
            ("", .empty), ("  \n\0", .empty), ("{\"a\":1}", .json), ("\u{FEFF}\n{", .json), ("[{\"a\":1}]", .json),
            ("[]", .json), ("[device] log", .text), ("\"termination\" : {", .jsonMembers), ("\"quoted\" prose", .text),
            ("<?xml version=\"1.0\"?>", .propertyList), ("bplist00", .propertyList), ("Incident Identifier: A", .text),
            ("PK\u{3}\u{4}", .archive), ("SQLite format 3\0", .database), ("\u{1F}\u{1}\u{2}\u{3}\u{4}a", .binary),
        ] as [(String, InputKind)])
    func inputsAreToldFromTheirFirstBytes(text: String, kind: InputKind) {
        #expect(InputKind.sniff(Array(text.utf8)) == kind)
    }

    @Test func archivesAndLogsAreTold() {
        #expect(InputKind.sniff([0x1F, 0x8B, 8, 0]) == .archive)
        #expect(InputKind.sniff([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0]) == .archive)
        #expect(InputKind.sniff([0x00, 0x10, 0x00, 0x00, 0x11, 0]) == .unifiedLog)
        #expect(InputKind.sniff([UInt8](repeating: 0x41, count: 257) + Array("ustar".utf8)) == .archive)
    }
}
