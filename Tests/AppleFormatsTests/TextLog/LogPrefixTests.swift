import Testing

@testable import AppleFormats

/// Nothing else is taken for the prefix of a log line; times are in their ranges.
@Suite struct LogPrefixTests {
    @Test(arguments: [
        "", " ", "// ", "> ", "```",
        // Reports.
        "Date/Time:           2020-08-03 16:05:29.6813 +0400", "Launch Time:         2020-08-03 16:05:29.6813 +0400",
        "Incident Identifier: 6156848E-344E-4D9E-84E0-87AFD0D0AE7B", "Process:             Willow [303]",
        "Thread 0 name:  Dispatch queue: com.apple.main-thread", "0   libsystem_kernel.dylib 0x00000001 0x1 + 4",
        "12  UIKitCore                     \t0x00000001a2b3c4d5 0x1a2b00000 + 123",
        "Elapsed total CPU time (seconds): 2.1",
        "0x100000000 - 0x100003fff Willow arm64  <d2b3> /var/Willow", "Timestamp               Ty Process[PID:TID]",
        // JSON.
        #"{"timestamp":"2020-08-03 16:05:29.00 +0400","app_name":"Willow"}"#,
        #"  "captureTime" : "2020-08-03 16:05:29.6813 +0400","#,
        "[{", "}]", #""date": "12:00:00","#,
        // Source code.
        "let date = formatter.date(from: \"2020-08-03 16:05:29\")", "12: UIApplication.shared.endBackgroundTask(task)",
        "func application(_ application: UIApplication) {", "#import <UIKit/UIKit.h>", "// 12 hours later",
        "- (void)run {",
        "[self performSelector:@selector(x)];", "case 12:34:", "10:30 is when we meet",
        // Prose.
        "On 2020-08-03 16:05:29 the app was killed", "It happened May 5 at 12:00:00 or so", "May I ask what this is",
        "Mar 11 is when it began", "March 11 11:45:09 was the time", "Error at 12:00:00", "At 12:00:00 it crashed.",
        "12:00:00abc", "2020-13-03 16:05:29 x", "2020-12-32 16:05:29 x", "2020-12-03 24:05:29 x",
        "2020-12-03 16:60:29 x",
        "2020/12-03 16:05:29 x", "1492-12-03 16:05:29 x", "Jan 32 10:22:12 iPhone a[1]: x", "Jan 0 10:22:12 a[1]: x",
        "Foo 12 10:22:12 iPhone a[1]: x", "12-03 16:05:29 x", "16:05 x", "1.2.3.4 - - [10/Oct/2000:13:55:36 -0700]",
        // Continuations of assertion dumps.
        "{(", "    <BKProcessAssertion: 0x1> identifier: Called by A process: A[1]", ")}", "\t]>",
        "\tflags = preventSuspend;",
    ]) func isNoPrefix(_ line: String) {
        #expect(LogReading(line).description == "nothing", "\(line)")
    }

    @Test(
        arguments: [
            ("00:00:00 x", LogReading.clock(0, 0, 0)), ("23:59:59.999999 x", LogReading.clock(23, 59, 59, 999_999)),
            ("23:59:60 x", LogReading.clock(23, 59, 60)), ("10:11:12,5 x", LogReading.clock(10, 11, 12, 500_000)),
            ("10:11:12.123456789 x", LogReading.clock(10, 11, 12, 123_456)),
            ("10:11:12:007 x", LogReading.clock(10, 11, 12, 7_000)), ("10:11:12. x", nil), ("10:11:61 x", nil),
        ] as [(String, Int64?)]) func timesOfDay(_ line: String, _ time: Int64?)
    {
        #expect(LogReading(line).time == time)
    }

    @Test(
        arguments: [
            ("2020-08-03 16:05:29+0400 x", 240), ("2020-08-03 16:05:29 +0400 x", 240),
            ("2020-08-03 16:05:29+04:30 x", 270),
            ("2020-08-03 16:05:29.1-0330 x", -210), ("2020-08-03T16:05:29Z x", 0), ("2020-08-03 16:05:29 x", nil),
            ("2020-08-03 16:05:29.5+1400 x", 840), ("2020-08-03 16:05:29 Zebra x", nil),
        ] as [(String, Int?)]) func zones(_ line: String, _ zone: Int?)
    {
        #expect(LogReading(line).zone == zone)
        #expect(LogReading(line).date == "2020-8-3")
    }

    @Test(arguments: [
        ("Mar 11 11:45:09 a[1]: x", "?-3-11"), ("Mar  1 11:45:09 a[1]: x", "?-3-1"),
        ("Mon Mar  1 11:45:09 a[1]: x", "?-3-1"), ("Mar  1 2024 11:45:09 a[1]: x", "2024-3-1"),
        ("Dec 31 23:59:59 2025 a[1]: x", "2025-12-31"), ("2024-02-29 10:00:00 a", "2024-2-29"),
        ("2024/02/29 10:00:00 a", "2024-2-29"),
    ]) func dates(_ line: String, _ date: String) {
        #expect(LogReading(line).date == date)
    }

    @Test func quotingIsMeasured() {
        #expect(LogReading("// 10:00:00 x").quoting == 3)
        #expect(LogReading("> > 10:00:00 x").quoting == 4)
        #expect(LogReading("10:00:00 x").quoting == 0)
    }

    /// Whatever a line is cut to, reading it does not trap, and ranges lie in it.
    @Test func everyCutIsRead() {
        let lines = [
            "[IOSSyslogLog] [12:01:33] Mar 11 11:45:09 Some-iPad itunescloudd(CFNetwork)[534] <Notice>: TIC [373:0x1]",
            "2026-06-22 22:54:26.483000+0800 0x643cab   Default     0x0    16896  0    a b: (R) [c.d:e] f",
            "2026-06-22 07:40:58.627 E  Stethoscore Personal[24946:12c59] (l) [com.apple.UIKit:BackgroundTask] Can't",
            "default\t18:38:07.622977+0800\t4711\thootowl\tcom.apple.UIKit\tBackgroundTask\tWill add",
            "par défaut    2019-01-08 13:26:14.087889 +0800    assertiond    [OurApp:24424] Forcing",
            "// ``` 2026-02-21 21:22:44.524630 Willow{UIKitCore}[2915] <DEFAULT>: Will add",
        ]
        for line in lines {
            let bytes = Array(line.utf8)
            for start in 0..<bytes.count {
                for end in start...bytes.count {
                    for found in [
                        LogLineReader.read(bytes.span, start, end), LogLineReader.bareLine(bytes.span, start, end),
                    ] {
                        guard let found else { continue }
                        #expect(found.messageStart >= start && found.messageStart <= end, "\(line) \(start)..<\(end)")
                        #expect((found.messageEnd ?? end) <= end && (found.messageEnd ?? end) >= found.messageStart)
                        for range in [found.process, found.sender, found.subsystem, found.category] {
                            #expect(range.isEmpty || (range.lowerBound >= start && range.upperBound <= end))
                        }
                    }
                }
            }
        }
    }
}
