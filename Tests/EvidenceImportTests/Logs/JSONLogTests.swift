import DiagnosticModel
import Testing

@testable import EvidenceImport

/// Logs written as JSON, by whichever tool.
@Suite struct JSONLogTests {
    private static let object = """
        {"traceID":1,"eventMessage":"WANTED \\"{[quoted\\" \\u2026 \\\\ back","eventType":"logEvent","messageType":"Error",\
        "processID":886,"processImagePath":"\\/private\\/var\\/Willow.app\\/Willow","senderImagePath":"\\/UIKitCore",\
        "subsystem":"com.apple.UIKit","category":"BackgroundTask","timestamp":"2026-01-05 10:00:00.250000+0100"}
        """
    private static let other = #"{"eventMessage":"other","processID":1,"timestamp":"2026-01-05 10:00:01.000000+0100"}"#

    private static func check(_ text: String, _ lines: [Int]) {
        let log = LogImport(Array(text.utf8), wanted: ["WANTED"], isJSON: true)
        #expect(log.entries.map(\.line) == lines, "\(text)")
        for entry in log.entries {
            #expect(entry.message == #"WANTED "{[quoted" … \ back"#)
            #expect(entry.process == "Willow" && entry.pid == 886 && entry.level == .error)
            #expect(entry.label == "com.apple.UIKit:BackgroundTask")
            #expect(entry.time == 1_767_603_600_250_000)
            #expect(entry.raw.hasPrefix("{") && entry.raw.hasSuffix("}"))
        }
        #expect(log.coverage.styles == ["JSON"])
    }

    @Test func arraysAndLines() {
        Self.check(Self.object + "\n" + Self.other + "\n" + Self.object + "\n", [1, 3])
        Self.check("[" + Self.object + "," + Self.other + "," + Self.object + "]", [1, 1])
        Self.check("[\n" + Self.object + ",\n" + Self.other + ",\n" + Self.object + "\n]\n", [2, 4])
        let pretty = Self.object.replacing(",\"", with: ",\n  \"").replacing("{\"", with: "{\n  \"").replacing(
            "}", with: "\n}")
        Self.check("[" + pretty + "," + Self.other + "]", [1])
    }

    @Test func otherTools() {
        let pymobiledevice3 = """
            {"pid": 238, "procid": 238, "timestamp": "2025-06-18T12:01:07.799596", "level": "NOTICE", \
            "image_name": "/usr/lib/RunningBoard", "filename": "/usr/libexec/runningboardd", "message": "WANTED", \
            "label": {"subsystem": "com.apple.runningboard", "category": "ttl"}}
            """
        let one = LogImport(pymobiledevice3, isJSON: true).entries
        #expect(one.map(\.process) == ["runningboardd"] && one.map(\.label) == ["com.apple.runningboard:ttl"])
        #expect(one.first?.level == .default && one.first?.pid == 238 && one.first?.time != nil)
        let goIOS = #"{"msg":"Feb  2 12:00:01 iPhone SpringBoard(FrontBoard)[62] \u003cNotice\u003e: WANTED"}"#
        let two = LogImport(
            #"{"level":"info","msg":"x","time":"2023-08-06T14:25:41+02:00"}"# + "\n" + goIOS, isJSON: true)
        #expect(two.messages == ["WANTED"] && two.entries.first?.process == "SpringBoard")
        #expect(two.entries.first?.pid == nil || two.entries.first?.pid == 62)
        #expect(two.entries.first?.level == .default && two.entries.first?.line == 2)
    }

    @Test(
        arguments: [
            ("1767603600", 1_767_603_600_000_000), ("1767603600.25", 1_767_603_600_250_000),
            ("1767603600250", 1_767_603_600_250_000), ("1767603600250000", 1_767_603_600_250_000),
            ("\"1767603600.25\"", 1_767_603_600_250_000), ("\"2026-01-05T09:00:00.25Z\"", 1_767_603_600_250_000),
            ("null", nil), ("\"soon\"", nil), ("12", nil),
        ] as [(String, Int64?)]) func times(_ time: String, _ expected: Int64?)
    {
        let log = LogImport(#"{"message":"WANTED","pid":7,"timestamp":\#(time)}"#, isJSON: true)
        #expect(log.entries.map(\.time) == [expected])
    }

    /// Damage in one object leaves the others.
    @Test func damage() {
        let broken = #"{"eventMessage":"WANTED","processID":,}"#
        let log = LogImport([Self.object, broken, Self.object].joined(separator: "\n"), isJSON: true)
        #expect(log.entries.count >= 2)
        // An open string must not swallow the lines behind it: each is an object of its own.
        let open = #"{"eventMessage":"WANTED"# + "\n" + Self.object + "\n" + Self.object
        #expect(!LogImport(open, isJSON: true).entries.isEmpty)
        for end in [1, 2, 10, 100, Self.object.utf8.count - 1] {
            _ = LogImport(Array(Self.object.utf8.prefix(end)), isJSON: true)
        }
    }

    /// The words in another key than the message are no event's.
    @Test func wantedWordsAnywhereInTheObject() {
        let log = LogImport(#"{"eventMessage":"plain","processID":1,"note":"WANTED"}"#, isJSON: true)
        #expect(log.messages.allSatisfy { $0 == "plain" })
    }
}
