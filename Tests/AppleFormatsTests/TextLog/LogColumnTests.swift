import Testing

@testable import AppleFormats

/// Rows copied out of Console.app: any order of columns, tabs or blanks, and the languages it speaks.
@Suite struct LogColumnTests {
    @Test(arguments: Self.rows) func rowsAreRead(_ line: LogLineCase) {
        #expect(LogReading(line.line).description == line.reading)
    }

    private static let rows = [
        LogLineCase(
            "default\t16:08:57.000000 -0500\tSpringBoard\tForcing crash report of <FBApplicationProcess: 0x1; A; pid: 4>",
            "console SpringBoard default | Forcing crash report of <FBApplicationProcess: 0x1; A; pid: 4>"),
        LogLineCase(
            "default\t18:38:07.622977+0800\thootowl\tWill add backgroundTask with taskName: a, expirationHandler: (null)",
            "console hootowl default | Will add backgroundTask with taskName: a, expirationHandler: (null)"),
        LogLineCase(
            "error\t2026-01-05 18:38:07.622977+0800\tWord Garden\tCan't end BackgroundTask",
            "console Word Garden error | Can't end BackgroundTask"),
        // Blanks where the tabs were.
        LogLineCase(
            "default 2019-01-08 13:26:14.087889 +0800 assertiond [OurApp:24424] Forcing crash report",
            "console assertiond default | [OurApp:24424] Forcing crash report"),
        LogLineCase(
            "default    18:38:07.622977+0800    hootowl    Will add backgroundTask with",
            "console hootowl default | Will add backgroundTask with"),
        LogLineCase(
            "default    18:38:07.622977+0800    Word Garden    Will add backgroundTask with",
            "console Word Garden default | Will add backgroundTask with"),
        LogLineCase(
            "default 18:38:07.622977+0800 hootowl Will add backgroundTask with",
            "console hootowl default | Will add backgroundTask with"),
        // Time first: type behind it, then process, then the rest.
        LogLineCase(
            "18:38:07.622977+0800\thootowl\tWill add backgroundTask with taskName: a",
            "console hootowl | Will add backgroundTask with taskName: a"),
        LogLineCase(
            "18:38:07.622977+0800\tdefault\thootowl\tWill add backgroundTask with taskName: a",
            "console hootowl default | Will add backgroundTask with taskName: a"),
        LogLineCase(
            "18:38:07.622977+0800\thootowl\t4711\tWill add backgroundTask with taskName: a",
            "console hootowl[4711] | Will add backgroundTask with taskName: a"),
        LogLineCase(
            "18:38:07.622977+0800\thootowl\tcom.apple.UIKit\tBackgroundTask\t4711\tWill add backgroundTask with",
            "console hootowl[4711] [com.apple.UIKit:BackgroundTask] | Will add backgroundTask with"),
        LogLineCase(
            "default\t18:38:07.622977+0800\t4711\thootowl\tcom.apple.UIKit\tBackgroundTask\tWill add backgroundTask with",
            "console hootowl[4711] default [com.apple.UIKit:BackgroundTask] | Will add backgroundTask with"),
        LogLineCase(
            "18:38:07.622977+0800\thootowl\t", "console hootowl | "),
    ]

    /// The same row in every order of its columns behind the time: nothing may depend on the window's.
    @Test func everyOrderOfColumns() {
        let message = "Will add backgroundTask with taskName: Upload, expirationHandler: (null)"
        var cells = ["default", "4711", "com.apple.UIKit", message]
        Self.permute(&cells, cells.count) { order in
            // The process is a name like the category; it stands first among the names here.
            for place in 0...order.count {
                var row = order
                row.insert("hootowl", at: place)
                let line = (["18:38:07.622977+0800"] + row).joined(separator: "\t")
                let reading = LogReading(line)
                #expect(reading.process == "hootowl", "\(row)")
                #expect(reading.pid == 4711 && reading.level == .default, "\(row)")
                #expect(reading.label == "com.apple.UIKit" && reading.message == message, "\(row)")
            }
        }
    }

    private static func permute(_ items: inout [String], _ count: Int, _ take: ([String]) -> Void) {
        guard count > 1 else { return take(items) }
        for index in 0..<count {
            permute(&items, count - 1, take)
            items.swapAt(count % 2 == 0 ? index : 0, count - 1)
        }
    }

    @Test(arguments: [
        ("default", LogLevelWord.default), ("Default", .default), ("standaard", .default), ("par défaut", .default),
        ("по умолчанию", .default), ("默认", .default), ("デフォルト", .default), ("기본", .default),
        ("error", .error), ("Fehler", .error), ("erreur", .error), ("エラー", .error), ("ошибка", .error),
        ("fault", .fault), ("сбой", .fault), ("info", .info), ("информация", .info), ("debug", .debug),
        ("отладка", .debug), ("デバッグ", .debug),
    ]) func levelsInManyLanguages(_ word: String, _ level: LogLevelWord) {
        #expect(LogLevelWord.named(word) == level)
        for gap in ["\t", "    ", " "] {
            let reading = LogReading("\(word)\(gap)18:38:07.622977+0800\(gap)hootowl\(gap)A message of words")
            #expect(reading.level == level && reading.process == "hootowl", "\(word) '\(gap)'")
            #expect(reading.message == "A message of words", "\(word) '\(gap)'")
        }
    }

    @Test func timesOfRows() {
        let dated = LogReading("default 2019-01-08 13:26:14.087889 +0800 assertiond [A:1] x")
        #expect(dated.date == "2019-1-8" && dated.zone == 480)
        #expect(dated.time == LogReading.clock(13, 26, 14, 87_889))
        let undated = LogReading("default\t16:08:57.000000 -0530\tSpringBoard\tx y")
        #expect(undated.date == "" && undated.zone == -330)
    }
}
