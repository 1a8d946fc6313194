import DiagnosticModel
import SystemFacts

/// One thread's frames with the meaning of each, and what follows from their order.
struct ReadStack {
    /// First frame of the app's own code that is neither a trampoline nor the start of the program.
    var firstInApp: Int?
    /// The most telling wait between the top and the app's code.
    var wait: (kind: String, rank: Int, frame: Int)?
    /// Outermost-first index of the frame that runs an expiration handler.
    var handlerFrame: Int?
    var lifecycle: String?
    var runtime: String?
    var telltale: String?
    /// Waits at rest in its own run loop or as an idle worker.
    var isIdle = false
    /// A run loop that somebody entered from inside a callback.
    var isNestedRunLoop = false
    var waitsForMain = false
    /// Runs the block of a once token.
    var holdsOnce = false
    /// The app's own symbols on the stack, for comparing two threads.
    var inAppSymbols: [String] = []
    private var hasSymbols = false

    init(_ thread: StackThread, table: inout SymbolTable) {
        let frames = thread.frames
        guard !frames.isEmpty else { return }
        var meanings: [SymbolMeaning] = []
        meanings.reserveCapacity(frames.count)
        for frame in frames {
            meanings.append(table.meaning(of: frame.symbol))
            if runtime == nil { runtime = meanings[meanings.count - 1].runtime ?? table.runtime(ofImage: frame.image) }
        }
        readFrames(frames, meanings)
        readWait(frames, meanings)
        readRunLoop(thread, meanings)
    }

    private mutating func readFrames(_ frames: [StackFrame], _ meanings: [SymbolMeaning]) {
        for (index, frame) in frames.enumerated() {
            let meaning = meanings[index]
            if frame.symbol != nil { hasSymbols = true }
            if meaning.isHandler, handlerFrame == nil { handlerFrame = index }
            if meaning.isMainSync { waitsForMain = true }
            if meaning.isOnceCallout { holdsOnce = true }
            if lifecycle == nil { lifecycle = meaning.lifecycle }
            if telltale == nil { telltale = meaning.telltale }
            guard frame.isInApp == true, !meaning.isTrampoline, !isProgramStart(frames, index, meaning) else {
                continue
            }
            if firstInApp == nil { firstInApp = index }
            if let symbol = frame.symbol, inAppSymbols.count < 64 { inAppSymbols.append(symbol) }
        }
    }

    /// `main` and what calls it: the app's frame at the bottom of every main thread.
    private func isProgramStart(_ frames: [StackFrame], _ index: Int, _ meaning: SymbolMeaning) -> Bool {
        if meaning.isEventLoop { return true }
        guard index >= frames.count - 2, index > 0 else { return false }
        // Without symbols: the app's frame between the UI framework and dyld.
        let below = frames[(index + 1)...]
        let isAboveStart = below.isEmpty || below.allSatisfy { $0.image.contains("dyld") }
        return frames[index].symbol == nil && isAboveStart && frames.count > 3
    }

    private mutating func readWait(_ frames: [StackFrame], _ meanings: [SymbolMeaning]) {
        let end = firstInApp ?? frames.count
        for index in 0..<end {
            let meaning = meanings[index]
            if meaning.isRunLoopRun { break }
            guard let kind = meaning.waitKind else { continue }
            if wait == nil || meaning.waitRank > wait!.rank { wait = (kind, meaning.waitRank, index) }
        }
    }

    private mutating func readRunLoop(_ thread: StackThread, _ meanings: [SymbolMeaning]) {
        let frames = thread.frames
        if hasSymbols {
            var index = 0
            while index < meanings.count, meanings[index].isRunLoopLeaf { index += 1 }
            let leaves = index
            while index < meanings.count, meanings[index].isRunLoopService || meanings[index].isRunLoopRun {
                index += 1
            }
            if index > leaves, meanings[leaves..<index].contains(where: { $0.isRunLoopService || $0.isRunLoopRun }) {
                judgeRunLoop(thread, meanings, below: index)
            } else if !thread.isMain, meanings.prefix(4).contains(where: \.isIdleWorker) {
                isIdle = true
            }
        } else {
            isIdle = thread.isMain ? Self.restsByImages(frames) : false
        }
    }

    /// At rest only when nothing but the event loop and the start of the program is below: a run loop entered
    /// from `didFinishLaunching` is a wait in a callback.
    private mutating func judgeRunLoop(_ thread: StackThread, _ meanings: [SymbolMeaning], below index: Int) {
        guard thread.isMain else {
            isIdle = true
            return
        }
        let rest = meanings[index...]
        let nested =
            rest.contains { $0.isRunLoopRun } || rest.contains { $0.lifecycle != nil }
            || (firstInApp.map { $0 >= index } ?? false) || handlerFrame != nil
        isNestedRunLoop = nested
        isIdle = !nested
    }

    /// Unsymbolicated main threads at rest: kernel, CoreFoundation several times, the event loop's images, the
    /// app's `main`, dyld.
    private static func restsByImages(_ frames: [StackFrame]) -> Bool {
        var index = 0
        func count(_ matches: (String) -> Bool) -> Int {
            let start = index
            while index < frames.count, matches(frames[index].image) { index += 1 }
            return index - start
        }
        guard (1...4).contains(count { $0.hasPrefix("libsystem_kernel") }) else { return false }
        guard (2...5).contains(count { $0 == "CoreFoundation" }) else { return false }
        let graphics = count { $0 == "GraphicsServices" }
        let interface = count { $0.hasPrefix("UIKit") || $0 == "SwiftUI" || $0 == "WatchKit" }
        // Cut off right behind the run loop is still a thread at rest; anything else below is not.
        if index >= frames.count { return graphics > 0 }
        guard graphics > 0, interface > 0 else { return false }
        return frames[index...].allSatisfy { $0.isInApp == true || $0.image.contains("dyld") }
            && frames.count - index <= 3
    }

    func state(of thread: StackThread) -> (ThreadActivity.State, String?, Int?) {
        let frames = thread.frames
        guard !frames.isEmpty else { return (.unknown, nil, nil) }
        if isIdle { return (.idle, nil, 0) }
        if isNestedRunLoop { return (.waiting, "run-loop", firstInApp) }
        if let wait {
            // A trap alone at the end of a cut-off stack may belong to a run loop at rest.
            if wait.kind == "mach-reply", thread.isTruncated || frames.count < 4, firstInApp == nil {
                return (.unknown, nil, wait.frame)
            }
            return (.waiting, wait.kind, wait.frame)
        }
        let top = frames[0]
        if top.symbol == nil, top.image.hasPrefix("libsystem_kernel") {
            return firstInApp == nil ? (.unknown, nil, 0) : (.waiting, nil, 0)
        }
        if top.symbol == nil, top.isInApp != true, firstInApp == nil { return (.unknown, nil, 0) }
        return (.busy, nil, firstInApp ?? 0)
    }
}
