import DiagnosticModel
import Testing

@testable import ThreadAnalysis

@Suite(.timeLimit(.minutes(2))) struct ThreadRobustnessTests {
    /// SplitMix64: the same numbers for the same seed.
    struct SeededGenerator: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var z = state
            z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
            z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
            return z ^ (z >> 31)
        }
    }

    @Test(arguments: 0..<20) func randomStacksAreReadWithoutATrap(seed: UInt64) {
        var generator = SeededGenerator(state: seed)
        let pieces =
            Stacks.idle + Stacks.launch + DeadlockTests.workerWaits + [
                HandlerTests.handler, "*Sample", "Sample", "UIKitCore", "*Sample go", "libsystem_kernel.dylib",
                "??? $s",
                "dyld", "CoreFoundation", "GraphicsServices", "libsystem_kernel.dylib __workq_kernreturn",
            ]
        for _ in 0..<60 {
            var record = DiagnosticRecord(kind: .crash, source: 0)
            record.threads = (0..<Int.random(in: 0..<6, using: &generator)).map { index in
                let count = Int.random(in: 0..<14, using: &generator)
                return thread(
                    index, (0..<count).map { _ in pieces[Int.random(in: 0..<pieces.count, using: &generator)] })
            }
            let threads = record.threads
            var analyzer = ThreadAnalyzer()
            analyzer.analyze(&record)
            #expect(record.activities.count == threads.count)
            for (activity, thread) in zip(record.activities, threads) {
                #expect(activity.index == thread.index)
                #expect(activity.firstInAppFrame.map { $0 < thread.frames.count } ?? true)
                #expect(activity.evidenceFrame.map { $0 < max(1, thread.frames.count) } ?? true)
                #expect(activity.waitsForThread != activity.index)
            }
        }
    }

    @Test func thousandsOfThreadsAreReadInTime() {
        var record = DiagnosticRecord(kind: .crash, source: 0)
        record.threads = (0..<3_000).map { thread($0, DeadlockTests.mainWaits + ["*Sample -[Cache get]"]) }
        var analyzer = ThreadAnalyzer()
        analyzer.analyze(&record)
        #expect(record.activities.count == 3_000)
    }

    @Test func oneDeepRecursionIsRead() {
        let frames = Array(repeating: "*Sample -[Tree walk:]", count: 20_000)
        let main = analyzed(thread(0, frames))[0]
        #expect(main.state == .busy)
        #expect(main.excerpt.count <= 24)
        #expect(main.frameCount == 20_000)
    }
}
