import DiagnosticModel
import SystemFacts

/// Reads what every thread of a record was doing: idle in its run loop, waiting (and for what), busy, or
/// running an expiration handler; its first frame of the app's own code; and who waits on whom.
public struct ThreadAnalyzer {
    private var table = SymbolTable()
    private var wording = FrameWording()
    private static let handlerQueues = NamePatterns(BuiltInFacts.symbols.handlerQueues, value: true)

    public init() {}

    /// Fills `record.activities` and drops the frames, which nothing behind this needs.
    public mutating func analyze(_ record: inout DiagnosticRecord) {
        var stacks: [ReadStack] = []
        stacks.reserveCapacity(record.threads.count)
        for thread in record.threads { stacks.append(ReadStack(thread, table: &table)) }
        record.activities = zip(record.threads, stacks).map { activity($0, $1) }
        DeadlockFinder.link(&record.activities, threads: record.threads, stacks: stacks)
        for (index, thread) in record.threads.enumerated() {
            quote(&record.activities[index], thread, stacks[index])
        }
        record.threads = []
    }

    private mutating func activity(_ thread: StackThread, _ stack: ReadStack) -> ThreadActivity {
        var activity = ThreadActivity(
            index: thread.index, isMain: thread.isMain, isTriggered: thread.isTriggered, state: .unknown)
        activity.name = thread.name
        activity.queue = thread.queue
        activity.frameCount = thread.frames.count
        activity.location = thread.location
        activity.firstInAppFrame = stack.firstInApp
        activity.lifecycle = stack.lifecycle
        activity.runtime = stack.runtime
        activity.telltale = stack.telltale
        let inHandlerQueue = thread.queue.map(Self.handlerQueues.contains) ?? false
        if let handler = stack.handlerFrame ?? (inHandlerQueue && !thread.frames.isEmpty ? thread.frames.count : nil) {
            activity.state = .expirationHandler
            if let wait = stack.wait, wait.frame < handler, !stack.isIdle {
                activity.waitKind = wait.kind
                activity.isBlockedInHandler = true
                activity.evidenceFrame = wait.frame
            } else {
                activity.evidenceFrame = min(handler, max(0, thread.frames.count - 1))
            }
            return activity
        }
        (activity.state, activity.waitKind, activity.evidenceFrame) = stack.state(of: thread)
        return activity
    }

    /// Frames in words for the threads a person will want to see.
    private mutating func quote(_ activity: inout ThreadActivity, _ thread: StackThread, _ stack: ReadStack) {
        if let first = activity.firstInAppFrame { activity.inAppText = wording.text(thread.frames[first]) }
        let matters =
            activity.isMain || activity.isTriggered || activity.state == .expirationHandler
            || activity.waitsForThread != nil
        guard matters else { return }
        let needed = max(ThreadActivity.excerptFrames, min((activity.firstInAppFrame ?? 0) + 2, 24))
        activity.excerpt = thread.frames.prefix(needed).map { wording.text($0) }
    }
}

/// A frame in words: `Sample  -[Uploader flush] (Uploader.m:42)`.
struct FrameWording {
    private var demangled: [String: String] = [:]

    mutating func text(_ frame: StackFrame) -> String {
        let image = frame.image.isEmpty ? "???" : frame.image
        guard let symbol = frame.symbol else {
            if let offset = frame.imageOffset { return "\(image) + 0x\(String(offset, radix: 16))" }
            return frame.address == 0 ? image : "\(image) 0x\(String(frame.address, radix: 16))"
        }
        var text = "\(image)  \(name(symbol))"
        if let file = frame.sourceFile { text += " (\(file)\(frame.sourceLine.map { ":\($0)" } ?? ""))" }
        return text
    }

    private mutating func name(_ symbol: String) -> String {
        guard SwiftDemangler.isMangled(symbol) else { return symbol }
        if let known = demangled[symbol] { return known }
        let name = SwiftDemangler.demangle(symbol)
        if demangled.count > 20_000 { demangled.removeAll() }
        demangled[symbol] = name
        return name
    }
}
