import DiagnosticModel
import Matching

extension TimelineEvent.Kind {
    /// The part of the timeline that an event changes, by the first word of its name.
    enum Family: Sendable { case task, bgTask, assertion, state, end }

    static let families: [TimelineEvent.Kind: Family] = Dictionary(
        uniqueKeysWithValues: allCases.map { kind in
            let word = kind.rawValue.prefix { $0 != "." }
            let family: Family =
                switch word {
                case "task": .task
                case "bgtask": .bgTask
                case "assertion": .assertion
                case "state", "launch": .state
                default: .end
                }
            return (kind, family)
        })

    /// Whose lines these are, as a bit of `LogEvidence`.
    var evidence: LogEvidence {
        switch self {
        case .exitContext, .exitSignal, .exitStatus: .launchd
        default:
            switch TimelineEvent.Kind.families[self] {
            case .task: .uikit
            case .assertion: .runningBoard
            case .state where rawValue.hasPrefix("launch."): .frontBoard
            case .end where rawValue.hasPrefix("kill."): .runningBoard
            case .end where rawValue.hasPrefix("watchdog."): .frontBoard
            default: []
            }
        }
    }

    /// The process did not run before.
    var startsLife: Bool {
        switch self {
        case .stateTracked, .launchBootstrap: true
        default: false
        }
    }

    /// The line may be the first to name an assertion.
    var beginsAssertion: Bool {
        switch self {
        case .assertionAcquired, .assertionAttempted, .assertionActivated, .assertionListed: true
        default: false
        }
    }

    /// The whole message is kept: what ended the process is decoded from all of it.
    var isAboutAnEnd: Bool {
        switch self {
        case .killForced, .killRequested, .killLockedFiles, .exitObserved, .exitContext, .exitSignal, .exitStatus,
            .exitPending, .memoryKill, .memoryLimit, .cpuKill, .cpuLimit, .assertionLimit, .watchdogText,
            .watchdogViolated, .voipNoCall, .appException, .appLaunchFailed, .appEndedByDebugger, .gpuRefused:
            true
        default: false
        }
    }
}

extension TimelineEvent {
    /// A line without any process is still about some app.
    var isAboutAnApp: Bool {
        switch kind {
        case .killForced, .killLockedFiles, .watchdogText, .memoryLimit, .assertionListed, .killRequested,
            .assertionLimit:
            true
        default: false
        }
    }

    /// An explanation that says whose assertion ran out.
    var namesAssertion: Bool { self["message"].map { Text.contains("to invalidate assertion", in: $0) } ?? false }

    /// The process the line is about, from whichever part of it names one.
    var subjectHandle: ProcessHandle? {
        switch kind {
        case .assertionAcquired, .assertionAttempted, .assertionListed: return heldFor
        case .stateApplication, .stateSession, .stateNetwork, .stateLocation:
            guard let pid = int("pid") else { return named(self["bundle"]) }
            return ProcessHandle(name: self["bundle"], pid: pid)
        case .stateObserved:
            return ProcessHandle(kind: target?.kind, name: target?.name, pid: int("pid") ?? target?.pid)
        case .memoryKill, .memoryLimit, .cpuKill, .cpuLimit:
            guard self["name"] != nil || self["pid"] != nil else { return nil }
            return ProcessHandle(name: self["name"], pid: int("pid"))
        case .launchRequested, .launchBackground: return named(self["name"])
        case .launchSnapshot: return named(self["name"].flatMap(Self.sceneBundle))
        case .pushLaunch: return named(self["name"].flatMap(Self.activityBundle))
        case .reportSaved: return named(self["name"] ?? self["path"].flatMap(Self.reportProcess))
        case .reportStarted: return ProcessHandle(name: self["name"], pid: int("pid"))
        case .killForced, .killLockedFiles: return target ?? Self.leadingHandle(self["text"] ?? "")
        case .exitContext, .exitSignal, .exitStatus: return target ?? label.flatMap(Self.jobHandle)
        case .exitObserved:
            if let target, target.kind != "UIKitApplication" || target.pid != nil { return target }
            return label.flatMap(Self.jobHandle) ?? target
        default: return target
        }
    }

    /// An assertion keeps its target running, whoever asked for it. Old dumps name the owner only.
    private var heldFor: ProcessHandle? {
        if let target, target.name != nil || target.pid != nil { return target }
        return originator
    }

    private func named(_ name: String?) -> ProcessHandle? { name.map { ProcessHandle(name: $0) } }

    /// `user/503/UIKitApplication:com.example.a[0959][rb-legacy] [57171]`, `gui/501/application.com.example.a[11759]`.
    private static func jobHandle(_ label: String) -> ProcessHandle? {
        guard let mark = Text.find("UIKitApplication:", in: label) ?? Text.find("/application.", in: label) else {
            return bareJob(label)
        }
        let rest = label[mark...]
        let bundle = rest.prefix { $0 != "[" && $0 != " " && $0 != ")" }
        guard !bundle.isEmpty else { return nil }
        return ProcessHandle(kind: "UIKitApplication", name: String(bundle), pid: lastNumber(rest))
    }

    /// `(UIKitApplication:com.example.a[0xc343][4821])`: the last number in brackets is the pid.
    private static func lastNumber(_ text: Substring) -> Int? {
        let groups = text.split(whereSeparator: { "[]() :".contains($0) })
        return groups.last { $0.allSatisfy(\.isNumber) && $0.utf8.count < 8 && !$0.hasPrefix("0") }.flatMap { Int($0) }
    }

    private static func bareJob(_ label: String) -> ProcessHandle? {
        guard let last = label.split(separator: "/").last, last.contains("[") else { return nil }
        let name = last.prefix { $0 != "[" }
        guard let pid = lastNumber(last[last.index(last.startIndex, offsetBy: name.count)...]) else { return nil }
        return ProcessHandle(kind: "osservice", name: String(name), pid: pid)
    }

    /// The process at the start of "Willow:24424 has active assertions…", "BG[21017]...", "<FBApplicationProcess: …> (…".
    private static func leadingHandle(_ text: String) -> ProcessHandle? {
        var end = text.endIndex
        if text.first == "<" {
            var depth = 0
            for index in text.indices {
                if text[index] == "<" { depth += 1 }
                if text[index] == ">" { depth -= 1 }
                if depth == 0 {
                    end = text.index(after: index)
                    break
                }
            }
        } else {
            for mark in [" has active", " was suspended", "...", "…", " (reason", "\n"] {
                if let found = Text.find(mark, in: text) {
                    let start = text.utf8.index(found, offsetBy: -mark.utf8.count)
                    end = min(end, start)
                }
            }
        }
        let handle = ProcessHandle(parsing: String(text[..<end].prefix(200)))
        return handle.name == nil && handle.pid == nil ? nil : handle
    }

    /// `com.example.a-1A2B…` or `com.example.a-default`: the scene's bundle.
    private static func sceneBundle(_ scene: String) -> String? {
        let bundle = scene.prefix { $0 != "-" && $0 != "%" }
        return bundle.contains(".") ? String(bundle) : nil
    }

    /// `com.example.a:DBA43D`.
    private static func activityBundle(_ activity: String) -> String? {
        let bundle = activity.prefix { $0 != ":" && $0 != " " }
        return bundle.contains(".") ? String(bundle) : nil
    }

    /// `/var/mobile/Library/Logs/CrashReporter/BT_2010-11-25-113002_some-iPhone.plist`, `…/Willow-2024-05-01-101112.ips`.
    private static func reportProcess(_ path: String) -> String? {
        guard let file = path.split(separator: "/").last else { return nil }
        var name: [Character] = []
        var previous: Character = " "
        for character in file {
            if character.isNumber, previous == "-" || previous == "_" { break }
            name.append(character)
            previous = character
        }
        while let last = name.last, "-_ ".contains(last) { name.removeLast() }
        return name.isEmpty ? nil : String(name)
    }
}

/// The kinds of lines a log has, as the `needs` of rules name them.
struct LogEvidence: OptionSet {
    let rawValue: UInt8

    static let uikit = LogEvidence(rawValue: 1)
    static let runningBoard = LogEvidence(rawValue: 2)
    static let launchd = LogEvidence(rawValue: 4)
    static let frontBoard = LogEvidence(rawValue: 8)

    var words: Set<String> {
        var words: Set<String> = []
        if contains(.uikit) { words.insert("log.uikit") }
        if contains(.runningBoard) { words.insert("log.runningboardd") }
        if contains(.launchd) { words.insert("log.launchd") }
        if contains(.frontBoard) { words.insert("log.frontboard") }
        return words
    }
}
