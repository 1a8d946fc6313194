/// Puts events in order of time over a short window: relays and merged files deliver neighbours the wrong way round.
struct EventQueue {
    /// Microseconds an event may be late.
    static let window: Int64 = 2_000_000
    /// Most events held back, whatever their times.
    static let capacity = 4096

    private var events: [TimelineEvent] = []
    private var head = 0
    private var newest = Int64.min

    /// - Returns: the event itself when it is too late to be put in order.
    mutating func push(_ event: TimelineEvent) -> TimelineEvent? {
        if newest > Int64.min, event.time < newest &- Self.window { return event }
        newest = max(newest, event.time)
        guard let last = events.last, head < events.count, last.time > event.time else {
            events.append(event)
            return nil
        }
        var low = head
        var high = events.count
        while low < high {
            let middle = (low + high) / 2
            if events[middle].time <= event.time { low = middle + 1 } else { high = middle }
        }
        events.insert(event, at: low)
        return nil
    }

    /// The oldest event, once nothing earlier can be expected.
    mutating func popReady() -> TimelineEvent? {
        guard head < events.count else { return nil }
        let isOld = events[head].time < newest &- Self.window
        return isOld || events.count - head > Self.capacity ? pop() : nil
    }

    mutating func pop() -> TimelineEvent? {
        guard head < events.count else { return nil }
        let event = events[head]
        head += 1
        if head > 4096, head * 2 > events.count {
            events.removeFirst(head)
            head = 0
        }
        return event
    }
}
