import DiagnosticModel
import Testing

@testable import Reporting

struct SanitizerTests {
    @Test(arguments: [
        ("plain", "plain"),
        ("\u{1b}[31mred\u{1b}]0;title\u{7}", #"\u{1b}[31mred\u{1b}]0;title\u{7}"#),
        ("a\u{9b}2Jb\u{7f}", #"a\u{9b}2Jb\u{7f}"#),
        ("abc\u{202e}fdp.exe\u{2069}", #"abc\u{202e}fdp.exe\u{2069}"#),
        ("a\u{200b}b\u{feff}c\u{2060}d", #"a\u{200b}b\u{feff}c\u{2060}d"#),
        ("one\r\ntwo\nthree\tfour\u{2028}five\rsix", "one two three four five six"),
        ("採石 é \u{65}\u{301}", "採石 é \u{65}\u{301}"),
        ("\u{0}\u{8}", #"\u{0}\u{8}"#),
        ("flag \u{1F3F4}\u{E0067}", "flag \u{1F3F4}\\u{e0067}"),
    ])
    func line(untrusted: String, shown: String) {
        #expect(Sanitizer.line(untrusted) == shown)
    }

    @Test func lengthIsCapped() {
        #expect(Sanitizer.line("abcdef", limit: 4) == "abcd...")
        #expect(Sanitizer.line(String(repeating: "é", count: 100_000)).count == Sanitizer.lineLimit + 3)
        #expect(Sanitizer.block(String(repeating: "x\n", count: 100_000)).count == Sanitizer.blockLineLimit + 1)
    }

    @Test func blockKeepsLines() {
        #expect(Sanitizer.block("\n\n a \r\n\tb\u{1b}\n\n") == [" a", #"    b\u{1b}"#])
        #expect(Sanitizer.block("") == [])
    }

    @Test func interpolationSanitizes() {
        let name = "\u{1b}[2J"
        let text: SafeText = "process \(name)\u{21}"
        #expect(text.text == #"process \u{1b}[2J!"#)
    }

    /// Every untrusted text of the model at once: nothing that acts on a terminal may come out.
    @Test(arguments: ReportOptions.Verbosity.allCases)
    func hostileReport(verbosity: ReportOptions.Verbosity) {
        let poison = "\u{1b}[31m\u{9b}\u{202e}\u{200b}\n\u{7}" + String(repeating: "w", count: 3000)
        var report = Samples.everything
        report.incidents = report.incidents.map { poisoned($0, poison) }
        report.ledger.entries = report.ledger.entries.map { entry in
            var entry = entry
            entry.path = poison
            entry.member = poison
            entry.kindTitle = poison
            entry.issues = [LedgerIssue(code: poison, severity: .error, message: poison, path: poison)]
            return entry
        }
        let text = TextReporter(options: ReportOptions(verbosity: verbosity)).render(report)
        let bad = text.unicodeScalars.first { $0 != "\n" && Sanitizer.isHidden($0) }
        #expect(bad == nil, "U+\(String(bad?.value ?? 0, radix: 16)) came through")
        #expect(!JSONReporter().render(report).contains(0x1B))
    }

    private func poisoned(_ incident: Incident, _ poison: String) -> Incident {
        var incident = incident
        incident.verdict = poison
        incident.verdictTitle = poison
        incident.codeMeaning = poison
        incident.missing = [poison]
        incident.notEvaluable = [NotEvaluable(rule: poison, missing: [poison])]
        incident.record.process = ProcessIdentity(name: poison, pid: 1, bundleID: poison)
        incident.record.process.role = poison
        incident.record.process.version = poison
        incident.record.system.description = poison
        incident.record.system.model = poison
        incident.record.captured?.text = poison
        incident.record.captured?.zoneSource = .assumed
        incident.record.applicationInfo = poison
        incident.record.exception.type = poison
        incident.record.termination.namespace = poison
        incident.record.termination.explanation = poison
        incident.record.termination.watchdogEvent = poison
        incident.record.termination.lockedFiles = [poison]
        incident.record.termination.terminatedBy = poison
        incident.record.termination.thermal = ThermalInfo(level: 1, state: poison)
        incident.record.assertions = [AssertionInterval(kind: .uikitTask, name: poison, reason: poison, end: .open)]
        incident.record.resource?.event = poison
        incident.record.memory?.reason = poison
        incident.record.counter?.name = poison
        for index in incident.record.activities.indices {
            incident.record.activities[index].name = poison
            incident.record.activities[index].queue = poison
            incident.record.activities[index].waitKind = poison
            incident.record.activities[index].inAppText = poison
            incident.record.activities[index].excerpt = [poison, poison]
        }
        for index in incident.findings.indices {
            incident.findings[index].rule = poison + String(index)
            incident.findings[index].message = poison
            incident.findings[index].fix = poison + "\n    " + poison
            incident.findings[index].what = "```\n" + poison
            incident.findings[index].falsePositives = "- " + poison
            incident.findings[index].references = [poison]
            incident.findings[index].evidence = [
                EvidenceLocation(source: 99, bytes: 0..<1, line: 0, path: poison, excerpt: poison)
            ]
        }
        return incident
    }
}

struct LayoutTests {
    @Test(arguments: [
        ("abc", 3), ("採石場", 6), ("e\u{301}", 1), ("👩🏽‍💻", 2), ("🇩🇪", 2), ("가", 2), ("ｱ", 1), ("Ａ", 2), ("é", 1),
        ("\u{1b}[1;31mred\u{1b}[0m", 3), ("❤️", 2), ("\u{1b}[1mm\u{301}\u{1b}[0m", 1), ("", 0), ("한글 text", 9),
    ])
    func displayWidth(text: String, columns: Int) {
        #expect(DisplayWidth.of(text) == columns)
    }

    @Test func wrapping() {
        #expect(Wrap.lines("aaaa bbbb cccc", first: 9, rest: 9) == ["aaaa bbbb", "cccc"])
        #expect(Wrap.lines("採石場採石場 x", first: 8, rest: 8) == ["採石場採", "石場 x"])
        #expect(Wrap.lines("abcdefghijkl mn", first: 8, rest: 10) == ["abcdefgh", "ijkl mn"])
        #expect(Wrap.lines("leaked-background-task", first: 16, rest: 16) == ["leaked-", "background-task"])
        #expect(Wrap.lines("", first: 8, rest: 8) == [""])
        #expect(Wrap.pieces("a  b  c  d  e", room: 8) == ["a  b  c ", " d  e"])
    }

    @Test func tableAlignsWideText() {
        var table = Table(["name", "end"])
        table.add(["採石", "open"])
        table.add(["Upload", "ended"])
        var canvas = Canvas(width: 40)
        table.draw(on: &canvas, indent: 0, style: Style(color: .none))
        #expect(canvas.text == "name    end\n採石    open\nUpload  ended\n")
    }

    @Test func tableGivesWay() {
        var table = Table(["a", "empty", "b"])
        table.add(["short", "", SafeText(String(repeating: "long ", count: 12))])
        var canvas = Canvas(width: 40)
        table.draw(on: &canvas, indent: 2, style: Style(color: .none))
        #expect(canvas.text.split(separator: "\n").count == 3)
        #expect(!canvas.text.contains("empty"))
    }

    @Test func tableWithoutRoomIsParagraphs() {
        var table = Table(["a", "b", "c", "d"])
        table.add(["first-column-is", "second-column-is", "", "third column is"])
        var canvas = Canvas(width: 40)
        table.draw(on: &canvas, indent: 2, style: Style(color: .none))
        #expect(canvas.text.contains("second-column-is"))
        table.add(["first-column-is", "second-column-is", "not empty now", "third column is"])
        canvas = Canvas(width: 40)
        table.draw(on: &canvas, indent: 2, style: Style(color: .none))
        #expect(canvas.text.hasPrefix("  first-column-is, second-column-is,"))
    }

    @Test func numbers() {
        #expect(Words.seconds(0.042).text == "0.042 s")
        #expect(Words.seconds(30).text == "30 s")
        #expect(Words.number(-1.5).text == "-1.5")
        #expect(Words.number(1e300).text == "1e+300")
        #expect(Words.number(.nan).text == "nan")
        #expect(Words.number(0.00001).text == "1e-05")
        #expect(Words.bytes(999).text == "999 bytes")
        #expect(Words.bytes(1).text == "1 byte")
        #expect(Words.bytes(34_117).text == "34.1 kB")
        #expect(Words.bytes(9e18).text == "9000000 TB")
        #expect(Words.list(["a", "b", "c"]).text == "a, b and c")
    }

    @Test func proseBlocks() {
        let literal = [
            "One paragraph", "in two lines.", "", "- item", "  goes on", "1. first", "", "    let a = 1", "", "    b()",
        ]
        #expect(
            Prose.blocks(literal) == [
                .paragraph("One paragraph in two lines."), .item(marker: "-", "item goes on"),
                .item(marker: "1.", "first"), .code(["let a = 1", "", "b()"]),
            ])
        let folded = [String(repeating: "word ", count: 30) + "end", "Second paragraph."]
        #expect(Prose.blocks(folded).count == 2)
        #expect(
            Prose.blocks(["```swift", "", "  if a {", "    b", "  }", "```", "Text"]) == [
                .code(["if a {", "  b", "}"]), .paragraph("Text"),
            ])
    }
}

struct CPUWordsTests {
    @Test(arguments: [
        (0.042, 0.0, 28.0, "blocked or waiting"), (19.0, 16.0, 30.0, "computing nearly all"),
        (0.1, 0.0, 99.0, "starved"), (5.0, 4.0, 30.0, ""),
    ])
    func meaning(seconds: Double, percent: Double, total: Double, words: String) {
        var cpu = CPUStatistics()
        cpu.applicationSeconds = seconds
        cpu.applicationPercent = percent
        cpu.totalPercent = total
        let sentences = CPUWords(cpu, allowance: 20, clock: .wall).sentences
        #expect(sentences.count == (words.isEmpty ? 1 : 2))
        #expect(words.isEmpty || sentences.last?.text.contains(words) == true)
    }

    /// An allowance of CPU time is no span: 2 of 2.3 CPU seconds says nothing about being blocked.
    @Test func cpuClockIsNoSpan() {
        var cpu = CPUStatistics()
        cpu.applicationSeconds = 2
        #expect(CPUWords(cpu, allowance: 2.3, clock: .cpu).sentences.count == 1)
        #expect(CPUWords(CPUStatistics(), allowance: 2.3, clock: .wall).sentences.isEmpty)
    }
}
