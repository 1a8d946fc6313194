import Testing

@testable import AppleFormats

/// Every style of prefix that Apple's tools and their relatives write.
@Suite struct LogLineStyleTests {
    @Test(arguments: Self.syslog + Self.relays) func syslogLines(_ line: LogLineCase) {
        #expect(LogReading(line.line).description == line.reading)
    }

    private static let syslog = [
        LogLineCase(
            "Feb 18 20:34:28 Some-iPhone backboardd[28] <Warning>: Zazo[272] has active assertions",
            "syslog backboardd[28] default | Zazo[272] has active assertions"),
        LogLineCase(
            "Thu Feb 10 20:04:12 Kiln-iPhone configd[75] : network changed", "syslog configd[75] | network changed"),
        LogLineCase(
            "Mar 11 11:45:09 Some-iPad itunescloudd(CFNetwork)[534] <Notice>: TIC Enabling TLS [373:0x110f6f940]",
            "syslog itunescloudd[534] default (CFNetwork) | TIC Enabling TLS [373:0x110f6f940]"),
        LogLineCase("Mar  1 2024 11:45:09 iPad kernel[0] <Error>: out", "syslog kernel[0] error | out"),
        LogLineCase("Jan  9 10:22:12 Rack-iPhone-3 BG[21017] <Debug>: a: b", "syslog BG[21017] debug | a: b"),
        LogLineCase(
            "Jan  9 10:22:12 iPhone Word Garden(UIKitCore)[77] <Info>: x", "syslog Word Garden[77] info (UIKitCore) | x"
        ),
        LogLineCase("Jan  9 10:22:12 SpringBoard[1557] <Fault>: hm", "syslog SpringBoard[1557] fault | hm"),
        LogLineCase("Jan  9 10:22:12 iPhone kernel[0] <Notice>:", "syslog kernel[0] default | "),
    ]

    private static let relays = [
        // Tags of Appium and its kin.
        LogLineCase(
            "[IOSSyslogLog] Jan  9 10:22:12 Rack-iPhone-3 assertiond[66] <Notice>: gone",
            "syslog assertiond[66] default | gone"),
        LogLineCase(
            "[IOSSyslogLog] [12:01:33] Mar 11 11:45:09 iPad assertiond[66] <Notice>: gone",
            "syslog assertiond[66] default | gone"),
        LogLineCase("[12:01:33] assertiond[66] <Notice>: gone", "timed assertiond[66] default | gone"),
        LogLineCase("[12:01:33.250] [Willow:4] resumed", "timed  | resumed"),
        // pymobiledevice3.
        LogLineCase(
            "2026-02-21 21:22:44.524630 kernel{kernel}[0] <NOTICE>: apfs_log_op",
            "syslog kernel[0] default (kernel) | apfs_log_op"),
        LogLineCase(
            "2026-02-21 21:22:44.524630 Willow{UIKitCore}[2915] <DEFAULT>: Will add",
            "syslog Willow[2915] default (UIKitCore) | Will add"),
        // Quoting of all kinds.
        LogLineCase(
            "// Mar 19 05:20:31 Marl-iPhone apsd[103] <Notice>: courier", "syslog apsd[103] default | courier"),
        LogLineCase("> > Mar 19 05:20:31 Marl-iPhone apsd[103] <Notice>: a", "syslog apsd[103] default | a"),
        LogLineCase("`Mar 19 05:20:31 Marl-iPhone apsd[103] <Notice>: a`", "syslog apsd[103] default | a`"),
        LogLineCase("```Mar 19 05:20:31 iPhone apsd[103] <Notice>: a", "syslog apsd[103] default | a"),
        LogLineCase("* Mar 19 05:20:31 iPhone apsd[103] <Notice>: a", "syslog apsd[103] default | a"),
        LogLineCase("- Mar 19 05:20:31 iPhone apsd[103] <Notice>: a", "syslog apsd[103] default | a"),
        LogLineCase("| Mar 19 05:20:31 iPhone apsd[103] <Notice>: a", "syslog apsd[103] default | a"),
        LogLineCase("\u{FEFF}Mar 19 05:20:31 iPhone apsd[103] <Notice>: a", "syslog apsd[103] default | a"),
        LogLineCase("\t    Mar 19 05:20:31 iPhone apsd[103] <Notice>: a", "syslog apsd[103] default | a"),
    ]

    @Test(arguments: Self.logTool) func linesOfTheLogTool(_ line: LogLineCase) {
        #expect(LogReading(line.line).description == line.reading)
    }

    private static let logTool = [
        LogLineCase(
            "2026-06-22 22:54:26.483000+0800 0x643cab   Default     0x0                  16896  0    "
                + "runningboardd: (RunningBoard) [com.apple.runningboard:ttl] Now tracking process: [app<a>:7]",
            "logShow runningboardd[16896] default (RunningBoard) [com.apple.runningboard:ttl] | "
                + "Now tracking process: [app<a>:7]"),
        LogLineCase(
            "2026-06-22 22:54:26.483000+0800 0x1f   Error       0x8f                 24946  14   "
                + "Stethoscore Personal: (UIKitCore) [com.apple.UIKit:BackgroundTask] Can't end",
            "logShow Stethoscore Personal[24946] error (UIKitCore) [com.apple.UIKit:BackgroundTask] | Can't end"),
        LogLineCase(
            "2026-06-22 22:54:26.483000+0800 0x1f   Info        0x0                  0      0    kernel: wlan0: up",
            "logShow kernel[0] info | wlan0: up"),
        // syslog style, of old and new systems, with and without the host.
        LogLineCase(
            "2019-08-22 18:21:26.163639+0300  localhost assertiond[29105]: [com.apple.assertiond:process_info] "
                + "[appTestLogs:55619] Setting jetsam priority to 3 [0x100]",
            "logSyslog assertiond[29105] [com.apple.assertiond:process_info] | "
                + "[appTestLogs:55619] Setting jetsam priority to 3 [0x100]"),
        LogLineCase(
            "2019-08-22 18:21:26.163639+0300  localhost Word Garden[29105]: (UIKitCore) a",
            "logSyslog Word Garden[29105] (UIKitCore) | a"),
        // compact; the thread is hexadecimal, one-letter types have two blanks behind them.
        LogLineCase(
            "2026-06-22 22:54:26.483 Df runningboardd[16896:643cab] [com.apple.runningboard:ttl] Now tracking",
            "logCompact runningboardd[16896] default [com.apple.runningboard:ttl] | Now tracking"),
        LogLineCase(
            "2026-06-22 07:40:58.627 E  Stethoscore Personal[24946:12c59] [com.apple.UIKit:BackgroundTask] Can't",
            "logCompact Stethoscore Personal[24946] error [com.apple.UIKit:BackgroundTask] | Can't"),
        LogLineCase(
            "2026-06-22 07:40:58.627 I  Willow[2:ff] (UIKitCore) a", "logCompact Willow[2] info (UIKitCore) | a"),
        LogLineCase("2026-06-22 07:40:58.627 Db Willow[2:ff] a", "logCompact Willow[2] debug | a"),
        LogLineCase("2026-06-22 07:40:58.627 F  Willow[2:ff] a", "logCompact Willow[2] fault | a"),
        LogLineCase("2026-06-22 07:40:58.627 A  Willow[2:ff] a", "logCompact Willow[2] activity | a"),
        LogLineCase("2026-06-22 07:40:58.627 Sd runningboardd[2:ff] a", "logCompact runningboardd[2] stateDump | a"),
    ]

    @Test(arguments: Self.xcode) func linesOfXcode(_ line: LogLineCase) {
        #expect(LogReading(line.line).description == line.reading)
    }

    private static let xcode = [
        LogLineCase(
            "2021-11-25 14:41:34.367850+0000 Driver[3314:522530] [BackgroundTask] Background Task 5 (\"R\"), was",
            "xcode Driver[3314] [BackgroundTask] | Background Task 5 (\"R\"), was"),
        LogLineCase(
            "2013-11-25 14:41:34.367 Word Garden[3314:60b] applicationDidEnterBackground:",
            "xcode Word Garden[3314] | applicationDidEnterBackground:"),
        LogLineCase("2021-11-25 14:41:34.367850+0000 Driver[3314] a", "xcode Driver[3314] | a"),
        LogLineCase("2021-11-25 14:41:34.367850+0000 Driver[3314:1] [1, 2, 3] a", "xcode Driver[3314] | [1, 2, 3] a"),
        LogLineCase("14:41:34.367850+0000 Driver[3314:522530] a", "xcode Driver[3314] | a"),
        // A time and words.
        LogLineCase(
            "18:05:17 assertiond [BackgroundDemo:12636] Setting up BG permission check timer for 30s",
            "timed assertiond | [BackgroundDemo:12636] Setting up BG permission check timer for 30s"),
        LogLineCase("16:12:49.229  kernel: killing_specific_process", "timed kernel | killing_specific_process"),
        LogLineCase("19:29:50:967 something[77] was said", "timed something[77] | was said"),
        LogLineCase("2026-11-20T10:11:12.123Z the app was launched", "timed  | the app was launched"),
    ]

    /// Without a prefix a line may still say who wrote it.
    @Test(arguments: Self.bare) func bareLines(_ line: LogLineCase) {
        #expect(LogReading(bare: line.line).description == line.reading)
    }

    private static let bare = [
        LogLineCase("Harbour[680:653930] Will add", "bare Harbour[680] | Will add"),
        LogLineCase(
            "symptomsd(SymptomEvaluator)[129] <Notice>: 897 com.example.a",
            "bare symptomsd[129] default (SymptomEvaluator) | 897 com.example.a"),
        LogLineCase("kernel: memorystatus: killing", "bare kernel | memorystatus: killing"),
        LogLineCase("assertiond [OurApp:24424] Forcing", "bare assertiond | [OurApp:24424] Forcing"),
        LogLineCase("[BackgroundTask] Background Task 5", "bare  [BackgroundTask] | Background Task 5"),
        LogLineCase("[app<com.example.a>:77] Suspending task.", "bare  | [app<com.example.a>:77] Suspending task."),
        LogLineCase("[Juniper:12636] Suspending", "bare  | [Juniper:12636] Suspending"),
        LogLineCase("nothing of the kind", "bare  | nothing of the kind"),
        LogLineCase("", "bare  | "),
    ]
}
