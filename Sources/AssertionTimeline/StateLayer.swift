import DiagnosticModel

/// The five states of one process life, from whichever daemon tells of them.
struct StateLayer {
    private(set) var current = ProcessState.unknown

    mutating func set(_ state: ProcessState, _ event: TimelineEvent, _ life: inout ProcessLife, weak: Bool = false) {
        guard state != .unknown, state != current, !weak || current == .unknown else { return }
        // The exit is the last word, but for lines that were written before it and come late.
        if current == .notRunning, let exit = life.exit, event.time >= exit.moment.time { return }
        current = state
        if let last = life.states.indices.last, life.states[last].end == nil {
            life.states[last].end = max(event.time, life.states[last].begin.time)
        }
        guard life.states.count < 100_000 else { return }
        life.states.append(StateSpan(state: state, begin: Moment(event.time, event.location)))
    }

    /// `running-active (role: UserInteractiveFocal)`, `running-suspended`, `none`.
    mutating func calculated(_ event: TimelineEvent, _ life: inout ProcessLife) {
        let word = event["state"] ?? ""
        let role = event["role"] ?? ""
        if word.hasPrefix("running-suspended") { return set(.suspended, event, &life) }
        guard word.hasPrefix("running") else {
            if word == "none", life.exit != nil { set(.notRunning, event, &life) }
            return
        }
        switch role {
        case "UserInteractiveFocal", "UserInteractive": set(.active, event, &life)
        case "UserInteractiveNonFocal": set(.inactive, event, &life)
        // Before its first scene a launching app has a role of its own.
        case "LaunchTAL", "UserInitiated":
            if !current.isForeground { set(.background, event, &life) }
        default: set(.background, event, &life)
        }
    }

    /// `running-active-Visible`, `running-suspended-NotVisible`.
    mutating func observed(_ event: TimelineEvent, _ life: inout ProcessLife) {
        let word = event["state"] ?? ""
        if word.hasPrefix("running-suspended") { return set(.suspended, event, &life) }
        guard word.hasPrefix("running") else { return }
        if word.contains("NotVisible") {
            set(.background, event, &life)
        } else if word.contains("Visible"), !current.isForeground {
            set(.active, event, &life)
        }
    }

    mutating func visibility(_ word: String, _ event: TimelineEvent, _ life: inout ProcessLife) {
        switch word {
        case "Foreground": if !current.isForeground { set(.active, event, &life) }
        case "Background": if current != .suspended { set(.background, event, &life) }
        default: break
        }
    }

    mutating func task(_ word: String, _ event: TimelineEvent, _ life: inout ProcessLife) {
        switch word {
        case "Suspended": set(.suspended, event, &life)
        case "Not Running": set(.notRunning, event, &life)
        case "Running": if current == .suspended { set(.background, event, &life) }
        default: break
        }
    }

    /// `Foreground Running`, `Background Running`, `Background Task Suspended`, `ForegroundRunning`, `Terminated`.
    mutating func session(_ word: String, _ event: TimelineEvent, _ life: inout ProcessLife) {
        let lower = word.lowercased()
        if lower.contains("suspended") || word == "2" { return set(.suspended, event, &life) }
        if lower.hasPrefix("foreground") || word == "8" { return visibility("Foreground", event, &life) }
        if lower.hasPrefix("background") || word == "4" { return set(.background, event, &life) }
    }

    /// Jetsam bands: 100 and 10 are the foreground of newer and older systems, 40, 30 and 3 the background, 0 idle.
    mutating func jetsam(_ priority: Int, _ event: TimelineEvent, _ life: inout ProcessLife) {
        switch priority {
        case 100, 10: set(.active, event, &life, weak: true)
        case 40, 30, 3: set(.background, event, &life, weak: true)
        case 0: set(.suspended, event, &life, weak: true)
        default: break
        }
    }

    mutating func deactivation(mask: Int, _ event: TimelineEvent, _ life: inout ProcessLife) {
        if mask == 0 {
            if current == .inactive || current == .unknown { set(.active, event, &life) }
        } else if current == .active {
            set(.inactive, event, &life)
        }
    }

    mutating func exited(_ event: TimelineEvent, _ life: inout ProcessLife) { set(.notRunning, event, &life) }
}
