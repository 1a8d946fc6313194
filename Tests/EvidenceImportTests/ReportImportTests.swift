import DiagnosticModel
import Testing

@testable import EvidenceImport

@Suite struct ReportImportTests {
    static let body = """
        {"pid":4321,"procName":"Sample","procPath":"/private/var/containers/Bundle/Application/1/Sample.app/Sample",
         "procRole":"Background","parentProc":"launchd","captureTime":"2023-01-02 03:04:05.0000 +0100",
         "modelCode":"iPhone14,2","bundleInfo":{"CFBundleIdentifier":"com.example.sample"},
         "exception":{"type":"EXC_CRASH","signal":"SIGKILL","codes":"0x0, 0x0"},
         "termination":{"code":2343432205,"namespace":"FRONTBOARD","byProc":"SpringBoard","byPid":58,"reasons":[
          "<RBSTerminateContext| domain:10 code:0x8BADF00D explanation:scene-update watchdog transgression: app<com.example.sample>:4321 exhausted real (wall clock) time allowance of 10.00 seconds",
          "ProcessVisibility: Background","WatchdogEvent: scene-update",
          "reportType:CrashLog maxTerminationResistance:Interactive>"]},
         "faultingThread":1,
         "threads":[{"id":1,"queue":"com.apple.main-thread","frames":[{"imageOffset":100,"imageIndex":0,"symbol":"main"},
           {"imageOffset":200,"imageIndex":1},{"imageOffset":300,"imageIndex":99}]},{"id":2,"name":"W","frames":[]}],
         "usedImages":[{"name":"Sample","path":"/private/var/containers/Bundle/Application/1/Sample.app/Sample","base":6469025792},
           {"name":"UIKitCore","path":"/System/Library/UIKitCore","base":12273000448}]}
        """
    static let header =
        #"{"app_name":"Sample","bug_type":"309","os_version":"iPhone OS 16.2 (20C65)","incident_id":"I1"}"#

    @Test func readsAWholeReport() throws {
        let imported = Imported(Self.header + "\n" + Self.body)
        #expect(imported.entry.status == .read && imported.entry.issues.isEmpty)
        let record = try #require(imported.record)
        #expect(record.process.name == "Sample" && record.process.pid == 4321)
        #expect(record.process.bundleID == "com.example.sample")
        #expect(record.system.version == OSVersion([16, 2]) && record.system.build == "20C65")
        #expect(record.termination.cause == "watchdog" && record.termination.watchdogEvent == "scene-update")
        #expect(record.termination.allowance == 10)
        #expect(record.termination.terminatedBy == "SpringBoard [58]")
        #expect(!record.termination.isTruncated && !record.isTruncated)
        #expect(record.threads.map(\.isMain) == [true, false])
        #expect(record.threads.map(\.isTriggered) == [false, true])
        #expect(record.threads[0].frames.map(\.image) == ["Sample", "UIKitCore", ""])
        #expect(record.threads[0].frames.map(\.isInApp) == [true, false, nil])
        #expect(record.threads[0].frames[0].address == 6_469_025_892)
        #expect(record.captured?.rfc3339 == "2023-01-02T03:04:05.000+01:00")
    }

    @Test func aReportWithoutAHeaderIsRead() {
        #expect(Imported(Self.body).record?.termination.watchdogEvent == "scene-update")
        #expect(Imported("null\n" + Self.body).records.count <= 1)
    }

    @Test func theInsideOfAnObjectIsRead() throws {
        let inside = String(Self.body.dropFirst().dropLast())
        let from = try #require(inside.firstRange(of: "\"termination\""))
        let imported = Imported(String(inside[from.lowerBound...]))
        #expect(imported.record?.termination.watchdogEvent == "scene-update")
        #expect(imported.codes.contains("header-missing"))
    }

    @Test func reportsInAnArrayAreRecordsOfTheirOwn() {
        let imported = Imported("[\(Self.body),\(Self.body.replacing("4321", with: "99")),7,null]")
        #expect(imported.records.map(\.process.pid) == [4321, 99])
    }

    @Test func reportsInStringsAreUnpacked() {
        let inner = (Self.header + "\n" + Self.body).replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            .replacing("\n", with: "\\n")
        let imported = Imported("[\"\(inner)\"]")
        #expect(imported.record?.process.pid == 4321)
        #expect(imported.record?.locations[.exit]?.path == "$[0]")
    }

    @Test func quotedReportsAreUnpacked() {
        let text = Self.header + "\n" + Self.body
        #expect(Imported("Hi,\n\n> " + text.replacing("\n", with: "\n> ")).record?.process.pid == 4321)
        #expect(Imported("Look:\n```\n\(text)\n```\n").record?.process.pid == 4321)
    }

    @Test func everyCutKeepsWhatStandsBeforeIt() {
        let bytes = Array((Self.header + "\n" + Self.body).utf8)
        let whole = String(decoding: bytes, as: UTF8.self)
        func end(of words: String) -> Int {
            whole.utf8.distance(from: whole.startIndex, to: whole.firstRange(of: words)!.upperBound)
        }
        let name = end(of: "\"procName\":\"Sample\"")
        let (event, code) = (end(of: "WatchdogEvent: scene-update\""), end(of: "\"code\":2343432205,"))
        for cut in stride(from: Self.header.utf8.count + 12, to: bytes.count - 1, by: 7) {
            let imported = Imported(Array(bytes[..<cut]))
            #expect(imported.entry.status == .partial, "cut at \(cut)")
            #expect(imported.codes.contains("json-truncated"), "cut at \(cut)")
            let record = imported.record
            if cut >= name {
                #expect(record?.process.name == "Sample" && record?.process.pid == 4321, "cut at \(cut)")
            }
            if cut >= code { #expect(record?.termination.code == 0x8BAD_F00D, "cut at \(cut)") }
            if cut >= event { #expect(record?.termination.watchdogEvent == "scene-update", "cut at \(cut)") }
            if cut >= name { #expect(record?.isTruncated == true, "cut at \(cut)") }
        }
    }

    @Test func mistypedMembersDoNotStopTheRest() {
        let imported = Imported(
            """
            {"bug_type":309}
            {"pid":"4321","procName":7,"exception":"EXC_CRASH (SIGKILL)","termination":"FRONTBOARD 2343432205",
             "threads":{"0":[]},"usedImages":"none","faultingThread":"x","asi":[1],"osVersion":"iPhone OS 16.2"}
            """)
        #expect(imported.record?.process.pid == 4321)
        #expect(imported.record?.process.name == "7")
        #expect(imported.record?.exception.signal == "SIGKILL")
        #expect(imported.record?.termination.code == 0x8BAD_F00D)
        #expect(imported.record?.threads.isEmpty == true)
    }

    @Test func aReasonStringAndDetailsAreTheTermination() {
        for termination in [
            #"{"code":2343432205,"namespace":"FRONTBOARD","reason":"scene-create watchdog transgression: app<a>:1 x"}"#,
            #"{"code":2343432205,"namespace":"FRONTBOARD","details":["scene-create watchdog transgression: x"]}"#,
            #"{"code":"0x8BADF00D","namespace":"FRONTBOARD","explanation":"scene-create watchdog transgression: x"}"#,
        ] {
            let record = Imported("{\"procName\":\"A\",\"termination\":\(termination)}").record
            #expect(record?.termination.watchdogEvent == "scene-create", "\(termination)")
            #expect(record?.termination.code == 0x8BAD_F00D, "\(termination)")
        }
    }

    @Test func kindsThatAreNotAppleReportsAreNamed() {
        #expect(Imported(#"{"crash":{"threads":[]},"system":{},"binary_images":[]}"#).entry.kind == "third-party")
        #expect(Imported(#"{"event_id":"1","exception":{"values":[]}}"#).entry.kind == "third-party")
        #expect(Imported(#"{"name":"x","version":1}"#).entry.status == .skipped)
        #expect(Imported("{\"bug_type\":\"999\"}\n{\"a\":1}").entry.status == .skipped)
        #expect(Imported("{\"bug_type\":\"999\"}\n{\"a\":1}").entry.kindTitle.contains("999"))
    }

    @Test func emptyAndBinaryInputsHaveTheirLedgerEntry() {
        #expect(Imported("").entry.status == .skipped)
        #expect(Imported("\n \0").entry.kind == "empty")
        #expect(Imported([0x1F, 0x8B, 8, 0]).entry.kind == "archive")
        #expect(Imported([UInt8](repeating: 1, count: 100)).entry.kind == "binary")
        #expect(Imported(Array("bplist00".utf8)).entry.status == .failed)
    }

    @Test func aMissingFileIsInTheLedger() {
        var importer = EvidenceImporter()
        #expect(importer.importFile("/nonexistent/a.ips").isEmpty)
        #expect(importer.importFile("/").isEmpty)
        #expect(importer.ledger.entries.map(\.status) == [.failed, .failed])
        #expect(importer.ledger.entries.map(\.id) == [0, 1])
    }
}

@Suite struct JetsamImportTests {
    static let event = """
        {"bug_type":"298","timestamp":"2023-01-02 03:04:05.00 +0100","os_version":"iPhone OS 16.2 (20C65)"}
        {"product":"iPhone14,2","largestProcess":"Big","memoryStatus":{"pageSize":16384},"processes":[
         {"name":"Idle","pid":1,"rpages":10},
         {"name":"Sample","pid":515,"rpages":100,"lifetimeMax":200,"reason":"per-process-limit","states":["frontmost"]},
         {"name":"Other","pid":516,"rpages":9223372036854775807,"reason":"vm-pageshortage","states":["suspended","x"]}]}
        """

    @Test func eachKilledProcessIsARecord() {
        let imported = Imported(Self.event)
        #expect(imported.entry.kind == "jetsam")
        #expect(imported.records.map(\.process.pid) == [515, 516])
        #expect(imported.records.map(\.memory?.reason) == ["per-process-limit", "vm-pageshortage"])
        #expect(imported.records.map(\.memory?.residentBytes) == [1_638_400, nil])
        #expect(imported.records.first?.memory?.lifetimeMaxBytes == 3_276_800)
        #expect(imported.records.last?.memory?.states == ["suspended", "x"])
        #expect(imported.records.allSatisfy { $0.kind == .jetsam && $0.memory?.largestProcess == "Big" })
    }

    @Test func aCutEventKeepsTheProcessesBeforeTheCut() throws {
        let bytes = Array(Self.event.utf8)
        let second = try #require(Self.event.firstRange(of: "\n {\"name\":\"Other\""))
        let cut = Self.event.utf8.distance(from: Self.event.startIndex, to: second.lowerBound)
        let imported = Imported(Array(bytes[..<cut]))
        #expect(imported.records.map(\.process.pid) == [515])
        #expect(imported.entry.status == .partial)
        #expect(imported.record?.isTruncated == true)
    }
}

@Suite struct MetricKitImportTests {
    @Test func countersAreReadWithLocalisedNumbers() {
        let imported = Imported(
            """
            {"timeStampBegin":"2023-10-01 00:00:00 +0000","timeStampEnd":"2023-10-02 00:00:00 +0000",
             "metaData":{"osVersion":"iPhone OS 16.6 (20G75)","bundleIdentifier":"com.example.vellum"},
             "applicationExitMetrics":{"foregroundExitData":{"cumulativeAbnormalExitCount":"1,234次"},
              "backgroundExitData":{"cumulativeAppWatchdogExitCount":2,"cumulativeBadAccessExitCount":0,
               "cumulativeBackgroundTaskAssertionTimeoutExitCount":"3"}}}
            """)
        #expect(imported.entry.kind == "metrickit-metrics")
        #expect(
            imported.records.map(\.counter) == [
                ExitCounter(name: "AppWatchdog", count: 2, background: true),
                ExitCounter(name: "BackgroundTaskAssertionTimeout", count: 3, background: true),
                ExitCounter(name: "Abnormal", count: 1234, background: false),
            ])
        #expect(imported.records.allSatisfy { $0.process.bundleID == "com.example.vellum" })
    }

    @Test func hugeAndOddCountsDoNotTrap() {
        for count in ["1e400", "\"nan\"", "-5", "\"99999999999999999999999999\"", "null", "{}", "[1]"] {
            let imported = Imported(
                "{\"applicationExitMetrics\":{\"backgroundExitData\":{\"cumulativeBadAccessExitCount\":\(count)}}}")
            #expect(imported.records.allSatisfy { ($0.counter?.count ?? 0) >= 0 })
        }
    }

    @Test func aCrashDiagnosticIsRead() {
        let imported = Imported(
            """
            {"crashDiagnostics":[{"diagnosticMetaData":{"osVersion":"iPhone OS 16.6 (20G75)","exceptionType":10,"signal":9,
              "bundleIdentifier":"com.example.a","pid":77,"terminationReason":"FRONTBOARD 2343432205 <RBSTerminateContext| \
            domain:10 code:0x8BADF00D explanation:scene-create watchdog transgression: x reportType:CrashLog maxTerminationResistance:Interactive>"},
              "callStackTree":{"callStacks":[{"threadAttributed":true,"callStackRootFrames":[{"binaryName":"A","address":5}]}]}}]}
            """)
        let record = imported.record
        #expect(imported.entry.kind == "metrickit-diagnostics")
        #expect(record?.exception.type == "EXC_CRASH" && record?.exception.signal == "SIGKILL")
        #expect(record?.process.pid == 77)
        #expect(record?.termination.code == 0x8BAD_F00D && record?.termination.watchdogEvent == "scene-create")
        #expect(record?.threads.first?.frames.first?.image == "A")
    }

    @Test func measuresAreReadWithTheirUnits() {
        let imported = Imported(
            """
            {"hangDiagnostics":[{"diagnosticMetaData":{"hangDuration":"20 sec"}}],
             "cpuExceptionDiagnostics":[{"diagnosticMetaData":{"totalCPUTime":"1,5 s"}}],
             "diskWriteExceptionDiagnostics":[{"diagnosticMetaData":{"writesCaused":"1\u{A0}073,77 MB"}}]}
            """)
        #expect(imported.records.map(\.resource?.event) == ["hang", "cpu usage", "disk writes"])
        #expect(imported.records.map(\.resource?.used) == [20, 1.5, 1073.77])
        #expect(imported.records.map(\.resource?.unit) == ["sec", "s", "MB"])
    }
}
