import DiagnosticModel
import Testing

@testable import ThreadAnalysis

@Suite struct WaitTests {
    @Test(arguments: [
        ("lock", ["libsystem_kernel.dylib __psynch_mutexwait", "libsystem_pthread.dylib _pthread_mutex_lock_wait"]),
        ("lock", ["libsystem_kernel.dylib __ulock_wait", "libsystem_platform.dylib _os_unfair_lock_lock_slow"]),
        (
            "semaphore",
            ["libsystem_kernel.dylib semaphore_wait_trap", "libdispatch.dylib _dispatch_semaphore_wait_slow"]
        ),
        ("condition", ["libsystem_kernel.dylib __psynch_cvwait", "Foundation -[NSCondition wait]"]),
        ("sleep", ["libsystem_kernel.dylib __semwait_signal", "libsystem_c.dylib nanosleep"]),
        (
            "dispatch-sync",
            [
                "libsystem_kernel.dylib __ulock_wait", "libdispatch.dylib _dispatch_thread_event_wait_slow",
                "libdispatch.dylib __DISPATCH_WAIT_FOR_QUEUE__", "libdispatch.dylib _dispatch_sync_f_slow",
            ]
        ),
        ("dispatch-group", ["libsystem_kernel.dylib __ulock_wait", "libdispatch.dylib _dispatch_group_wait_slow"]),
        ("dispatch-once", ["libsystem_kernel.dylib __ulock_wait", "libdispatch.dylib _dispatch_once_wait"]),
        ("xpc", ["libsystem_kernel.dylib mach_msg2_trap", "libxpc.dylib xpc_connection_send_message_with_reply_sync"]),
        (
            "keychain",
            ["libsystem_kernel.dylib mach_msg2_trap", "libxpc.dylib xpc_pipe_routine", "Security SecItemCopyMatching"]
        ),
        (
            "network",
            [
                "libsystem_kernel.dylib semaphore_wait_trap",
                "CFNetwork +[NSURLConnection sendSynchronousRequest:returningResponse:error:]",
            ]
        ),
        ("file", ["libsystem_kernel.dylib fsync"]),
        ("sqlite", ["libsystem_kernel.dylib pread", "libsqlite3.dylib sqlite3_step"]),
    ])
    func theMostTellingFrameNamesTheWait(kind: String, frames: [String]) {
        let main = analyzed(thread(0, frames + ["*Sample -[Store load]"] + Stacks.launch + Stacks.below))[0]
        #expect(main.state == .waiting)
        #expect(main.waitKind == kind)
        #expect(main.firstInAppFrame == frames.count)
        #expect(main.inAppText == "Sample  -[Store load]")
    }

    @Test func aWaitBelowTheAppsCodeIsNotItsWait() {
        let frames = ["*Sample -[Parser parse]", "libsqlite3.dylib sqlite3_step"] + Stacks.launch + Stacks.below
        let main = analyzed(thread(0, frames))[0]
        #expect(main.state == .busy)
        #expect(main.waitKind == nil)
    }

    @Test func codeThatRunsIsBusy() {
        let frames =
            ["libswiftCore.dylib Swift.Array.append", "*Sample Cache.rebuild()"] + Stacks.launch + Stacks.below
        let main = analyzed(thread(0, frames))[0]
        #expect(main.state == .busy)
        #expect(main.inAppText == "Sample  Cache.rebuild()")
        #expect(main.lifecycle == "didFinishLaunching")
    }

    @Test func trampolinesAreNotTheAppsCode() {
        let frames = ["*Sample @objc AppDelegate.go()", "*Sample AppDelegate.go()"] + Stacks.below
        #expect(analyzed(thread(0, frames))[0].firstInAppFrame == 1)
    }

    @Test(arguments: [
        ("dotnet", "*Sample xamarin_dotnet_x"), ("dotnet", "libcoreclr.dylib x"), ("mono", "*Sample mono_jit_exec"),
        ("mono", "*Sample xamarin_bridge_call"), ("flutter", "Flutter x"), ("unity", "UnityFramework x"),
        ("react-native", "*Sample facebook::react::Instance::call"),
    ])
    func runtimesAreNamed(runtime: String, text: String) {
        let frames = ["libsystem_kernel.dylib __psynch_cvwait", text, "*Sample go"] + Stacks.below
        #expect(analyzed(thread(0, frames))[0].runtime == runtime)
    }

    @Test func aTelltaleSymbolIsNamed() {
        let frames = ["GPUSupport gpus_ReturnNotPermittedKillClient", "*Sample -[Renderer draw]"] + Stacks.below
        #expect(analyzed(thread(0, frames))[0].telltale == "background-gpu")
    }

    @Test(arguments: [
        ("didEnterBackground", "*Sample -[AppDelegate applicationDidEnterBackground:]"),
        ("didEnterBackground", "*Sample SceneDelegate.sceneDidEnterBackground(_:)"),
        ("willTerminate", "*Sample -[AppDelegate applicationWillTerminate:]"),
        ("performFetch", "*Sample -[AppDelegate application:performFetchWithCompletionHandler:]"),
        ("willEnterForeground", "*Sample -[AppDelegate applicationWillEnterForeground:]"),
    ])
    func lifecycleCallbacksAreNamed(name: String, text: String) {
        #expect(analyzed(thread(0, ["libsystem_c.dylib nanosleep", text] + Stacks.below))[0].lifecycle == name)
    }
}

@Suite struct HandlerTests {
    static let handler = "UIKitCore -[_UIBackgroundTaskInfo fireExpirationHandler]"

    @Test func aHandlerThatWaitsIsBlocked() {
        let frames =
            ["libdispatch.dylib __DISPATCH_WAIT_FOR_QUEUE__", "*Sample -[Sync stop]", Self.handler] + Stacks.below
        let main = analyzed(thread(0, frames))[0]
        #expect(main.state == .expirationHandler)
        #expect(main.isBlockedInHandler)
        #expect(main.waitKind == "dispatch-sync")
        #expect(main.evidenceFrame == 0)
    }

    @Test func aHandlerThatRunsIsNotBlocked() {
        let main = analyzed(thread(0, ["*Sample -[Sync stop]", Self.handler] + Stacks.below))[0]
        #expect(main.state == .expirationHandler)
        #expect(!main.isBlockedInHandler)
        #expect(main.waitKind == nil)
    }

    @Test func theHandlersQueueIsEnough() {
        let frames = ["libsystem_kernel.dylib __psynch_mutexwait", "*Sample closure", "libdispatch.dylib call"]
        let all = analyzed(
            thread(0, Stacks.idle), thread(1, frames, queue: "com.apple.expirationHandlerExecutionQueue"))
        #expect(all[1].state == .expirationHandler)
        #expect(all[1].isBlockedInHandler)
        #expect(!all[1].excerpt.isEmpty)
    }

    @Test func anEmptyThreadOfTheHandlersQueueIsNotBlocked() {
        let all = analyzed(thread(0, Stacks.idle), thread(1, [], queue: "com.apple.expirationHandlerExecutionQueue"))
        #expect(!all[1].isBlockedInHandler)
    }

    @Test func aRunLoopInAHandlerIsNotIdle() {
        let nested =
            Stacks.runLoop + [
                "Foundation -[NSRunLoop(NSRunLoop) runUntilDate:]", "*Sample -[Sync drain]", Self.handler,
            ]
        #expect(analyzed(thread(0, nested + Stacks.below))[0].state == .expirationHandler)
    }
}

@Suite struct DeadlockTests {
    static let mainWaits = ["libsystem_kernel.dylib __ulock_wait", "libdispatch.dylib __DISPATCH_WAIT_FOR_QUEUE__"]
    static let workerWaits = [
        "libsystem_kernel.dylib __ulock_wait", "libdispatch.dylib _dispatch_thread_main_event_wait_slow",
        "libdispatch.dylib _dispatch_sync_f_slow",
    ]

    @Test func aWorkerThatWaitsForTheMainThreadThatWaitsIsADeadlock() {
        let all = analyzed(
            thread(0, Self.mainWaits + ["*Sample -[Sync stop]"] + Stacks.below),
            thread(1, ["libsystem_kernel.dylib __workq_kernreturn", "libsystem_pthread.dylib start_wqthread"]),
            thread(2, Self.workerWaits + ["*Sample -[Sync report]", "libdispatch.dylib _dispatch_client_callout"]))
        #expect(all.map(\.waitsForThread) == [2, nil, 0])
        #expect(!all[2].excerpt.isEmpty, "both sides are quoted")
    }

    @Test func aWorkerThatWaitsForAnIdleMainThreadIsNone() {
        let all = analyzed(
            thread(0, Stacks.idle), thread(1, Self.workerWaits + ["*Sample -[Sync report]"]))
        #expect(all[0].waitsForThread == nil)
        #expect(all[1].waitsForThread == 0)
    }

    @Test func systemCodeThatWaitsForTheMainThreadIsNotThePartner() {
        let all = analyzed(
            thread(0, Self.mainWaits + ["*Sample -[Sync stop]"] + Stacks.below), thread(1, Self.workerWaits))
        #expect(all[0].waitsForThread == nil)
    }

    @Test func twoQueuesInTheSameCodeThatWaitForEachOtherAreADeadlock() {
        let all = analyzed(
            thread(0, Self.mainWaits + ["*Sample -[Cache get]"] + Stacks.below),
            thread(1, Self.mainWaits + ["*Sample -[Cache get]", "libdispatch.dylib _dispatch_client_callout"]))
        #expect(all.map(\.waitsForThread) == [1, 0])
    }

    @Test func threadsThatWaitInDifferentCodeAreNotLinked() {
        let all = analyzed(
            thread(0, Self.mainWaits + ["*Sample -[Cache get]"] + Stacks.below),
            thread(1, Self.mainWaits + ["*Sample -[Other get]", "libdispatch.dylib _dispatch_client_callout"]))
        #expect(all.map(\.waitsForThread) == [nil, nil])
    }

    @Test func aBlockedHandlerCanBeOneSide() {
        let all = analyzed(
            thread(0, Self.mainWaits + ["*Sample -[Sync stop]", HandlerTests.handler] + Stacks.below),
            thread(1, Self.workerWaits + ["*Sample -[Sync report]"]))
        #expect(all[0].isBlockedInHandler)
        #expect(all.map(\.waitsForThread) == [1, 0])
    }
}

@Suite struct FrameWordingTests {
    private func words(_ frame: StackFrame) -> String {
        var wording = FrameWording()
        return wording.text(frame)
    }

    @Test func swiftNamesAreDemangled() {
        #expect(
            SwiftDemangler.demangle("$s6Gannet11SyncManagerC9beginSyncyyF") == "Gannet.SyncManager.beginSync() -> ()")
        #expect(
            SwiftDemangler.demangle("_$s6Gannet11SyncManagerC9beginSyncyyF") == "Gannet.SyncManager.beginSync() -> ()")
    }

    @Test(arguments: ["main", "-[A b]", "$sNotASymbol", "_T", "", "$s", "_Tz", "std::vector<int>", "_Thread_start"])
    func otherNamesStayAsTheyAre(name: String) { #expect(SwiftDemangler.demangle(name) == name) }

    @Test func endlessNamesAreLeftAlone() {
        let name = "$s" + String(repeating: "4Name", count: 10_000)
        #expect(SwiftDemangler.demangle(name) == name)
    }

    @Test func framesAreWorded() {
        #expect(words(frame("Sample -[A b]")) == "Sample  -[A b]")
        #expect(words(frame("Sample $s6Gannet11SyncManagerC9beginSyncyyF")).contains("Gannet.SyncManager.beginSync"))
        #expect(words(frame("Sample")) == "Sample + 0x1f4")
        #expect(words(StackFrame(image: "", address: 0x1000)) == "??? 0x1000")
        #expect(words(StackFrame(image: "A")) == "A")
        var sourced = frame("Sample -[A b]")
        sourced.sourceFile = "A.m"
        sourced.sourceLine = 42
        #expect(words(sourced) == "Sample  -[A b] (A.m:42)")
    }
}
