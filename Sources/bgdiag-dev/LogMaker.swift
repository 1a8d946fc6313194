/// Makes `log show` dumps of any size: the chatter of a device, and between it the lines of apps that begin and end
/// background tasks, go to the background, are suspended and now and then killed. The same seed gives the same bytes.
struct LogMaker {
    private var random: SeededGenerator
    private var microseconds: Int64 = 0
    private var counter = 0
    private var queue: [String] = []
    private var nextPID = 400

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    static let head = "Timestamp                       Thread     Type        Activity             PID    TTL  \n"

    /// Appends lines up to about `size` bytes; `relevant` of a thousand lines are about apps and their tasks.
    mutating func lines(size: Int, relevantPerMille: Int, into out: inout [UInt8]) {
        out.reserveCapacity(size + 2048)
        while out.count < size {
            microseconds += Int64.random(in: 20...900, using: &random)
            let isRelevant = Int.random(in: 0..<1000, using: &random) < relevantPerMille
            out += (isRelevant ? relevantLine() : noiseLine()).utf8
        }
    }

    private func prefix(_ thread: Int, _ type: String, _ pid: Int) -> String {
        let seconds = microseconds / 1_000_000
        let time =
            "2026-11-\(Self.pad(Int(1 + seconds / 86_400 % 28), 2)) \(Self.pad(Int(seconds / 3600 % 24), 2)):\(Self.pad(Int(seconds / 60 % 60), 2)):"
            + "\(Self.pad(Int(seconds % 60), 2)).\(Self.pad(Int(microseconds % 1_000_000), 6))+0100"
        return "\(time) 0x\(String(thread, radix: 16))     \(type)     0x0                  \(pid)    0    "
    }

    private static func pad(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }

    // MARK: noise

    private static let daemons = [
        ("kernel", 0, "com.apple.iokit:power"), ("wifid", 61, "com.apple.WiFiManager:"),
        ("bluetoothd", 98, "com.apple.bluetooth:Server.Core"), ("locationd", 72, "com.apple.locationd.Core:Fence"),
        ("mediaserverd", 101, "com.apple.coreaudio:aqme"), ("CommCenter", 88, "com.apple.CommCenter:bb.stats"),
        ("apsd", 92, "com.apple.apsd:courier"), ("symptomsd", 129, "com.apple.symptomsd:flow"),
        ("identityservicesd", 140, "com.apple.IDS:Daemon"), ("cloudd", 160, "com.apple.cloudkit:CK"),
        ("nsurlsessiond", 94, "com.apple.CFNetwork:Default"), ("SpringBoard", 60, "com.apple.SpringBoard:Layout"),
        ("backboardd", 59, "com.apple.BackBoard:TouchEvents"), ("dasd", 75, "com.apple.duetactivityscheduler:scoring"),
        ("powerd", 46, "com.apple.powerd:sleepWake"), ("nfcd", 205, "com.apple.nfc:default"),
    ]
    private static let words = [
        "update", "request", "client", "connection", "state", "policy", "network", "interface", "en0", "session",
        "cache",
        "completed", "started", "handler", "error=0", "flow", "token", "scheduled", "received", "interval=30",
        "changed",
        "from", "with", "for", "bytes=1044", "power", "sensor", "value=(null)", "queue", "nominal", "process", "assert",
    ]

    private mutating func noiseLine() -> String {
        let (name, pid, label) = Self.daemons.randomElement(using: &random) ?? Self.daemons[0]
        var message = ""
        for _ in 0..<Int.random(in: 4...22, using: &random) {
            message += " " + (Self.words.randomElement(using: &random) ?? "")
        }
        return prefix(0x1000 + pid * 7, "Default", pid) + "\(name): (lib\(name).dylib) [\(label)]\(message)\n"
    }

    // MARK: relevant lines

    private mutating func relevantLine() -> String {
        if queue.isEmpty { queue = story().reversed() }
        return queue.popLast() ?? ""
    }

    /// One run of one app, line by line; the times are filled in as the lines are used.
    private mutating func story() -> [String] {
        counter += 1
        nextPID = nextPID % 90_000 + 1
        let pid = nextPID
        let app = "app<com.example.app\(counter % 40)>:\(pid)"
        let executable = "App\(counter % 40)"
        var lines: [String] = []
        func daemon(_ text: String) {
            lines.append(
                prefix(0x4ea, "Default", 34)
                    + "runningboardd: (RunningBoard) [com.apple.runningboard:assertion] \(text)\n")
        }
        func own(_ text: String) {
            lines.append(
                prefix(0x6576, "Default", pid) + "\(executable): (UIKitCore) [com.apple.UIKit:BackgroundTask] \(text)\n"
            )
        }
        daemon("Now tracking process: [\(app)]")
        daemon("Calculated state for \(app): running-active (role: UserInteractiveFocal)")
        for task in 1...Int.random(in: 1...6, using: &random) {
            let handle = "<_UIBackgroundTaskInfo: 0x28\(String(counter & 0xFFFF, radix: 16))\(task)0>"
            let description =
                "\(handle): taskID = \(task), taskName = app.work\(task), creationTime = \(70_000 + counter) (elapsed = 0)"
            own(
                "Will add backgroundTask with taskName: app.work\(task), expirationHandler: <__NSMallocBlock__: 0x281f0a6c0>"
            )
            own("Created background task \(description).")
            daemon(
                "Acquiring assertion targeting [\(app)] from originator [\(app)] with description <RBSAssertionDescriptor| \"Shared Background Assertion \(task) for com.example.app\(counter % 40)\" ID:34-\(pid)-\(counter * 8 + task) target:\(pid) attributes:[\n\t<RBSLegacyAttribute| requestedReason:FinishTask reason:FinishTask flags:( PreventTaskSuspend )>\n\t]>"
            )
            daemon(
                "Assertion 34-\(pid)-\(counter * 8 + task) (target:[\(app)]) will be created as inactive as start-time-defining assertions exist"
            )
            daemon("Calculated state for \(app): running-active (role: UserInteractiveFocal) (endowments: (null))")
            own("Ending background task with UIBackgroundTaskIdentifier: \(task)")
            own(
                "Ending task with identifier \(task) and description: \(description), _expireHandler: <__NSMallocBlock__: 0x281f0a6c0>"
            )
            daemon("Invalidating assertion 34-\(pid)-\(counter * 8 + task) (target:[\(app)]) from originator [\(app)]")
        }
        daemon("Calculated state for \(app): running-suspended (role: None) (endowments: (null))")
        daemon("[\(app)] termination reported by proc_exit")
        daemon("Removing process: [\(app)]")
        return lines
    }
}
