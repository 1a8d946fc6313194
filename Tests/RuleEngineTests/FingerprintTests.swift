import DiagnosticModel
import Testing

@testable import RuleEngine

/// The same problem has the same name on every device, build and day; another problem has another.
@Suite struct FingerprintTests {
    private func name(_ record: DiagnosticRecord, rule: String = "r") -> String { Fingerprint.of(rule: rule, record) }

    private func busy(_ text: String, wait: String? = nil) -> ThreadActivity {
        var main = ThreadActivity(index: 0, isMain: true, isTriggered: true, state: .waiting)
        main.inAppText = text
        main.waitKind = wait
        return main
    }

    private func task(_ name: String?) -> AssertionInterval {
        AssertionInterval(kind: .uikitTask, name: name, end: .open)
    }

    @Test func hasItsForm() {
        let text = name(killed())
        #expect(text.hasPrefix("bg1:"))
        #expect(text.utf8.count == 20)
        #expect(text.dropFirst(4).allSatisfy { $0.isHexDigit && !$0.isUppercase })
        #expect(name(killed()) == text)
    }

    @Test func pidsTimesBuildsAndPlacesDoNotCount() {
        let plain = name(killed { $0.activities = [busy("Sample  -[A b]")] })
        let other = killed {
            $0.activities = [busy("Sample  -[A b]")]
            $0.process.pid = 99
            $0.process.version = "7.1"
            $0.incidentID = "F00"
            $0.source = 12
            $0.captured = Timestamp(text: "x", microseconds: 5, zoneMinutes: 0, zoneSource: .assumed)
            $0.system.build = "20C65"
            $0.system.version = OSVersion([17])
            $0.termination.allowance = 29.5
            $0.termination.target = ProcessHandle(name: "x", pid: 7)
            $0.locations = [:]
            $0.isTruncated = true
        }
        #expect(name(other) == plain)
    }

    @Test func offsetsOfUnsymbolicatedFramesDoNotCount() {
        let a = name(killed { $0.activities = [busy("Sample + 0x1f4")] })
        #expect(name(killed { $0.activities = [busy("Sample + 0x99999")] }) == a)
    }

    @Test func addressesOfFramesWithoutImageOffsetDoNotCount() {
        let a = name(killed { $0.activities = [busy("Sample 0x104bc2fe0")] })
        #expect(name(killed { $0.activities = [busy("Sample 0x102ac1fe0")] }) == a)
    }

    @Test func sourceLinesDoNotCount() {
        let a = name(killed { $0.activities = [busy("Sample  -[A b] (A.m:42)")] })
        #expect(name(killed { $0.activities = [busy("Sample  -[A b] (A.m:57)")] }) == a)
    }

    @Test func countersInTaskNamesDoNotCount() {
        let a = name(killed { $0.assertions = [task("Shared Background Assertion 446 for a")] })
        #expect(name(killed { $0.assertions = [task("Shared Background Assertion 7 for a")] }) == a)
        #expect(name(killed { $0.assertions = [task("Shared Background Assertion 999 for a")] }) == a)
    }

    @Test func identifiersInTaskNamesDoNotCount() {
        let a = name(killed { $0.assertions = [task("upload 1F6E9A2C-0D3B-4C55-9A6E-0123456789AB")] })
        #expect(name(killed { $0.assertions = [task("upload 9B2C1D3E-AAAA-4BCD-8F00-BA9876543210")] }) == a)
    }

    @Test func theNumberAndOrderOfEqualTasksDoNotCount() {
        let a = name(killed { $0.assertions = [task("a"), task("b")] })
        #expect(name(killed { $0.assertions = [task("b"), task("a"), task("b")] }) == a)
    }

    @Test func otherProblemsHaveOtherNames() {
        let records: [DiagnosticRecord] = [
            killed(), killed { $0.process.bundleID = "com.example.other" },
            killed { $0.termination.watchdogEvent = "scene-create" }, killed { $0.assertions = [task("upload")] },
            killed { $0.assertions = [task("sync")] }, killed { $0.activities = [busy("Sample  -[A b]")] },
            killed { $0.activities = [busy("Sample  -[C d]")] },
        ]
        #expect(Set(records.map { name($0) }).count == records.count)
        #expect(name(killed(), rule: "a") != name(killed(), rule: "b"))
    }
}
