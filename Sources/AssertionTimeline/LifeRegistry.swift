import DiagnosticModel

/// Finds the process life that a line speaks of, and begins a new one when it must be another run.
///
/// A pid names one process at a time; a bundle identifier or executable name names any number of runs. Lines of the
/// daemons carry bundle and pid, those of the app its executable and pid: the pid joins the two.
struct LifeRegistry {
    private(set) var lives: [LifeState] = []
    /// How many lives there may be before the quiet ones are condensed.
    private var nextCondensing = mostQuietLives
    /// Stands where a life was let go.
    private let gone = LifeState.placeHolder()
    /// Quiet lives that were let go.
    private(set) var goneCount = 0
    private var owners: [NameKey: Int] = [:]
    private var byPID: [PIDKey: Int] = [:]
    private var byName: [NameKey: Int] = [:]

    struct PIDKey: Hashable {
        var source: Int
        var pid: Int
    }

    /// Lines about a process may still come this long after its exit was reported.
    static let lateLines: Int64 = 3_000_000

    /// The life of a process at a moment.
    ///
    /// - Parameters:
    ///   - startsLife: the line says that the process was launched; after an exit it is a new run.
    mutating func life(_ handle: ProcessHandle, _ event: TimelineEvent, startsLife: Bool = false) -> Int? {
        if let pid = handle.pid, pid > 0 { return life(pid: pid, handle, event, startsLife) }
        guard let name = handle.name else { return nil }
        if let known = byName[key(event.source, name)], isUsable(known, event, startsLife) { return known }
        let made = make(handle, event)
        byName[key(event.source, name)] = made
        return made
    }

    /// The life of a pid whose name the line does not give; nil when it was never named.
    func known(pid: Int, source: Int) -> Int? { byPID[PIDKey(source: source, pid: pid)] }

    /// The only life of an app in a log whose line names nobody; a nameless one when there is none or several.
    mutating func unnamed(_ event: TimelineEvent) -> Int {
        if let known = byName[key(event.source, "")], isUsable(known, event, false) { return known }
        let made = make(ProcessHandle(), event)
        byName[key(event.source, "")] = made
        return made
    }

    private mutating func life(
        pid: Int, _ handle: ProcessHandle, _ event: TimelineEvent, _ startsLife: Bool
    ) -> Int {
        let key = PIDKey(source: event.source, pid: pid)
        if let known = byPID[key] {
            if isUsable(known, event, startsLife), lives[known].agrees(with: handle) {
                if !lives[known].knows(handle) {
                    lives[known].learn(handle)
                    remember(handle, known, event.source)
                }
                return known
            }
            if !lives[known].isGone { lives[known].abandon(at: event.time) }
        } else if let name = handle.name, let known = byName[self.key(event.source, name)],
            lives[known].life.process.pid == nil, isUsable(known, event, startsLife)
        {
            // "Forcing crash report of Harbour..." first, its pid later.
            lives[known].life.process.pid = pid
            lives[known].learn(handle)
            byPID[key] = known
            return known
        }
        let made = make(handle, event)
        byPID[key] = made
        remember(handle, made, event.source)
        return made
    }

    private mutating func remember(_ handle: ProcessHandle, _ life: Int, _ source: Int) {
        if let name = handle.name { byName[key(source, name)] = life }
    }

    private func key(_ source: Int, _ name: String) -> NameKey { NameKey(source: source, name: name) }

    private func isUsable(_ index: Int, _ event: TimelineEvent, _ startsLife: Bool) -> Bool {
        if lives[index].isGone { return false }
        guard let exit = lives[index].life.exit else { return true }
        return event.time <= exit.moment.time &+ (startsLife ? 0 : Self.lateLines)
    }

    private mutating func make(_ handle: ProcessHandle, _ event: TimelineEvent) -> Int {
        if lives.count >= nextCondensing { condense(before: event.time) }
        let id = lives.count
        let moment = Moment(event.time, event.location)
        lives.append(LifeState(ProcessLife(id: id, process: ProcessIdentity(), source: event.source, first: moment)))
        lives[id].learn(handle)
        lives[id].life.process.pid = handle.pid.flatMap { $0 > 0 ? $0 : nil }
        return id
    }

    /// A new life for a process whose old one must be over.
    mutating func restart(_ handle: ProcessHandle, _ event: TimelineEvent) -> Int {
        let made = make(handle, event)
        if let pid = handle.pid { byPID[PIDKey(source: event.source, pid: pid)] = made }
        remember(handle, made, event.source)
        return made
    }

    /// Long logs have more process lives than anybody reads: those that are over and had nothing to say are counted
    /// and let go, the oldest first.
    private mutating func condense(before time: Int64) {
        nextCondensing = lives.count + Self.mostQuietLives / 2
        for index in lives.indices where !lives[index].isGone {
            guard let exit = lives[index].life.exit, exit.isKill != true, exit.moment.time < time - 60_000_000,
                lives[index].isClean
            else { continue }
            lives[index] = gone
            goneCount += 1
        }
    }

    static let mostQuietLives = 2000
    /// Remembers who holds an assertion, for lines that name nothing else.
    mutating func own(_ key: String, _ source: Int, _ index: Int) {
        if owners.count > 100_000 { owners.removeAll() }
        owners[NameKey(source: source, name: key)] = index
    }

    /// The life for which an assertion was taken.
    func owner(of key: String, _ source: Int) -> Int? {
        owners[NameKey(source: source, name: key)].flatMap { lives[$0].isGone ? nil : $0 }
    }

    func change(_ index: Int, _ body: (LifeState) -> Void) { body(lives[index]) }
}

/// A name within one log.
struct NameKey: Hashable {
    var source: Int
    var name: String
}

/// A life under construction.
final class LifeState {
    var life: ProcessLife
    var tasks = TaskLayer()
    var assertions = AssertionLayer()
    var states = StateLayer()
    /// The log went on after this life was lost sight of: another process has its pid.
    private(set) var abandonedAt: Int64?

    init(_ life: ProcessLife) { self.life = life }

    func abandon(at time: Int64) { if abandonedAt == nil { abandonedAt = time } }

    /// A place holder for a life that was let go.
    private(set) var isGone = false

    static func placeHolder() -> LifeState {
        let state = LifeState(ProcessLife(id: -1, process: ProcessIdentity(), source: -1, first: Moment(0)))
        state.isGone = true
        return state
    }

    /// Everything ended in good time and nothing was out of the ordinary.
    fileprivate var isClean: Bool {
        life.events.isEmpty && tasks.unnumbered.isEmpty
            && life.intervals.allSatisfy { interval in
                (interval.end == .observed || interval.kind != .uikitTask || interval.isSystem)
                    && interval.notEnded == nil && interval.warnedLong == nil && interval.timedOut == nil
            }
    }

    func see(_ event: TimelineEvent) {
        if event.time >= life.last.time { life.last = Moment(event.time, event.location) }
        if event.time < life.first.time { life.first = Moment(event.time, event.location) }
    }

    func note(_ name: String, _ event: TimelineEvent, text: String? = nil, number: Int? = nil) {
        guard life.events.count < 20_000 else { return }
        life.events.append(
            LifeEvent(name: name, moment: Moment(event.time, event.location), text: text, number: number))
    }

    /// Nothing new in the handle.
    func knows(_ handle: ProcessHandle) -> Bool {
        guard let name = handle.name else { return true }
        return name == life.process.bundleID || name == life.process.name
    }

    /// Bundle identifiers and executable names are told apart by their dots.
    func learn(_ handle: ProcessHandle) {
        guard let name = handle.name?.trimmed else { return }
        let kind = handle.kind ?? ""
        if ["osservice", "daemon", "xpcservice"].contains(kind), name.hasPrefix("com.apple.") || kind != "xpcservice" {
            life.process.isDaemon = true
        }
        if Self.isBundle(name, handle.kind) {
            if life.process.bundleID == nil { life.process.bundleID = name }
        } else if life.process.name == nil {
            life.process.name = name
        }
        if handle.kind == "xpcservice" { life.process.isExtension = true }
    }

    private static func isBundle(_ name: String, _ kind: String?) -> Bool {
        name.utf8.count(where: { $0 == 0x2E }) >= 2 && !name.contains(" ")
    }

    /// False when the handle names another program than the life's own: its pid was given out again.
    func agrees(with handle: ProcessHandle) -> Bool {
        guard let name = handle.name, name != life.process.bundleID, name != life.process.name else { return true }
        if Self.isBundle(name, handle.kind) { return life.process.bundleID.map { $0 == name } ?? true }
        // assertiond and the kernel cut long names; they name the same process.
        return life.process.name.map { $0.hasPrefix(name) || name.hasPrefix($0) } ?? true
    }
}

extension String {
    /// Without blanks around it.
    var trimmed: String {
        var text = self[...]
        while text.first == " " { text = text.dropFirst() }
        while text.last == " " { text = text.dropLast() }
        return String(text)
    }
}
