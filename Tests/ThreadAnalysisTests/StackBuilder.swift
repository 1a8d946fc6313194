import DiagnosticModel
import ThreadAnalysis

/// A frame in a line: "UIKitCore -[UIApplication _run]", "*Sample -[Uploader flush]" for the app's own code,
/// "Sample" alone for a frame without a symbol.
func frame(_ text: String) -> StackFrame {
    let isInApp = text.hasPrefix("*")
    let parts = text.drop { $0 == "*" }.split(separator: " ", maxSplits: 1)
    return StackFrame(
        image: parts.first.map(String.init) ?? "", symbol: parts.count > 1 ? String(parts[1]) : nil, address: 0x1000,
        imageOffset: 0x1F4, isInApp: isInApp)
}

func thread(_ index: Int, _ frames: [String], queue: String? = nil) -> StackThread {
    var thread = StackThread(index: index, frames: frames.map(frame))
    thread.isMain = index == 0
    thread.queue = queue
    return thread
}

func analyzed(_ threads: StackThread...) -> [ThreadActivity] {
    var record = DiagnosticRecord(kind: .crash, source: 0)
    record.threads = threads
    var analyzer = ThreadAnalyzer()
    analyzer.analyze(&record)
    return record.activities
}

enum Stacks {
    static let mach = ["libsystem_kernel.dylib mach_msg_trap", "libsystem_kernel.dylib mach_msg"]
    static let runLoop =
        mach + [
            "CoreFoundation __CFRunLoopServiceMachPort", "CoreFoundation __CFRunLoopRun",
            "CoreFoundation CFRunLoopRunSpecific",
        ]
    static let event = [
        "GraphicsServices GSEventRunModal", "UIKitCore -[UIApplication _run]", "UIKitCore UIApplicationMain",
    ]
    static let start = ["*Sample main", "libdyld.dylib start"]
    static let idle = runLoop + event + start
    /// What stands below a callback on the main thread.
    static let below =
        ["CoreFoundation __CFRunLoopRun", "CoreFoundation CFRunLoopRunSpecific"] + event + start
    static let launch = ["UIKitCore -[UIApplication _handleDelegateCallbacksWithOptions:isSuspended:restoreState:]"]
}
