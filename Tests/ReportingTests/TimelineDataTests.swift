import DiagnosticModel
import Foundation
import Testing

@testable import Reporting

struct TimelineChromeTraceTests {
    private func events(_ timeline: Timeline) throws -> [[String: Any]] {
        let bytes = TimelineChromeTrace().encode(timeline, ledger: TimelineSamples.ledger)
        let trace = try #require(JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
        #expect(trace["displayTimeUnit"] as? String == "ms")
        return try #require(trace["traceEvents"] as? [[String: Any]])
    }

    @Test func pairsMatch() throws {
        for timeline in [TimelineSamples.timeline, TimelineSamples.hostile] {
            var begins: [String: Int] = [:]
            var pairs = 0
            for event in try events(timeline) {
                let phase = try #require(event["ph"] as? String)
                #expect(["M", "b", "e", "i"].contains(phase))
                #expect(event["pid"] is Int && event["tid"] is Int)
                if phase == "M" { continue }
                let time = try #require(event["ts"] as? Int)
                #expect(time >= 0)
                guard phase != "i" else { continue }
                let key = "\(try #require(event["cat"] as? String)) \(try #require(event["id"] as? String))"
                if phase == "b" {
                    #expect(begins.updateValue(time, forKey: key) == nil, "an id is used once")
                } else {
                    let begin = begins.removeValue(forKey: key)
                    #expect(try #require(begin) <= time)
                    pairs += 1
                }
            }
            #expect(begins.isEmpty)
            #expect(pairs == timeline.lives.reduce(0) { $0 + $1.states.count + $1.intervals.count })
        }
    }

    @Test func openEndsAtTheLifesEnd() throws {
        let events = try events(TimelineSamples.timeline)
        let open = try #require(events.first { $0["name"] as? String == "Upload photos" && $0["ph"] as? String == "e" })
        #expect(open["ts"] as? Int64 == TimelineSamples.at(40))
        let args = try #require(open["args"] as? [String: Any])
        #expect(args["open"] as? Bool == true && args["endConfidence"] as? String == "certain")
        let begin = try #require(
            events.first { $0["name"] as? String == "Upload photos" && $0["ph"] as? String == "b" })
        let words = try #require(begin["args"] as? [String: Any])
        #expect(words["evidence"] as? String == "samples/willow.log:13" && words["taskID"] as? Int == 3)
        #expect(events.contains { $0["name"] as? String == "killed" && $0["ph"] as? String == "i" })
        #expect(events.contains { $0["name"] as? String == "process_name" })
        #expect(events.contains { $0["name"] as? String == "still not ended: Upload photos" })
    }
}

struct TimelineCSVTests {
    /// RFC 4180 by the letter; nil when a quote stands where none may.
    private func parse(_ bytes: [UInt8]) -> [[String]]? {
        var rows: [[String]] = [[]]
        var cell: [UInt8] = []
        var index = 0
        func closeCell() {
            rows[rows.count - 1].append(String(decoding: cell, as: UTF8.self))
            cell = []
        }
        while index < bytes.count {
            if bytes[index] == 0x22, cell.isEmpty {
                index += 1
                while index < bytes.count {
                    if bytes[index] == 0x22 {
                        guard index + 1 < bytes.count, bytes[index + 1] == 0x22 else { break }
                        index += 1
                    }
                    cell.append(bytes[index])
                    index += 1
                }
                index += 1
                guard index < bytes.count, [0x2C, 0x0D].contains(bytes[index]) else { return nil }
            } else if bytes[index] == 0x2C {
                closeCell()
                index += 1
            } else if bytes[index] == 0x0D {
                guard index + 1 < bytes.count, bytes[index + 1] == 0x0A else { return nil }
                closeCell()
                rows.append([])
                index += 2
            } else {
                if bytes[index] == 0x22 { return nil }
                cell.append(bytes[index])
                index += 1
            }
        }
        return rows.last == [] ? rows.dropLast() : nil
    }

    @Test func parses() throws {
        for timeline in [TimelineSamples.timeline, TimelineSamples.hostile, Timeline()] {
            let rows = try #require(parse(TimelineCSV().encode(timeline, ledger: TimelineSamples.ledger)))
            #expect(rows.first == TimelineCSV.columns)
            #expect(rows.allSatisfy { $0.count == TimelineCSV.columns.count })
            let expected = timeline.lives.reduce(1 + timeline.deviceEvents.count) {
                $0 + $1.states.count + $1.intervals.count + $1.events.count + ($1.exit == nil ? 0 : 1)
            }
            #expect(rows.count == expected)
            for cell in rows.joined() {
                #expect(cell.unicodeScalars.allSatisfy { !Sanitizer.isHidden($0) })
                if let first = cell.first, "=+-@".contains(first) { #expect(Double(cell) != nil) }
            }
        }
    }

    @Test func values() throws {
        let rows = try #require(parse(TimelineCSV().encode(TimelineSamples.timeline, ledger: TimelineSamples.ledger)))
        let draft = try #require(rows.first { $0[6] == "Save draft" })
        #expect(
            draft[..<8] == ["Willow", "4321", "com.example.willow", "0", "interval", "uikit-task", "Save draft", "2"])
        #expect(draft[9] == "2026-06-22T10:00:05.000+02:00" && draft[11] == "observed" && draft[12] == "4")
        #expect(draft[17...] == ["samples/willow.log", "12", "1200"])
        #expect(rows.contains { $0[4] == "event" && $0[6] == "'=1+1" })
    }

    @Test(arguments: [
        ("=1+1", "'=1+1"), ("-12", "-12"), ("-12x", "'-12x"), ("+0.5", "+0.5"), ("@SUM(A1)", "'@SUM(A1)"),
        ("a,b", "\"a,b\""), ("a\"b", "\"a\"\"b\""), ("\t=1", "' =1"), ("-nan", "'-nan"), ("", ""), ("a\nb", "a b"),
        ("＝1", "'＝1"), ("-", "'-"), ("\u{1b}[m", "\\u{1b}[m"),
    ])
    func cells(text: String, cell: String) {
        #expect(CSVTable.cell(text) == cell)
    }
}

struct TimelineJSONTests {
    private func document(_ timeline: Timeline, compact: Bool = false) throws -> [String: Any] {
        let options = TimelineOptions(compact: compact, toolVersion: "1.2.3")
        let bytes = TimelineJSON(options: options).encode(timeline, ledger: TimelineSamples.ledger)
        if compact { #expect(bytes.count { $0 == 0x0A } == 1) }
        return try #require(JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    }

    @Test(arguments: [false, true])
    func everythingIsThere(compact: Bool) throws {
        let document = try document(TimelineSamples.timeline, compact: compact)
        #expect(document["schemaVersion"] as? String == "1.0")
        let timeline = try #require(document["timeline"] as? [String: Any])
        for key in ["lives", "coverage", "unknownLines", "deviceEvents"] {
            #expect((timeline[key] as? [Any])?.count == 1, "\(key)")
        }
        let life = try #require((timeline["lives"] as? [[String: Any]])?.first)
        #expect((life["intervals"] as? [Any])?.count == 5 && (life["states"] as? [Any])?.count == 4)
        let upload = try #require((life["intervals"] as? [[String: Any]])?[3])
        #expect(upload["end"] as? String == "open" && upload["endTime"] == nil && upload["taskID"] as? Int == 3)
        let begin = try #require(upload["begin"] as? [String: Any])
        #expect(begin["time"] as? String == "2026-06-22T10:00:08.000+02:00")
        #expect(begin["microseconds"] as? Int64 == TimelineSamples.at(8))
        let evidence = try #require(begin["evidence"] as? [String: Any])
        #expect(evidence["path"] as? String == "samples/willow.log" && evidence["line"] as? Int == 13)
        #expect(evidence["byteOffset"] as? Int == 1300 && evidence["byteLength"] as? Int == 80)
        let exit = try #require(life["exit"] as? [String: Any])
        #expect(exit["kill"] as? Bool == true && (exit["witnesses"] as? [Any])?.count == 2)
    }

    @Test func anyTimeline() throws {
        _ = try document(TimelineSamples.hostile)
        let empty = try document(Timeline())
        #expect((empty["timeline"] as? [String: Any])?.count == 4)
    }
}

struct TimelineSVGTests {
    private func svg(_ timeline: Timeline) -> String {
        String(decoding: TimelineSVG().encode(timeline, ledger: TimelineSamples.ledger), as: UTF8.self)
    }

    /// Tags nest, and nothing but tags, escaped text and the style sheet stands there.
    private func isWellFormed(_ text: String) -> Bool {
        var open: [Substring] = []
        var rest = text[...]
        while let start = rest.firstIndex(of: "<") {
            guard let end = rest[start...].firstIndex(of: ">") else { return false }
            let tag = rest[rest.index(after: start)..<end]
            rest = rest[rest.index(after: end)...]
            if tag.hasPrefix("/") {
                guard open.popLast() == tag.dropFirst() else { return false }
            } else if !tag.hasSuffix("/") {
                open.append(tag.prefix { $0 != " " })
            }
            guard tag.count(where: { $0 == "\"" }) % 2 == 0 else { return false }
        }
        return open.isEmpty && !rest.contains(">")
    }

    @Test func wellFormed() {
        for timeline in [TimelineSamples.timeline, TimelineSamples.hostile, Timeline()] {
            let text = svg(timeline)
            #expect(text.hasPrefix("<svg ") && text.hasSuffix("</svg>\n"))
            #expect(isWellFormed(text))
            for word in ["<script", "href", "@import", "<foreignObject", "onload"] { #expect(!text.contains(word)) }
            #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || !Sanitizer.isHidden($0) && $0.value != 0xFFFE })
            #expect(text == svg(timeline))
        }
    }

    @Test func says() {
        let text = svg(TimelineSamples.timeline)
        for words in [
            "Upload photos #3", "prefers-color-scheme:dark", "<desc", "killed: RUNNINGBOARD 0xd00d2bad",
            "30 s allowance",
            "1 never ended", "width=\"1000\"",
        ] { #expect(text.contains(words), "\(words)") }
    }

    @Test func isBounded() {
        var timeline = TimelineSamples.timeline
        timeline.lives[0].intervals = (0..<100_000).map { number in
            TimelineSamples.task(number, "Task", Double(number % 30), Double(number % 30) + 1, .observed)
        }
        let text = svg(timeline)
        #expect(text.utf8.count < 200_000)
        #expect(text.contains("99940 more intervals"))
    }

    @Test(arguments: [("<&>\"'", "&lt;&amp;&gt;&quot;&#39;"), ("\u{FFFF}\u{0}", "\u{FFFD}\u{FFFD}"), ("採", "採")])
    func escaped(text: String, escaped: String) { #expect(SVGWriter.escaped(text) == escaped) }
}

struct TimelineFormatTests {
    @Test func namesAreFound() throws {
        #expect(TimelineFormat.all.map { $0.name } == ["text", "svg", "chrome-trace", "csv", "json"])
        for format in TimelineFormat.all {
            #expect(try #require(TimelineFormat.named(format.name)).name == format.name)
        }
        #expect(TimelineFormat.named("no") == nil)
    }
}
