import DiagnosticModel

/// What the main thread did, what it waited for, and the other threads that matter.
extension Screen {
    mutating func threads(_ incident: Incident) {
        let all = incident.record.activities
        guard !all.isEmpty else { return }
        let byIndex = Dictionary(all.map { ($0.index, $0) }) { first, _ in first }
        let shown = isVerbose ? all : relevant(all, byIndex)
        guard !shown.isEmpty else { return }
        heading("Threads")
        for thread in shown { describe(thread, byIndex) }
        if let chain = waitChain(all, byIndex) {
            canvas.paragraph(style.paint(.mark, chain), indent: 2, hanging: 4)
        }
        let others = all.count - shown.count
        guard others > 0 else { return }
        var states: [String: Int] = [:]
        let indices = Set(shown.map(\.index))
        for thread in all where !indices.contains(thread.index) { states[thread.state.rawValue, default: 0] += 1 }
        let counts = states.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            .map { "\($0.value) \($0.key)" as SafeText }
        let words: SafeText = "\(Words.plural(others, "other thread", "other threads")): \(counts.joined(", ")) (-v)"
        canvas.paragraph(style.paint(.dim, words), indent: 2, hanging: 4)
    }

    /// Main first, then triggered threads, expiration handlers, and those that somebody here waits for.
    private func relevant(_ all: [ThreadActivity], _ byIndex: [Int: ThreadActivity]) -> [ThreadActivity] {
        var shown: [ThreadActivity] = []
        func add(_ thread: ThreadActivity) {
            guard shown.count < 6, !shown.contains(where: { $0.index == thread.index }) else { return }
            shown.append(thread)
            if let next = thread.waitsForThread.flatMap({ byIndex[$0] }) { add(next) }
        }
        all.filter(\.isMain).forEach(add)
        all.filter { $0.isBlockedInHandler || $0.state == .expirationHandler }.forEach(add)
        all.filter(\.isTriggered).forEach(add)
        return shown
    }

    private mutating func describe(_ thread: ThreadActivity, _ byIndex: [Int: ThreadActivity]) {
        var words = name(thread) + ": " + style.paint(.mark, stateWords(thread))
        if let name = thread.name, !name.isEmpty { words += ", named \"\(name)\"" }
        if let queue = thread.queue { words += ", queue \(queue)" }
        if let lifecycle = thread.lifecycle { words += ", inside \(lifecycle)" }
        if let runtime = thread.runtime { words += ", \(runtime) code" }
        if let other = thread.waitsForThread {
            words += ", waits for \(byIndex[other].map(name) ?? "thread \(other)")"
        }
        canvas.paragraph(words, indent: 2, hanging: 4)
        stack(thread)
    }

    private func name(_ thread: ThreadActivity) -> SafeText {
        thread.isMain ? "main thread" : "thread \(thread.index)"
    }

    private func stateWords(_ thread: ThreadActivity) -> SafeText {
        let wait: SafeText = thread.waitKind.map { " (\($0))" } ?? ""
        if thread.isBlockedInHandler { return "blocked inside an expiration handler\(wait)" }
        switch thread.state {
        case .idle: return "idle"
        case .waiting: return "waiting\(wait)"
        case .busy: return "busy"
        case .expirationHandler: return "running an expiration handler\(wait)"
        case .unknown: return "state not known"
        }
    }

    /// The innermost frames; the one that gave the state away and the app's first one are marked.
    private mutating func stack(_ thread: ThreadActivity) {
        let culprit = thread.firstInAppFrame
        let culpritInView = culprit.flatMap { $0 < thread.excerpt.count ? $0 + 3 : nil } ?? 0
        let wanted = isVerbose ? Int.max : max(5, (thread.evidenceFrame ?? 0) + 1, culpritInView)
        let last = min(thread.excerpt.count, wanted)
        for (number, frame) in thread.excerpt.prefix(last).enumerated() {
            drawFrame(number, "\(frame)", note: note(number, thread))
        }
        let hidden = max(thread.frameCount, thread.excerpt.count) - last
        guard let culprit, culprit >= last else {
            if hidden > 0, last > 0 { canvas.line(style.paint(.dim, "       ... \(hidden) more")) }
            return
        }
        if culprit > last { canvas.line(style.paint(.dim, "       ... \(culprit - last) more")) }
        if let text = thread.inAppText { drawFrame(culprit, "\(text)", note: note(culprit, thread)) }
    }

    private func note(_ number: Int, _ thread: ThreadActivity) -> SafeText? {
        if number == thread.firstInAppFrame { return "the app's code" }
        guard number == thread.evidenceFrame else { return nil }
        return thread.state == .waiting || thread.isBlockedInHandler ? "waits here" : "tells the state"
    }

    private mutating func drawFrame(_ number: Int, _ frame: SafeText, note: SafeText?) {
        let digits = String(number)
        let lead: SafeText = "  \(note == nil ? " " : ">") " + .spaces(3 - digits.utf8.count) + "\(digits)  "
        let column = DisplayWidth.of(lead.text)
        let lines = Wrap.lines(frame.text, first: canvas.width - column, rest: canvas.width - column - 2)
        for (row, line) in lines.enumerated() {
            var whole = (row == 0 ? lead : .spaces(column + 2)) + SafeText(alreadySafe: line)
            guard let note, row == lines.count - 1 else {
                canvas.line(whole)
                continue
            }
            let mark = style.paint(.mark, "<- \(note)")
            let room = canvas.width - DisplayWidth.of(whole.text) - DisplayWidth.of(mark.text) - 2
            if room < 0 {
                canvas.line(whole)
                whole = .spaces(column + 2) + mark
            } else {
                whole += "  " + mark
            }
            canvas.line(whole)
        }
    }

    /// "The main thread waits for thread 5, which waits for the main thread: none of them can go on."
    private func waitChain(_ all: [ThreadActivity], _ byIndex: [Int: ThreadActivity]) -> SafeText? {
        guard let start = all.first(where: \.isMain) ?? all.first(where: { $0.waitsForThread != nil }),
            let next = start.waitsForThread
        else { return nil }
        var sentence: SafeText = "The \(name(start)) waits for "
        var seen: Set<Int> = [start.index]
        var index = next
        while true {
            let thread = byIndex[index]
            sentence += thread.map { $0.isMain ? "the main thread" : name($0) } ?? "thread \(index)"
            guard seen.insert(index).inserted else { return sentence + ": none of them can go on." }
            guard seen.count < 10 else { return sentence + ", and so on." }
            guard let thread, let following = thread.waitsForThread else {
                guard let thread else { return sentence + "." }
                return sentence + ", which is \(stateWords(thread))."
            }
            sentence += ", which waits for "
            index = following
        }
    }
}
