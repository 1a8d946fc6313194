import DiagnosticModel
import Testing

@testable import ThreadAnalysis

@Suite struct RunLoopTests {
    @Test func aMainThreadInItsRunLoopIsIdle() {
        let main = analyzed(thread(0, Stacks.idle))[0]
        #expect(main.state == .idle)
        #expect(main.waitKind == nil)
        #expect(main.firstInAppFrame == nil)
        #expect(main.lifecycle == nil)
    }

    @Test func spellingsOfLaterSystemsAreIdleToo() {
        let frames = [
            "libsystem_kernel.dylib mach_msg2_trap", "libsystem_kernel.dylib mach_msg2_internal",
            "libsystem_kernel.dylib mach_msg_overwrite", "libsystem_kernel.dylib mach_msg",
            "CoreFoundation __CFRunLoopServiceMachPort", "CoreFoundation __CFRunLoopRun",
            "CoreFoundation _CFRunLoopRunSpecificWithOptions", "GraphicsServices GSEventRunModal",
            "UIKitCore -[UIApplication _run]", "UIKitCore UIApplicationMain", "*Sample main", "dyld start",
        ]
        #expect(analyzed(thread(0, frames))[0].state == .idle)
    }

    @Test func leadingUnderscoresDoNotCount() {
        let frames = Stacks.idle.map { $0.replacing("__CF", with: "CF") }
        #expect(analyzed(thread(0, frames))[0].state == .idle)
        let more = Stacks.idle.map { $0.replacing("__CF", with: "___CF") }
        #expect(analyzed(thread(0, more))[0].state == .idle)
    }

    @Test func aRunLoopEnteredInACallbackIsNotIdle() {
        let nested =
            Stacks.runLoop + ["Foundation -[NSRunLoop(NSRunLoop) runMode:beforeDate:]"] + ["*Sample -[Login wait]"]
        let main = analyzed(thread(0, nested + Stacks.launch + Stacks.below))[0]
        #expect(main.state == .waiting)
        #expect(main.waitKind == "run-loop")
        #expect(main.lifecycle == "didFinishLaunching")
        #expect(main.inAppText?.contains("-[Login wait]") == true)
    }

    @Test func aRunLoopWithinARunLoopIsNotIdleWithoutAnyAppFrame() {
        let main = analyzed(thread(0, Stacks.runLoop + ["UIKitCore -[UIAlert run]"] + Stacks.below))[0]
        #expect(main.state == .waiting)
        #expect(main.waitKind == "run-loop")
    }

    @Test func aSecondaryThreadInARunLoopIsIdle() {
        let frames =
            Stacks.runLoop + ["Foundation -[NSRunLoop(NSRunLoop) runMode:beforeDate:]", "*Sample -[Poller main]"]
        #expect(analyzed(thread(0, Stacks.idle), thread(1, frames))[1].state == .idle)
    }

    @Test func aWorkerWithoutWorkIsIdle() {
        let frames = ["libsystem_kernel.dylib __workq_kernreturn", "libsystem_pthread.dylib start_wqthread"]
        #expect(analyzed(thread(0, Stacks.idle), thread(1, frames))[1].state == .idle)
    }

    @Test func aMachMessageWithoutARunLoopIsAWait() {
        let frames = Stacks.mach + ["*Sample -[Link send]"] + Stacks.launch + Stacks.below
        let main = analyzed(thread(0, frames))[0]
        #expect(main.state == .waiting)
        #expect(main.waitKind == "mach-reply")
        #expect(main.firstInAppFrame == 2)
    }

    @Test func unsymbolicatedRestIsToldByItsImages() {
        let rest =
            ["libsystem_kernel.dylib", "libsystem_kernel.dylib"] + Array(repeating: "CoreFoundation", count: 3)
            + ["GraphicsServices", "UIKitCore", "UIKitCore", "*Sample", "libdyld.dylib"]
        #expect(analyzed(thread(0, rest))[0].state == .idle)
        #expect(analyzed(thread(0, Array(rest.prefix(6))))[0].state == .idle, "cut off behind the run loop")
    }

    @Test(arguments: [
        [
            "libsystem_kernel.dylib", "libdispatch.dylib", "libdispatch.dylib", "*Sample", "UIKitCore", "*Sample",
            "dyld",
        ],
        [
            "libsystem_kernel.dylib", "CoreFoundation", "CoreFoundation", "*Sample", "GraphicsServices", "UIKitCore",
            "*Sample",
        ],
        [
            "libsystem_kernel.dylib", "CoreFoundation", "CoreFoundation", "Foundation", "*Sample", "UIKitCore",
            "CoreFoundation", "GraphicsServices", "UIKitCore", "*Sample", "dyld",
        ],
        ["libsystem_kernel.dylib", "CoreFoundation", "CoreFoundation"], ["*Sample", "*Sample", "UIKitCore", "dyld"],
    ])
    func otherUnsymbolicatedStacksAreNotAtRest(images: [String]) {
        #expect(analyzed(thread(0, images))[0].state != .idle)
    }

    @Test func anEmptyStackIsUnknown() {
        let main = analyzed(thread(0, []))[0]
        #expect(main.state == .unknown)
        #expect(main.frameCount == 0)
    }

    @Test func aCutOffSystemCallIsUnknown() {
        var cut = thread(0, Stacks.mach)
        cut.isTruncated = true
        #expect(analyzed(cut)[0].state == .unknown)
    }

    @Test func framesAreDroppedAndCounted() {
        var record = DiagnosticRecord(kind: .crash, source: 0)
        record.threads = [thread(0, Stacks.idle)]
        var analyzer = ThreadAnalyzer()
        analyzer.analyze(&record)
        #expect(record.threads.isEmpty)
        #expect(record.activities.map(\.frameCount) == [Stacks.idle.count])
        #expect(record.activities[0].excerpt.count <= ThreadActivity.excerptFrames)
    }
}
