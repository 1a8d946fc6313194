import AssertionTimeline
import DiagnosticModel
import Dispatch
import Synchronization

/// Builds the timeline beside the reading: while one block of a log is read and searched, the records of the one
/// before are understood. Batches are taken in their order, so the result is that of a single thread.
final class TimelineWorker: Sendable {
    /// Made with the first record: the shapes cost what a report alone should not.
    private let builder = Mutex<TimelineBuilder?>(nil)
    private let queue = DispatchQueue(label: "bgdiag.timeline")
    /// Blocks waiting: what bounds the memory when understanding is slower than reading.
    private let room = DispatchSemaphore(value: 3)

    func add(_ batch: LogBatch) {
        room.wait()
        queue.async {
            self.builder.withLock { builder in
                if builder == nil { builder = TimelineBuilder() }
                builder?.add(batch)
            }
            self.room.signal()
        }
    }

    func finish(coverage: [LogCoverage]) -> Timeline {
        queue.sync {}
        return builder.withLock { $0?.finish(coverage: coverage) } ?? Timeline()
    }
}
