import DiagnosticModel
import Testing

@testable import Reporting

struct TimelinePictureTests {
    private func picture(_ timeline: Timeline, _ options: TimelineOptions = TimelineOptions()) -> String {
        String(
            decoding: TimelinePicture(options: options).encode(timeline, ledger: TimelineSamples.ledger), as: UTF8.self)
    }

    private func lines(_ text: String) -> [String] { text.split(separator: "\n").map(String.init) }

    @Test func leakIsSeen() throws {
        let text = picture(TimelineSamples.timeline)
        let rows = lines(text)
        let upload = try #require(rows.first { $0.hasPrefix("Upload photos #3") })
        #expect(upload.contains("▶?") && upload.contains("H") && upload.contains("!") && upload.contains("32 s"))
        let state = try #require(rows.first { $0.hasPrefix("state") })
        for glyph in ["█", "▓", "░", "✖"] { #expect(state.contains(glyph)) }
        #expect(try #require(rows.first { $0.hasPrefix("killed") }).contains("✖ 10:00:40"))
        #expect(try #require(rows.first { $0.hasPrefix("Save draft #2") }).contains("┤"))
        #expect(try #require(rows.first { $0.hasPrefix("Sync #4") }).contains("┄"))
        #expect(try #require(rows.first { $0.hasPrefix("shared assertion") }).contains("╡"))
        #expect(text.contains("30 s allowance"))
        #expect(text.contains("Also in the log: handlers-fired\n"))
        #expect(text.contains("RUNNINGBOARD 0xd00d2bad, SIGKILL"))
        #expect(text.contains("10:00:15") && text.contains("UTC+02:00") && text.contains("samples/willow.log:1"))
    }

    /// The leaked task stands first, the system's own last.
    @Test func tellingFirst() throws {
        let rows = lines(picture(TimelineSamples.timeline))
        let order = try ["Upload photos", "Sync", "Save draft", "Persistent"].map { name in
            try #require(rows.firstIndex { $0.hasPrefix(name) })
        }
        #expect(order == order.sorted())
    }

    @Test func suspectFirst() {
        var timeline = TimelineSamples.timeline
        timeline.lives[0].summary.suspect = LifeSummary.Suspect(interval: 2, end: .observed)
        let rows = lines(picture(timeline))
        #expect(rows.first { $0.contains("#") }?.hasPrefix("Save draft #2") == true)
    }

    @Test func marksStandInOneColumn() throws {
        let rows = lines(picture(TimelineSamples.timeline))
        func column(_ prefix: String, _ glyph: Character) throws -> Int {
            let row = try #require(rows.first { $0.hasPrefix(prefix) })
            return row.distance(from: row.startIndex, to: try #require(row.firstIndex(of: glyph)))
        }
        #expect(try column("state", "✖") == column("killed", "✖"))
        #expect(try column("Upload", "▶") == column("state", "✖"))
        #expect(try column("Save draft", "┤") < column("Save draft", "|"))
    }

    @Test func legendHasOnlyWhatWasDrawn() {
        var timeline = Timeline()
        var life = TimelineSamples.leak
        life.intervals = []
        life.exit = nil
        life.allowance = nil
        life.events = []
        timeline.lives = [life]
        let text = picture(timeline)
        #expect(text.contains("█ active") && text.contains("░ background"))
        for word in ["suspended", "killed", "held  ", "handler", "allowance"] { #expect(!text.contains(word)) }
    }

    @Test func whatTheLogDoesNotCover() throws {
        var timeline = TimelineSamples.timeline
        timeline.lives[0].launch = nil
        timeline.lives[0].first = Moment(TimelineSamples.at(-8))
        timeline.coverage[0].gaps = [.init(from: TimelineSamples.at(20), to: TimelineSamples.at(30), line: 4)]
        let state = try #require(lines(picture(timeline)).first { $0.hasPrefix("state") })
        #expect(state.contains("??") && state.contains("░?") && state.contains("?░"))
    }

    @Test(arguments: [0, 40, 41, 57, 80, 133, 400], [false, true])
    func noLineIsTooLong(width: Int, ascii: Bool) {
        for timeline in [TimelineSamples.timeline, TimelineSamples.hostile, Timeline()] {
            let options = TimelineOptions(width: width, ascii: ascii)
            let text = picture(timeline, options)
            for line in lines(text) {
                #expect(DisplayWidth.of(line) <= max(40, width), "\(line)")
                #expect(line.last != " ")
            }
            if ascii { #expect(text.utf8.allSatisfy { $0 < 0x7F }) }
            #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || !Sanitizer.isHidden($0) })
            #expect(text.last == "\n" && !text.isEmpty)
            #expect(text == picture(timeline, options))
        }
    }

    @Test func colourChangesNoCharacter() {
        for timeline in [TimelineSamples.timeline, TimelineSamples.hostile] {
            let colored = picture(timeline, TimelineOptions(color: .ansi16))
            var bare = ""
            DisplayWidth.forEachCell(colored) { cell, _ in if cell.first != "\u{1b}" { bare += cell } }
            #expect(bare == picture(timeline))
            #expect(colored.contains("\u{1b}[1;31m"))
        }
    }

    @Test func manyIntervals() {
        var timeline = TimelineSamples.timeline
        timeline.lives[0].intervals = (0..<100_000).map { number in
            TimelineSamples.task(number, "Task", Double(number % 30), Double(number % 30) + 1, .observed)
        }
        timeline.lives[0].intervals[99_999].end = .open
        timeline.lives[0].intervals[99_999].endTime = nil
        let text = picture(timeline)
        #expect(lines(text).count < 40)
        #expect(text.contains("Task #99999"))
        #expect(text.contains("99986 more, all ended"))
    }

    /// Of hours of life, the minutes before the kill.
    @Test func longLivesAreCut() {
        var timeline = TimelineSamples.timeline
        timeline.lives[0].first = Moment(TimelineSamples.at(-20_000))
        let text = picture(timeline)
        #expect(text.contains("Not drawn: 5 h"))
        #expect(text.contains("10:00:15"))
    }

    @Test func timeThatIsNotKnownIsNotShownAsKnown() {
        var timeline = TimelineSamples.timeline
        timeline.coverage[0].zoneSource = .assumed
        timeline.coverage[0].dateSource = .assumed
        let text = picture(timeline)
        #expect(text.contains("time zone not known") && !text.contains("UTC") && text.contains("day "))
    }
}

struct TimelineAxisTests {
    @Test(arguments: [
        (0, "0 ms"), (42_000, "42 ms"), (29_800_000, "29.8 s"), (30_000_000, "30 s"), (59_990_000, "1 min 00 s"),
        (125_000_000, "2 min 05 s"), (3_720_000_000, "1 h 02 min"), (273_600_000_000, "3 d 04 h"), (-5, "0 ms"),
    ])
    func words(time: Int64, words: String) { #expect(TimelineTime.words(time).text == words) }

    @Test(arguments: [
        (2.0, 1.0), (10, 2), (45, 10), (59, 10), (200, 60), (3600, 900), (86_400, 21_600), (864_000, 172_800),
    ])
    func niceSteps(seconds: Double, step: Double) {
        let axis = TimelineAxis(from: 0, to: Int64(seconds * 1_000_000))
        #expect(axis.step(most: 6) == Int64(step * 1_000_000))
    }

    @Test func ticksAreRoundInTheZone() {
        let axis = TimelineAxis(from: TimelineSamples.at(-1), to: TimelineSamples.at(86_400))
        for zone in [-570, 0, 120, 345] {
            let clock = TimelineClock(zoneMinutes: zone)
            for tick in axis.ticks(most: 8, zoneMinutes: zone) { #expect(clock.label(tick).text.hasSuffix(":00:00")) }
        }
    }

    @Test func nothingOverflows() {
        let times: [Int64] = [.min, -1, 0, 1, TimelineSamples.start, .max]
        for from in times {
            for to in times {
                let axis = TimelineAxis(from: from, to: to)
                #expect(axis.from < axis.to)
                for zone in [Int.min, -1439, 0, .max] {
                    let clock = TimelineClock(zoneMinutes: zone)
                    #expect(axis.ticks(most: 8, zoneMinutes: clock.zoneMinutes).count <= 9)
                    for time in times {
                        #expect((0..<50).contains(axis.column(time, of: 50)))
                        #expect(clock.label(time).text.count == 8)
                        _ = clock.rfc3339(time)
                        _ = clock.date(time)
                    }
                }
            }
        }
    }

    @Test(arguments: [
        ("abcdefghij", 7, "abc…hij"), ("abc", 3, "abc"), ("採採採採", 5, "採…採"), ("ab", 1, "…"), ("ab", 0, ""),
    ])
    func middleIsCut(text: String, room: Int, cut: String) {
        #expect(SafeText(text).cutMiddle(to: room, ellipsis: "…").text == cut)
    }
}
