import DiagnosticModel

/// Reports as the parsers would build them, for every reporter's tests.
enum Samples {
    static let empty = DiagnosisReport(toolVersion: "1.0.0")

    /// Inputs, none of them about an end; one could not be read.
    static var nothingFound: DiagnosisReport {
        var report = DiagnosisReport(toolVersion: "1.0.0")
        report.ruleCount = 40
        report.ledger.entries = [
            LedgerEntry(
                id: 0, path: "notes.txt", kind: "unknown", kindTitle: "no evidence (text)", status: .skipped,
                byteCount: 12),
            LedgerEntry(
                id: 1, path: "old/Sample.ips", kind: "unreadable", kindTitle: "unreadable file", status: .failed,
                byteCount: 0,
                issues: [
                    LedgerIssue(code: "unreadable-file", severity: .error, message: "permission denied; is it yours?")
                ]),
        ]
        return report
    }

    /// A launch that hung: the main thread and a worker wait for one another.
    static var watchdog: DiagnosisReport {
        var report = DiagnosisReport(toolVersion: "1.0.0")
        report.ruleCount = 40
        report.ledger.entries = [
            LedgerEntry(
                id: 0, path: "crash/Sample-2024-03-02-101112.ips", kind: "crash",
                kindTitle: "crash report (.ips, JSON body)", status: .read, byteCount: 34_117)
        ]
        report.incidents = [watchdogIncident(id: 0, source: 0)]
        return report
    }

    /// An old text report with named tasks, a truncated payload, and an end by the user.
    static var several: DiagnosisReport {
        var report = DiagnosisReport(toolVersion: "1.0.0")
        report.ruleCount = 40
        report.ledger.entries = [
            LedgerEntry(
                id: 0, path: "old/Quarry.crash", kind: "crash", kindTitle: "crash report (text)", status: .read,
                byteCount: 21_004),
            LedgerEntry(
                id: 1, path: "crash/Sample-2024-03-02-101112.ips", kind: "crash",
                kindTitle: "crash report (.ips, JSON body)", status: .partial, byteCount: 34_117,
                issues: [
                    LedgerIssue(
                        code: "json-truncated", severity: .dataLoss,
                        message: "the JSON ends inside a string; what stands before it was read", offset: 34_117,
                        line: 812, path: "$.usedImages[14].name")
                ]),
            LedgerEntry(
                id: 2, path: "payload.json", member: "crashDiagnostics[0]", kind: "metrickit-diagnostics",
                kindTitle: "MetricKit diagnostics", status: .read, byteCount: 1_900_482),
        ]
        var again = watchdogIncident(id: 1, source: 1)
        again.record.isTruncated = true
        report.incidents = [leakedTask(id: 0, source: 0), again, userQuit(id: 2, source: 2)]
        report.incidents.append(watchdogIncident(id: 3, source: 1))
        return report
    }

    static func watchdogIncident(id: Int, source: Int) -> Incident {
        var record = DiagnosticRecord(kind: .crash, source: source)
        record.bugType = "309"
        record.process = ProcessIdentity(name: "Sample", pid: 4321, bundleID: "com.example.sample")
        record.process.version = "1.4.2 (123)"
        record.process.role = "Foreground"
        record.system.description = "iPhone OS 17.4 (21E219)"
        record.system.model = "iPhone15,2"
        record.captured = Timestamp(
            text: "2024-03-02 10:11:12.3456 +0100", microseconds: 1_709_370_672_345_600, zoneMinutes: 60,
            zoneSource: .record)
        record.exception.type = "EXC_CRASH"
        record.exception.signal = "SIGKILL"
        record.termination = watchdogTermination
        record.activities =
            [mainThread, worker]
            + (2..<9).map { index in
                ThreadActivity(index: index, isMain: false, isTriggered: false, state: index < 7 ? .idle : .unknown)
            }
        var incident = Incident(id: id, record: record)
        incident.verdict = "watchdog-scene-create"
        incident.verdictTitle = "The app was not on screen in time after its launch"
        incident.confidence = .certain
        incident.terminated = true
        incident.codeMeaning = "watchdog: the process did not react within the time it had"
        incident.crashFileExpected = true
        incident.findings = [launchBlocked(source: source), mainThreadDeadlock]
        incident.notEvaluable = [
            NotEvaluable(rule: "cpu-exhaustion", missing: ["resource"]),
            NotEvaluable(rule: "assertion-limit", missing: ["log.runningboardd"]),
            NotEvaluable(rule: "disk-writes", missing: ["resource"]),
        ]
        return incident
    }

    private static var watchdogTermination: Termination {
        var end = Termination()
        end.namespace = "FRONTBOARD"
        end.canonicalNamespace = "FRONTBOARD"
        end.namespaceNumber = 10
        end.code = 0x8bad_f00d
        end.cause = "watchdog"
        end.watchdogEvent = "scene-create"
        end.allowance = 19.97
        end.clock = .wall
        end.processVisibility = "Foreground"
        end.processState = "Running"
        end.explanation =
            "scene-create watchdog transgression: application<com.example.sample>:4321 exhausted real (wall clock) "
            + "time allowance of 19.97 seconds"
        var cpu = CPUStatistics()
        cpu.totalSeconds = 15.29
        cpu.totalPercent = 28
        cpu.applicationSeconds = 0.042
        cpu.applicationPercent = 0
        end.cpu = cpu
        end.thermal = ThermalInfo(level: 0, state: "nominal")
        return end
    }

    private static var mainThread: ThreadActivity {
        var main = ThreadActivity(index: 0, isMain: true, isTriggered: true, state: .waiting)
        main.queue = "com.apple.main-thread"
        main.waitKind = "dispatch-sync"
        main.evidenceFrame = 2
        main.firstInAppFrame = 4
        main.inAppText = "Sample: -[Uploader flush] + 24"
        main.lifecycle = "didFinishLaunching"
        main.waitsForThread = 1
        main.frameCount = 31
        main.excerpt = [
            "libsystem_kernel.dylib: __ulock_wait + 8",
            "libdispatch.dylib: _dlock_wait + 56",
            "libdispatch.dylib: __DISPATCH_WAIT_FOR_QUEUE__ + 368",
            "libdispatch.dylib: _dispatch_sync_f_slow + 148",
            "Sample: -[Uploader flush] + 24",
            "Sample: -[AppDelegate application:didFinishLaunchingWithOptions:] + 312",
        ]
        return main
    }

    private static var worker: ThreadActivity {
        var worker = ThreadActivity(index: 1, isMain: false, isTriggered: false, state: .waiting)
        worker.queue = "com.example.upload"
        worker.waitKind = "semaphore"
        worker.evidenceFrame = 0
        worker.firstInAppFrame = 17
        worker.inAppText =
            "Sample: closure #1 () -> () in Sample.UploadCoordinator.finishAll(of: Swift.Array<Sample.Upload>) -> () + 88"
        worker.waitsForThread = 0
        worker.frameCount = 23
        worker.excerpt = (0..<12).map { "libdispatch.dylib: frame_\($0) + \($0 * 4)" }
        return worker
    }
}

extension Samples {
    fileprivate static func launchBlocked(source: Int) -> Finding {
        var finding = Finding(
            rule: "scene-create-main-thread-blocked", verdict: "watchdog-scene-create", level: .error,
            confidence: .certain)
        finding.title = "The app was not on screen in time after its launch"
        finding.message =
            "The main thread waited in dispatch_sync for the queue com.example.upload while the first scene was "
            + "created; after 19.97 s the system ended the app."
        finding.evidence = [
            EvidenceLocation(
                source: source, bytes: 812..<834, line: 31, path: "$.termination.code", excerpt: "\"code\" : 2343432205"
            ),
            EvidenceLocation(
                source: source, bytes: 1_204..<1_310, line: 44, path: "$.termination.details[0]",
                excerpt: "scene-create watchdog transgression: application<com.example.sample>:4321 exhausted real "
                    + "(wall clock) time allowance of 19.97 seconds"),
        ]
        finding.what = "FrontBoard gives an app about 20 seconds to make its first scene."
        finding.why = "Whatever blocks the main thread during the launch uses up this time."
        finding.fix = """
            Do not wait for other queues on the main thread while the app is being launched. Start the work and return; \
            update the interface when it is done:

            ```swift
            func application(_ app: UIApplication, didFinishLaunchingWithOptions options: LaunchOptions?) -> Bool {
                Task { await uploader.flush() }
                return true
            }
            ```

            - Objective-C: use dispatch_async instead of dispatch_sync, and never dispatch_sync from a queue that the \
            main thread waits for.
            - .NET: use await, never .Wait() or .Result.
            """
        finding.falsePositives = "A debugger that stopped the app looks the same."
        finding.references = ["https://developer.apple.com/documentation/xcode/addressing-watchdog-terminations"]
        finding.fingerprint = "bg1:0011223344556677"
        return finding
    }

    private static var mainThreadDeadlock: Finding {
        var finding = Finding(
            rule: "stuck-main-thread", verdict: "stuck-main-thread", level: .warning, confidence: .likely)
        finding.title = "The main thread was blocked"
        finding.message = "The main thread and thread 1 waited for one another."
        finding.fingerprint = "bg1:8899aabbccddeeff"
        return finding
    }

    fileprivate static func leakedTask(id: Int, source: Int) -> Incident {
        var record = DiagnosticRecord(kind: .crash, source: source)
        record.process = ProcessIdentity(name: "採石場", pid: 408, bundleID: "com.example.quarry")
        record.system.platform = "iOS"
        record.system.version = OSVersion([9, 3])
        record.system.build = "13E233"
        record.captured = Timestamp(
            text: "2016-04-01 08:15:30.123", microseconds: 1_459_498_530_123_000, zoneMinutes: 0, zoneSource: .assumed)
        record.termination.namespace = "SPRINGBOARD"
        record.termination.canonicalNamespace = "FRONTBOARD"
        record.termination.code = 0x8bad_f00d
        record.termination.isTruncated = true
        record.termination.explanation = "com.example.quarry has active assertions beyond permitted time:"
        record.assertions = tasks
        var incident = Incident(id: id, record: record)
        incident.verdict = "leaked-background-task"
        incident.verdictTitle = "A background task was begun and never ended"
        incident.confidence = .likely
        incident.terminated = true
        incident.missing = ["the time of the begin of each task: a log of the same minutes would show it"]
        var finding = Finding(
            rule: "assertions-beyond-permitted-time", verdict: "leaked-background-task", level: .error,
            confidence: .likely)
        finding.message = "3 tasks were still open when their time was over; the first is \"Unnamed\"."
        finding.evidence = [
            EvidenceLocation(
                source: source, bytes: 900..<1_204, line: 21,
                excerpt:
                    "com.example.quarry has active assertions beyond permitted time: \n{(\n    <BKProcessAssertion: "
                    + "0x14e6a0b50> identifier: Upload 採石 process: Quarry[408] permittedBackgroundDuration: 180.000000")
        ]
        finding.fix = "End every task that you begin, in its expiration handler too."
        incident.findings = [finding]
        return incident
    }

    private static var tasks: [AssertionInterval] {
        var named = AssertionInterval(kind: .uikitTask, name: "Upload 採石 👩🏽‍💻", reason: "finishTask", end: .open)
        named.allowance = 180
        named.owner = ProcessHandle(name: "Quarry", pid: 408)
        named.flags = ["preventSuspend", "preventIdleSleep"]
        var plain = AssertionInterval(kind: .uikitTask, name: "Unnamed", reason: "finishTask", end: .open)
        plain.allowance = 180
        var long = AssertionInterval(
            kind: .assertion,
            name: "Called by Quarry, from -[GeologyStore synchronizeEverythingWithServer:completion:]",
            reason: "backgroundContentFetching", end: .unknown)
        long.allowance = 30.5
        return [plain, named, long]
    }

    fileprivate static func userQuit(id: Int, source: Int) -> Incident {
        var record = DiagnosticRecord(kind: .exitCounter, source: source)
        record.process.bundleID = "com.example.sample"
        record.process.version = "1.4.2"
        record.counter = ExitCounter(name: "BackgroundTaskAssertionTimeout", count: 12, background: true)
        record.locations = [
            .counter: EvidenceLocation(
                source: source, bytes: 204..<260, line: 0, path: "$.applicationExitMetrics",
                excerpt: "\"cumulativeBackgroundTaskAssertionTimeoutExitCount\" : 12")
        ]
        var incident = Incident(id: id, record: record)
        incident.verdictTitle = "12 ends of an unknown cause"
        return incident
    }
}
