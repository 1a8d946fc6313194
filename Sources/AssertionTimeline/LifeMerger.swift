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
            guard let home = home(for: lives[index].life, among: lives, gone) else { continue }
            join(lives[index], into: lives[home])
            gone.insert(index)
        }
        return lives.indices.filter { !gone.contains($0) }.map { lives[$0] }
    }

    private static func isNameOnly(_ life: ProcessLife) -> Bool {
        life.process.pid == nil && life.process.bundleID == nil && life.process.name != nil && life.exit == nil
    }

    private static func home(for life: ProcessLife, among lives: [LifeState], _ gone: Set<Int>) -> Int? {
        let name = folded(life.process.name ?? "")
        var best: (score: Int, index: Int)?
        var isTied = false
        for (index, other) in lives.enumerated() where !gone.contains(index) {
            let candidate = other.life
            guard candidate.source == life.source, candidate.id != life.id,
                candidate.process.pid != nil || candidate.process.bundleID != nil,
                overlap(candidate, life)
            else { continue }
            if let known = candidate.process.name, folded(known) != name { continue }
            let score = score(candidate, life, name)
            guard score > 0 else { continue }
            isTied = best.map { $0.score == score } ?? false
            if best == nil || score > best!.score { best = (score, index) }
        }
        return isTied ? nil : best?.index
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
