import DiagnosticModel

/// Joins the lines that an app wrote under its executable's name, without a pid (Console.app copies), with those that
/// the daemons wrote about its bundle.
///
/// The two names may have nothing in common ("Runner", "com.example.timer"). What counts: the last part of the bundle
/// identifier, else begins of tasks and of shared assertions at the same moments, else that there is one candidate.
enum LifeMerger {
    /// A task and the assertion that backs it begin within this time.
    static let coincidence: Int64 = 300_000

    static func merge(_ lives: [LifeState]) -> [LifeState] {
        var gone: Set<Int> = []
        for index in lives.indices where isNameOnly(lives[index].life) {
            var tasks = lives[index].tasks
            tasks.pairByOrder(&lives[index].life)
            lives[index].tasks = tasks
            let homes = homes(for: lives[index].life, among: lives, gone)
            guard !homes.isEmpty else { continue }
            share(lives[index], among: homes.map { lives[$0] })
            gone.insert(index)
        }
        return lives.indices.filter { !gone.contains($0) }.map { lives[$0] }
    }

    /// An app that was launched again has one name and several lives: each line belongs to the one of its time.
    private static func share(_ app: LifeState, among homes: [LifeState]) {
        let homes = homes.sorted { $0.life.first.time < $1.life.first.time }
        func home(at time: Int64) -> Int {
            homes.lastIndex { $0.life.first.time <= time + LifeRegistry.lateLines } ?? 0
        }
        for (number, state) in homes.enumerated() {
            let part = LifeState(app.life)
            part.life.intervals = app.life.intervals.filter { home(at: $0.begin ?? $0.endTime ?? .min) == number }
            part.life.events = app.life.events.filter { home(at: $0.moment.time) == number }
            if homes.count > 1 {
                part.life.first = state.life.first
                part.life.last = state.life.last
            }
            join(part, into: state)
        }
    }

    private static func isNameOnly(_ life: ProcessLife) -> Bool {
        life.process.pid == nil && life.process.bundleID == nil && life.process.name != nil && life.exit == nil
    }

    /// The lives that an app's nameless lines belong to: those with the best score, several only when they are runs of
    /// one bundle.
    private static func homes(for life: ProcessLife, among lives: [LifeState], _ gone: Set<Int>) -> [Int] {
        let name = folded(life.process.name ?? "")
        var best: [Int] = []
        var bestScore = 0
        var apps: [Int] = []
        for (index, other) in lives.enumerated() where !gone.contains(index) {
            let candidate = other.life
            guard candidate.source == life.source, candidate.id != life.id,
                candidate.process.pid != nil || candidate.process.bundleID != nil,
                overlap(candidate, life)
            else { continue }
            if let known = candidate.process.name, folded(known) != name { continue }
            if !candidate.process.isDaemon, candidate.process.bundleID?.hasPrefix("com.apple.") == false {
                apps.append(index)
            }
            let score = score(candidate, life, name)
            if score > bestScore {
                bestScore = score
                best = []
            }
            if score == bestScore, score > 0 { best.append(index) }
        }
        // One app with tasks and one bundle: they are each other's.
        if best.isEmpty, Set(apps.map { lives[$0].life.process.bundleID }).count == 1, isOnlyApp(life, lives) {
            best = apps
        }
        return Set(best.map { lives[$0].life.process.bundleID }).count == 1 ? best : []
    }

    private static func isOnlyApp(_ life: ProcessLife, _ lives: [LifeState]) -> Bool {
        guard life.intervals.contains(where: { $0.kind == .uikitTask }) else { return false }
        let others = lives.filter { other in
            other.life.source == life.source && isNameOnly(other.life)
                && other.life.intervals.contains { $0.kind == .uikitTask }
        }
        return Set(others.map { $0.life.process.name }).count == 1
    }

    private static func score(_ candidate: ProcessLife, _ life: ProcessLife, _ name: String) -> Int {
        var score = 0
        if let known = candidate.process.name, folded(known) == name { score += 1000 }
        if let leaf = candidate.process.bundleID?.split(separator: ".").last, folded(String(leaf)) == name {
            score += 500
        }
        let shared = candidate.intervals.filter { $0.name?.hasPrefix("Shared Background Assertion") ?? false }
            .compactMap(\.begin)
        guard !shared.isEmpty else { return score }
        let begins = life.intervals.prefix(2000).compactMap(\.begin).sorted()
        // Runs of one bundle are told apart by their times, not by how much happened in them.
        if score >= 500 { return score }
        score += min(300, shared.prefix(2000).count { has($0, in: begins) } * 10)
        return score
    }

    private static func has(_ time: Int64, in sorted: [Int64]) -> Bool {
        var low = 0
        var high = sorted.count
        while low < high {
            let middle = (low + high) / 2
            if sorted[middle] < time - coincidence { low = middle + 1 } else { high = middle }
        }
        return low < sorted.count && sorted[low] <= time + coincidence
    }

    private static func overlap(_ a: ProcessLife, _ b: ProcessLife) -> Bool {
        a.first.time <= b.last.time + LifeRegistry.lateLines && b.first.time <= a.last.time + LifeRegistry.lateLines
    }

    private static func folded(_ name: String) -> String {
        String(name.lowercased().unicodeScalars.filter { $0.properties.isAlphabetic || ("0"..."9").contains($0) })
    }

    private static func join(_ app: LifeState, into home: LifeState) {
        home.life.process.name = home.life.process.name ?? app.life.process.name
        for var interval in app.life.intervals {
            if let begin = interval.begin { interval.stateAtBegin = home.life.state(at: begin) }
            home.life.intervals.append(interval)
        }
        home.life.events = (home.life.events + app.life.events).sorted { $0.moment.time < $1.moment.time }
        if app.life.first.time < home.life.first.time { home.life.first = app.life.first }
        if app.life.last.time > home.life.last.time { home.life.last = app.life.last }
        home.life.launch = home.life.launch ?? app.life.launch
        if home.life.states.isEmpty { home.life.states = app.life.states }
    }
}
