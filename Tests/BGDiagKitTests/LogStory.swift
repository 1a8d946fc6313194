import BGDiagKit
import DiagnosticModel

/// Small logs, line by line: `log show --style compact` of 2024-01-01, one app called Willow.
struct LogStory {
    var lines: [String] = []
    static let bundle = "com.example.willow"
    /// 2024-01-01T10:00:00Z.
    static let start: Int64 = 1_704_103_200_000_000

    mutating func add(_ second: Double, _ process: String, _ message: String) {
        let millis = Int((second * 1000).rounded())
        func pad(_ number: Int, _ width: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, width - text.count)) + text
        }
        let time = "\(pad(10 + millis / 3_600_000, 2)):\(pad(millis / 60_000 % 60, 2)):\(pad(millis / 1000 % 60, 2))"
        lines.append(
            "2024-01-01 \(time).\(pad(millis % 1000, 3))+0000 Df \(process) \(message)".replacing("+0000", with: ""))
    }

    mutating func app(_ second: Double, _ message: String, pid: Int = 77, name: String = "Willow") {
        add(second, "\(name)[\(pid):1a]", "[com.apple.UIKit:BackgroundTask] " + message)
    }

    mutating func daemon(_ second: Double, _ message: String, pid: Int = 37) {
        add(second, "runningboardd[\(pid):1a]", "[com.apple.runningboard:assertion] " + message)
    }

    mutating func launchd(_ second: Double, _ message: String, pid: Int = 77, bundle: String = Self.bundle) {
        add(second, "launchd[1:1a]", "[user/501/UIKitApplication:\(bundle)[d00d][rb-legacy] [\(pid)]:] " + message)
    }

    mutating func begin(_ second: Double, _ task: Int, _ name: String, creation: Int = 1000, pid: Int = 77) {
        app(
            second, "Will add backgroundTask with taskName: \(name), expirationHandler: <__NSMallocBlock__: 0x1>",
            pid: pid)
        app(
            second + 0.001,
            "Created background task <_UIBackgroundTaskInfo: 0x1>: taskID = \(task), taskName = \(name), "
                + "creationTime = \(creation + Int(second)) (elapsed = 0).", pid: pid)
    }

    mutating func end(_ second: Double, _ task: Int, pid: Int = 77) {
        app(second, "Ending background task with UIBackgroundTaskIdentifier: \(task)", pid: pid)
    }

    mutating func state(_ second: Double, _ word: String, role: String? = nil, bundle: String = Self.bundle) {
        let tail = role.map { " (role: \($0)) (endowments: (null))" } ?? " (role: None) (endowments: (null))"
        daemon(second, "Calculated state for app<\(bundle)>: \(word)\(tail)")
    }

    mutating func track(_ second: Double, pid: Int = 77, bundle: String = Self.bundle) {
        daemon(second, "Now tracking process: [app<\(bundle)>:\(pid)]")
    }

    var text: String { lines.joined(separator: "\n") + "\n" }

    func timeline() -> Timeline {
        var diagnosis = Diagnosis()
        diagnosis.add(bytes: Array(text.utf8), path: "story.log")
        return diagnosis.timeline()
    }

    /// Lives of apps.
    var lives: [ProcessLife] { timeline().lives.filter { !$0.process.isDaemon } }
    var life: ProcessLife? { lives.count == 1 ? lives[0] : nil }

    static func at(_ second: Double) -> Int64 { start + Int64(second * 1e6) }
}

extension ProcessLife {
    func task(_ name: String) -> AssertionInterval? {
        intervals.first { $0.kind == .uikitTask && $0.name == name }
    }
}
