import DiagnosticModel

@testable import Reporting

/// Lives for the tests of the timeline's outputs. Times count from a Monday at 10:00:00 in UTC+02:00.
enum TimelineSamples {
    static let start: Int64 = 1_782_115_200_000_000

    static func at(_ seconds: Double) -> Int64 { start + Int64(seconds * 1_000_000) }

    static func place(_ line: Int) -> EvidenceLocation {
        EvidenceLocation(source: 0, bytes: line * 100..<line * 100 + 80, line: line, excerpt: "line \(line) of the log")
    }

    static var ledger: Ledger {
        var ledger = Ledger()
        ledger.entries = [
            LedgerEntry(
                id: 0, path: "samples/willow.log", kind: "log", kindTitle: "system log", status: .read,
                byteCount: 10_000)
        ]
        return ledger
    }

    static var coverage: LogCoverage {
        var coverage = LogCoverage(source: 0)
        coverage.first = at(0)
        coverage.last = at(42)
        coverage.zoneMinutes = 120
        coverage.zoneSource = .record
        coverage.dateSource = .record
        coverage.yearSource = .record
        return coverage
    }

    static func task(
        _ id: Int, _ name: String?, _ begin: Double?, _ endTime: Double?, _ end: AssertionInterval.End
    ) -> AssertionInterval {
        var task = AssertionInterval(kind: .uikitTask, name: name, end: end)
        task.taskID = id
        task.begin = begin.map(at)
        task.endTime = endTime.map(at)
        task.location = place(id + 10)
        return task
    }

    /// A leak: "Upload photos" is never ended, the allowance of 30 s runs out, the system kills.
    static var leak: ProcessLife {
        var life = ProcessLife(
            id: 0, process: ProcessIdentity(name: "Willow", pid: 4321, bundleID: "com.example.willow"), source: 0,
            first: Moment(at(1), place(1)))
        life.launch = Moment(at(1), place(1))
        life.last = Moment(at(41), place(90))
        let states: [(ProcessState, Double)] = [(.inactive, 1), (.active, 2), (.inactive, 7.5), (.background, 10)]
        life.states = states.indices.map { index in
            let end = index + 1 < states.count ? at(states[index + 1].1) : nil
            return StateSpan(state: states[index].0, begin: Moment(at(states[index].1), place(2)), end: end)
        }
        life.allowance = 30
        life.allowanceIsPrinted = true
        var shared = AssertionInterval(kind: .assertion, name: "Shared Background Assertion 1", end: .inferred)
        shared.begin = at(5)
        shared.endTime = at(40)
        var upload = task(3, "Upload photos", 8, nil, .open)
        upload.handlerCalled = at(35)
        upload.notEnded = at(39)
        var system = task(1, "Persistent SceneSession Storage", 2, 2.2, .observed)
        system.isSystem = true
        life.intervals = [shared, system, task(2, "Save draft", 5, 9, .observed), upload]
        var sync = task(4, "Sync", 6, 30, .unknown)
        sync.beginIsInferred = true
        life.intervals.append(sync)
        var exit = ProcessExit(moment: Moment(at(40), place(88)))
        exit.isKill = true
        exit.signal = "SIGKILL"
        exit.termination.canonicalNamespace = "RUNNINGBOARD"
        exit.termination.code = 0xd00d_2bad
        exit.witnesses = [place(88), place(89)]
        life.exit = exit
        life.events = [LifeEvent(name: "handlers-fired", moment: Moment(at(35), place(70)), text: "=1+1", number: 3)]
        return life
    }

    static var timeline: Timeline {
        var timeline = Timeline()
        timeline.lives = [leak]
        timeline.coverage = [coverage]
        timeline.unknownLines = [UnknownLine(process: "runningboardd", skeleton: "odd", count: 3, location: place(5))]
        timeline.deviceEvents = [LifeEvent(name: "sleep", moment: Moment(at(3), place(6)))]
        return timeline
    }

    private static let nasty =
        "=cmd|\u{1b}[31m\r\n<script>&amp;\"',\u{202e}採採👍🏽e\u{301}\u{0}\u{FFFE}" + String(repeating: "W採", count: 300)

    /// Everything at its worst, deterministic.
    static var hostile: Timeline {
        var timeline = Timeline()
        let times: [Int64?] = [nil, .min, .max, 0, -1, start, at(1), 1 << 60, -(1 << 61)]
        var number = 0
        func time() -> Int64? {
            number += 7
            return times[number % times.count]
        }
        for id in 0..<12 {
            var life = ProcessLife(
                id: id, process: ProcessIdentity(name: nasty, pid: .max, bundleID: nasty), source: id % 3,
                first: Moment(time() ?? 0))
            life.last = Moment(time() ?? 0)
            life.launch = time().map { Moment($0) }
            life.allowance = [nil, .infinity, -.infinity, .nan, 1e300, -5, 0, 30][id % 8]
            life.states = (0..<id).map {
                StateSpan(state: ProcessState.allCases[$0 % 6], begin: Moment(time() ?? 0), end: time())
            }
            for index in 0..<id * 3 { life.intervals.append(interval(index, time)) }
            if id % 2 == 0 {
                var exit = ProcessExit(moment: Moment(time() ?? 0))
                exit.isKill = [nil, true, false][id % 3]
                exit.termination.explanation = nasty
                life.exit = exit
            }
            timeline.lives.append(life)
        }
        timeline.coverage = (0..<2).map { source in
            var coverage = LogCoverage(source: source)
            coverage.first = time()
            coverage.last = time()
            coverage.zoneMinutes = source == 0 ? .max : .min
            coverage.gaps = (0..<5).map { LogCoverage.Gap(from: time() ?? 0, to: time() ?? 0, line: $0) }
            return coverage
        }
        timeline.unknownLines = [.init(process: nasty, skeleton: nasty, count: .max, location: nil)]
        timeline.unknownLines += timeline.unknownLines
        timeline.deviceEvents = [LifeEvent(name: nasty, moment: Moment(.max), text: nasty)]
        return timeline
    }

    private static func interval(_ index: Int, _ time: () -> Int64?) -> AssertionInterval {
        let ends: [AssertionInterval.End] = [.open, .observed, .inferred, .unknown]
        let kinds: [AssertionInterval.Kind] = [.uikitTask, .assertion, .scene, .urlSession, .bgTask, .power]
        var interval = AssertionInterval(
            kind: kinds[index % 6], name: index % 4 == 0 ? nil : nasty, end: ends[index % 4])
        interval.taskID = index % 3 == 0 ? nil : .max
        interval.reason = index % 5 == 0 ? "finishTask" : nil
        interval.begin = time()
        interval.endTime = time()
        interval.beginIsInferred = index % 2 == 0
        interval.handlerCalled = time()
        interval.notEnded = time()
        interval.warnedLong = time()
        interval.timedOut = time()
        interval.backgroundSeconds = .nan
        interval.isSystem = index % 7 == 0
        interval.location = EvidenceLocation(source: index, bytes: 0..<0, line: 0, excerpt: nasty)
        return interval
    }
}
