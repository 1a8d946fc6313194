import DiagnosticModel

/// Finds threads that wait for each other where both sides are on paper.
///
/// A report does not say which lock a thread waits for. Three things are evidence enough to name a pair: a
/// thread that waits for the main queue by name while the main thread waits for something a thread can hold; a
/// thread that waits for a queue while it runs the one once block, for which the main thread waits; and two
/// threads that wait inside the same function of the app.
enum DeadlockFinder {
    /// Kinds of waiting that another thread of the app can end.
    private static let heldByThreads: Set<String> = [
        "lock", "semaphore", "dispatch-sync", "dispatch-once", "dispatch-group", "condition", "join", "main-queue",
    ]

    static func link(_ activities: inout [ThreadActivity], threads: [StackThread], stacks: [ReadStack]) {
        guard let main = activities.firstIndex(where: \.isMain) else { return }
        let mainWaits = activities[main].waitKind.map(heldByThreads.contains) ?? false
        let onceHolders = activities.indices.filter { $0 != main && stacks[$0].holdsOnce }
        if activities[main].waitKind == "dispatch-once", onceHolders.count == 1 {
            let holder = onceHolders[0]
            activities[main].waitsForThread = activities[holder].index
            if activities[holder].waitKind == "dispatch-sync" {
                activities[holder].waitsForThread = activities[main].index
            }
        }
        for other in activities.indices where other != main && activities[other].waitsForThread == nil {
            guard activities[other].state == .waiting || activities[other].state == .expirationHandler else { continue }
            if stacks[other].waitsForMain {
                activities[other].waitsForThread = activities[main].index
                if mainWaits, activities[main].waitsForThread == nil, stacks[other].firstInApp != nil {
                    activities[main].waitsForThread = activities[other].index
                }
                continue
            }
            guard mainWaits, activities[main].waitsForThread == nil, activities[other].waitKind == "dispatch-sync",
                sharesCode(stacks[main], stacks[other])
            else { continue }
            activities[other].waitsForThread = activities[main].index
            activities[main].waitsForThread = activities[other].index
        }
    }

    private static func sharesCode(_ a: ReadStack, _ b: ReadStack) -> Bool {
        let names = Set(a.inAppSymbols)
        return b.inAppSymbols.contains(where: names.contains)
    }
}
