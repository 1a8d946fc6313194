/// Makes realistic `.ips` reports of a wanted size, each different from the others, for measurements.
struct ReportMaker {
    private var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    private static let verbs = ["load", "save", "flush", "merge", "index", "upload", "refresh", "prune"]
    private static let nouns = ["Ledger", "Chart", "Journal", "Track", "Album", "Recipe", "Voyage", "Harvest"]
    private static let systemFrames = [
        ("libsystem_kernel.dylib", "__workq_kernreturn"), ("libsystem_pthread.dylib", "_pthread_wqthread"),
        ("libdispatch.dylib", "_dispatch_client_callout"), ("CoreFoundation", "__CFRunLoopDoSources0"),
        ("Foundation", "-[NSOperation start]"), ("libobjc.A.dylib", "objc_msgSend"),
    ]

    /// A watchdog report of about `size` bytes.
    mutating func report(index: Int, size: Int) -> [UInt8] {
        let pid = 400 + index
        let name = Self.nouns[index % Self.nouns.count] + String(index)
        var text = """
            {"app_name":"\(name)","timestamp":"2026-03-0\(1 + index % 9) 10:\(10 + index % 50):00.00 +0100","app_version":"\(index).1","slice_uuid":"\(uuid())","build_version":"\(index)","platform":2,"bundleID":"com.example.\(name.lowercased())","share_with_app_devs":0,"is_first_party":0,"bug_type":"309","os_version":"iPhone OS 17.\(index % 6) (21E219)","roots_installed":0,"name":"\(name)","incident_id":"\(uuid())"}
            {
              "uptime" : \(10_000 + index),
              "procRole" : "Foreground",
              "version" : 2,
              "userID" : 501,
              "modelCode" : "iPhone15,\(index % 4)",
              "osVersion" : { "isEmbedded" : true, "train" : "iPhone OS 17.4", "releaseType" : "User", "build" : "21E219" },
              "captureTime" : "2026-03-01 10:10:00.1234 +0100",
              "incident" : "\(uuid())",
              "pid" : \(pid),
              "procName" : "\(name)",
              "procPath" : "\\/private\\/var\\/containers\\/Bundle\\/Application\\/\(uuid())\\/\(name).app\\/\(name)",
              "exception" : {"codes":"0x0000000000000000, 0x0000000000000000","rawCodes":[0,0],"type":"EXC_CRASH","signal":"SIGKILL"},
              "termination" : {"code":2343432205,"flags":6,"namespace":"FRONTBOARD","reasons":["<RBSTerminateContext| domain:10 code:0x8BADF00D explanation:scene-update watchdog transgression: app<com.example.\(name.lowercased())>:\(pid) exhausted real (wall clock) time allowance of 10.00 seconds","ProcessVisibility: Background","ProcessState: Running","WatchdogEvent: scene-update","WatchdogVisibility: Background","WatchdogCPUStatistics: (","\\"Elapsed total CPU time (seconds): 21.930 (user 18.100, system 3.830), 100% CPU\\",","\\"Elapsed application CPU time (seconds): 0.\(index % 10)24, 0% CPU\\"",") reportType:CrashLog maxTerminationResistance:Interactive>"]},
              "faultingThread" : 0,
              "threads" : [
            """
        text += thread(main: true, name: name)
        while text.utf8.count < size * 4 / 5 { text += ",\n" + thread(main: false, name: name) }
        text += "\n  ],\n  \"usedImages\" : [\n" + images(name, until: size - text.utf8.count)
        return Array((text + "\n  ]\n}\n").utf8)
    }

    private mutating func thread(main: Bool, name: String) -> String {
        var frames: [String] = []
        if main {
            frames += [
                frame(1, "semaphore_wait_trap"), frame(2, "_dispatch_semaphore_wait_slow"),
                frame(0, "-[\(name)Store \(Self.verbs.randomElement(using: &random) ?? "load")All]"),
                frame(
                    0, "$s\(name.utf8.count)\(name)11AppDelegateC26applicationDidEnterBackgroundyySo13UIApplicationCF"),
            ]
        }
        for _ in 0..<Int.random(in: 20...45, using: &random) {
            let pick = Self.systemFrames.randomElement(using: &random) ?? ("libdispatch.dylib", "start")
            frames.append(frame(Int.random(in: 1...8, using: &random), pick.1))
        }
        let queue = main ? "\"triggered\":true,\"queue\":\"com.apple.main-thread\"," : ""
        return
            "    {\(queue)\"id\":\(Int.random(in: 1000...99999, using: &random)),\"frames\":[\(frames.joined(separator: ","))]}"
    }

    private mutating func frame(_ image: Int, _ symbol: String) -> String {
        "{\"imageOffset\":\(Int.random(in: 1000...9_999_999, using: &random)),\"symbol\":\"\(symbol)\",\"symbolLocation\":\(Int.random(in: 4...900, using: &random)),\"imageIndex\":\(image)}"
    }

    private mutating func images(_ name: String, until size: Int) -> String {
        var text = image("\(name)", "/private/var/containers/Bundle/Application/\(uuid())/\(name).app/\(name)")
        let names = [
            "libsystem_kernel.dylib", "libdispatch.dylib", "CoreFoundation", "Foundation", "UIKitCore",
            "libobjc.A.dylib",
        ]
        var index = 0
        while text.utf8.count < size || index < 10 {
            let library = index < names.count ? names[index] : "Framework\(index)"
            text += ",\n" + image(library, "/System/Library/Frameworks/\(library).framework/\(library)")
            index += 1
        }
        return text
    }

    private mutating func image(_ name: String, _ path: String) -> String {
        "    {\"source\":\"P\",\"arch\":\"arm64\",\"base\":\(Int.random(in: 4_000_000_000...8_000_000_000, using: &random)),\"size\":131072,\"uuid\":\"\(uuid())\",\"path\":\"\(path)\",\"name\":\"\(name)\"}"
    }

    private mutating func uuid() -> String {
        func hex(_ digits: Int) -> String {
            let text = String(UInt64.random(in: 0..<(1 << UInt64(4 * digits)), using: &random), radix: 16)
            return String(repeating: "0", count: digits - text.utf8.count) + text
        }
        return "\(hex(8))-\(hex(4))-\(hex(4))-\(hex(4))-\(hex(12))".uppercased()
    }
}
