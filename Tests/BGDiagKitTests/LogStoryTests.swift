import BGDiagKit
import DiagnosticModel
import Testing

/// What the timeline makes of small logs.
@Suite struct LogStoryTests {
    @Test func beginAndEnd() throws {
        var story = LogStory()
        story.begin(1, 1, "Upload")
        story.end(5, 1)
        story.app(9, "Ending background task with UIBackgroundTaskIdentifier: 99")
        let life = try #require(story.life)
        let task = try #require(life.task("Upload"))
        #expect(task.begin == LogStory.at(1) && task.endTime == LogStory.at(5) && task.end == .observed)
        #expect(task.taskID == 1 && task.hasHandler == true && !task.beginIsInferred)
        #expect(life.summary.suspect == nil && life.summary.openCount == 0)
    }

    @Test func aLogThatEndsEarlyLeaksNothing() throws {
        var story = LogStory()
        story.begin(1, 1, "Upload")
        story.app(2, "Reusing background assertion <private>")
        let life = try #require(story.life)
        #expect(life.task("Upload")?.end == .unknown && life.summary.suspect == nil)
    }

    @Test func openAtTheExit() throws {
        var story = LogStory()
        story.track(0)
        story.begin(1, 1, "Upload")
        story.begin(2, 2, "Other")
        story.end(3, 2)
        story.launchd(40, "exited due to SIGKILL | sent by launchd[1], ran for 40000ms")
        let life = try #require(story.life)
        #expect(life.task("Upload")?.end == .open && life.task("Other")?.end == .observed)
        #expect(life.summary.suspect?.name == "Upload" && life.summary.exited)
        #expect(life.exit?.moment.time == LogStory.at(40))
    }

    @Test func aSecondEndIsNoSecondTask() throws {
        var story = LogStory()
        story.begin(1, 1, "Upload")
        story.end(2, 1)
        story.app(
            3,
            "Can't end BackgroundTask: no background task exists with identifier 1 (0x1), or it may have already been ended. Break in UIApplicationEndBackgroundTaskError() to debug."
        )
        story.app(3.5, "Ending background task with UIBackgroundTaskIdentifier: 1")
        let life = try #require(story.life)
        #expect(life.intervals.count == 1 && life.task("Upload")?.end == .observed)
        #expect(life.summary.doubleEnds == 1 && life.summary.doubleEndID == 1)
    }

    /// The log starts after the begin: the line tells the age.
    @Test func lateBegin() throws {
        var story = LogStory()
        story.app(
            100,
            "Ending task with identifier 3 and description: <_UIBackgroundTaskInfo: 0x1>: taskID = 3, taskName = Upload, "
                + "creationTime = 900 (elapsed = 40), _expireHandler: (null)")
        let task = try #require(story.life?.task("Upload"))
        #expect(task.begin == LogStory.at(60) && task.beginIsInferred && task.end == .observed)
        #expect(task.hasHandler == false)
    }

    @Test func endsBeforeBeginsWithinTheWindow() throws {
        var story = LogStory()
        story.app(1.5, "Ending background task with UIBackgroundTaskIdentifier: 1")
        story.begin(1, 1, "Upload")
        story.app(9, "Reusing background assertion <private>")
        let task = try #require(story.life?.task("Upload"))
        #expect(task.begin == LogStory.at(1) && task.endTime == LogStory.at(1.5) && task.end == .observed)
    }

    /// Begins without numbers are paired with numbered ends in order, and said to be.
    @Test func redactedBegins() throws {
        var story = LogStory()
        for second in [1.0, 2.0, 3.0] {
            story.app(second, "Will add backgroundTask with taskName: <private>, expirationHandler: (null)")
            story.app(second + 0.1, "Created background task <private>.")
        }
        story.end(4, 5)
        story.end(5, 6)
        story.end(6, 7)
        let life = try #require(story.life)
        let tasks = life.intervals.filter { $0.kind == .uikitTask }
        #expect(tasks.map(\.taskID) == [5, 6, 7])
        #expect(tasks.allSatisfy { $0.end == .inferred && $0.hasHandler == false })
        #expect(tasks.map(\.endTime) == [4, 5, 6].map(LogStory.at))
    }

    @Test func releasedAssertionsAreEnds() throws {
        var story = LogStory()
        story.begin(1, 1, "Upload")
        story.app(
            4,
            "Decrementing reference count for assertion <BKSProcessAssertion: 0x1> (used by background task with "
                + "identifier 1: <_UIBackgroundTaskInfo: 0x1>: taskID = 1, taskName = Upload, creationTime = 1 (elapsed = 3))"
        )
        #expect(story.life?.task("Upload")?.end == .observed)
    }

    // MARK: lives

    @Test func pidReuse() {
        var story = LogStory()
        story.track(0)
        story.begin(1, 1, "Upload")
        story.launchd(5, "exited due to SIGKILL | sent by launchd[1], ran for 40000ms")
        story.track(60, bundle: "com.example.harbour")
        story.app(61, "Ending background task with UIBackgroundTaskIdentifier: 1", name: "Harbour")
        let lives = story.lives
        #expect(lives.map(\.process.bundleID) == [LogStory.bundle, "com.example.harbour"])
        #expect(lives.map(\.process.pid) == [77, 77])
        #expect(lives.first?.task("Upload")?.end == .open)
    }

    /// The same pid and program, and the same number for a task created at another time: launched anew.
    @Test func taskNumbersThatStartAgain() {
        var story = LogStory()
        story.begin(1, 1, "Upload", creation: 1000)
        story.begin(100, 1, "Upload", creation: 5000)
        story.end(101, 1)
        let lives = story.lives
        #expect(lives.count == 2)
        #expect(lives.first?.task("Upload")?.end == .unknown && lives.last?.task("Upload")?.end == .observed)
    }

    @Test func daemonRestart() throws {
        var story = LogStory()
        story.track(0)
        story.acquire(1, "Shared Background Assertion 1 for \(LogStory.bundle)", id: "37-77-1")
        story.daemon(
            50,
            "Invalidating assertion 37-77-9 (target:[app<\(LogStory.bundle)>:77]) from originator "
                + "[app<\(LogStory.bundle)>:77]", pid: 999)
        story.launchd(60, "exited due to SIGKILL | sent by launchd[1], ran for 40000ms")
        let timeline = story.timeline()
        let life = try #require(timeline.lives.first { $0.process.pid == 77 })
        #expect(life.intervals.first { $0.identifier == "37-77-1" }?.end == .unknown)
        #expect(timeline.deviceEvents.contains { $0.name == "daemon.restarted" && $0.number == 999 })
    }

    @Test func executableAndBundleAreOneLife() {
        var story = LogStory()
        story.track(0)
        story.add(
            0.1, "SpringBoard[62:1]",
            "[com.apple.FrontBoard:Process] [app<\(LogStory.bundle)>:77] Setting process visibility to: Foreground")
        story.app(1, "Ending background task with UIBackgroundTaskIdentifier: 1", name: "Runner")
        let life = story.life
        #expect(life?.process.name == "Runner" && life?.process.bundleID == LogStory.bundle)
    }

    @Test func twoAppsAtOnce() {
        var story = LogStory()
        story.begin(1, 1, "Upload", pid: 77)
        story.app(
            1.1, "Will add backgroundTask with taskName: Fetch, expirationHandler: (null)", pid: 88, name: "Harbour")
        story.app(
            1.2,
            "Created background task <_UIBackgroundTaskInfo: 0x1>: taskID = 1, taskName = Fetch, creationTime = 1 (elapsed = 0).",
            pid: 88, name: "Harbour")
        story.end(2, 1, pid: 77)
        let lives = story.lives
        #expect(lives.map(\.process.name) == ["Willow", "Harbour"])
        #expect(lives.first?.task("Upload")?.end == .observed && lives.last?.task("Fetch")?.end == .unknown)
    }

    @Test func extensionsAreSaidToBe() {
        var story = LogStory()
        story.daemon(0, "Now tracking process: [xpcservice<com.example.willow.share([app<com.example.willow>:77])>:91]")
        let life = story.timeline().lives.first { $0.process.pid == 91 }
        #expect(life?.process.isExtension == true && life?.summary.isExtension == true)
    }

    /// Every daemon tells of the end in words of its own: one exit.
    @Test func manyWitnessesOfOneExit() throws {
        var story = LogStory()
        story.track(0)
        story.daemon(
            40,
            "Executing termination request for: <RBSTerminatePredicate| <RBSProcessPredicate <RBSProcessHandlePredicate| app<\(LogStory.bundle)>:77>>>"
        )
        story.launchd(40.2, "exited due to SIGKILL | sent by launchd[1], ran for 40000ms")
        story.add(
            40.3, "SpringBoard[62:1]",
            "[com.apple.FrontBoard:Process] Process exited: <FBApplicationProcess: 0x1; app<\(LogStory.bundle)>:77> -> <RBSProcessExitContext| specific, status:<RBSProcessExitStatus| domain:signal(2) code:SIGKILL(9)>>"
        )
        let life = try #require(story.life)
        #expect(life.exit != nil && (life.exit?.witnesses.count ?? 0) >= 2)
        #expect(life.states.last?.state == .notRunning)
    }

    // MARK: states and budgets

    @Test func returnToTheForegroundResetsTheClock() throws {
        var story = LogStory()
        story.track(0)
        story.state(0.5, "running-active", role: "UserInteractiveFocal")
        story.begin(1, 1, "Upload")
        story.state(10, "running-active", role: "Background")
        story.state(30, "running-active", role: "UserInteractiveFocal")
        story.state(50, "running-active", role: "Background")
        story.state(55, "running-suspended")
        story.end(60, 1)
        let life = try #require(story.life)
        #expect(life.states.map(\.state) == [.active, .background, .active, .background, .suspended])
        #expect(life.backgroundSeconds == 5 && life.task("Upload")?.backgroundSeconds == 25)
        #expect(life.summary.returnedToForeground && life.task("Upload")?.stateAtBegin == .active)
    }

    /// A line that comes far too late does not put the states out of order.
    @Test func statesStayInOrder() throws {
        var story = LogStory()
        story.track(0)
        story.state(0.5, "running-active", role: "UserInteractiveFocal")
        story.state(100, "running-active", role: "Background")
        story.state(110, "running-suspended")
        story.state(20, "running-active", role: "UserInteractiveNonFocal")
        story.state(120, "running-active", role: "UserInteractiveFocal")
        let life = try #require(story.life)
        let begins = life.states.map(\.begin.time)
        #expect(begins == begins.sorted())
        for (one, other) in zip(life.states, life.states.dropFirst()) { #expect((one.end ?? .max) <= other.begin.time) }
    }

    @Test func sleepIsTheDevices() {
        var story = LogStory()
        story.track(0)
        story.add(
            5, "kernel[0:1]", "Entering Sleep state due to 'Idle Sleep':TCPKeepAlive=active Using AC (Charge:100%)")
        #expect(story.timeline().deviceEvents.map(\.name) == ["device.sleep"])
    }

    @Test func createdInactive() throws {
        var story = LogStory()
        story.track(0)
        story.acquire(1, "Shared Background Assertion 1 for \(LogStory.bundle)", id: "37-77-1")
        story.daemon(
            1.1,
            "Assertion 37-77-1 (target:[app<\(LogStory.bundle)>:77]) will be created as inactive as start-time-defining assertions exist"
        )
        let life = try #require(story.life)
        #expect(life.intervals.first { $0.identifier == "37-77-1" }?.isInactive == true)
    }

    @Test func mutatedReason() throws {
        let log = """
            default 2019-01-08 13:26:01.087316 +0800 assertiond [Willow:12648] Add assertion: <BKProcessAssertion: 0x1046029b0; id: 12648-679EF71C-A8E3-42E4-B679-DE0D01BDBB0F; name: Upload; state: active; reason: finishTask; duration: 180.0s> {
            default 2019-01-08 13:26:01.187316 +0800 assertiond [Willow:12648] Mutating assertion reason from finishTask to finishTaskAfterBackgroundDownload
            """
        var diagnosis = Diagnosis()
        diagnosis.add(bytes: Array(log.utf8), path: "log")
        let life = try #require(diagnosis.timeline().lives.first)
        #expect(life.intervals.map(\.reason) == ["finishTaskAfterBackgroundDownload"])
        #expect(life.summary.launchReason == "urlsession")
    }
}

extension LogStory {
    mutating func acquire(_ second: Double, _ name: String, id: String, pid: Int = 77) {
        let app = "[app<\(Self.bundle)>:\(pid)]"
        daemon(
            second,
            "Acquiring assertion targeting \(app) from originator \(app) with description "
                + "<RBSAssertionDescriptor| \"\(name)\" ID:\(id) target:\(pid) attributes:[\n\t"
                + "<RBSLegacyAttribute| requestedReason:FinishTask reason:FinishTask flags:( PreventTaskSuspend )>\n\t]>"
        )
    }
}
