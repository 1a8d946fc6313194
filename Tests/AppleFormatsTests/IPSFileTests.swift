import Testing

@testable import AppleFormats

@Suite struct IPSFileTests {
    private func file(_ text: String) -> IPSFile { IPSFile(Array(text.utf8), from: 0) }

    private func frames(_ thread: IPSThread) -> [IPSFrame] {
        var frames: [IPSFrame] = []
        thread.forEachFrame { frames.append($0) }
        return frames
    }

    private func kind(_ body: IPSFile.Body) -> String {
        switch body {
        case .json: "json"
        case .text: "text"
        case .propertyList: "plist"
        case .none: "none"
        }
    }

    @Test(arguments: [
        ("{\"bug_type\":\"309\"}\n{\"pid\":1}", "309", "json"),
        ("{\"bug_type\":\"109\"}\nIncident Identifier: A\n", "109", "text"),
        ("{\"bug_type\":\"142\"}\n<?xml version=\"1.0\"?><plist/>", "142", "plist"),
        ("{\"bug_type\":\"142\"}\nbplist00...", "142", "plist"),
        ("{\n  \"bug_type\" : \"309\"\n}\n\n{\"pid\":1}", "309", "json"),
        ("{\"bug_type\":\"309\"}\nnull\n{\"pid\":1}", "309", "json"),
        ("{\"bug_type\":309}{\"pid\":1}", "309", "json"), ("{\"bugType\":\"309\"}{\"pid\":1}", "309", "json"),
        ("{\"bug_type\":\"309\",\"procName\":\"A\",\"threads\":[]}", "309", "json"),
        ("{\"app_name\":\"A\"}\n{\"bug_type\":\"309\"}", "309", "json"), ("{\"bug_type\":\"309\"}", "309", "none"),
        ("{\"bug_type\":\"309\"}\n\0\n```\n", "309", "none"),
    ])
    func readsEveryArrangement(text: String, bugType: String, body: String) {
        let found = file(text)
        #expect(found.bugType == bugType)
        #expect(kind(found.body) == body)
    }

    @Test func aTextBodyIsGivenAsItsRange() {
        let text = "{\"bug_type\":\"109\"}\r\n\r\nIncident Identifier: A\n"
        guard case .text(let range) = file(text).body else {
            Issue.record("no text body")
            return
        }
        #expect(String(decoding: Array(text.utf8)[range], as: UTF8.self) == "Incident Identifier: A\n")
    }

    @Test func aHeaderAloneIsAnIssue() {
        #expect(file("{\"bug_type\":\"309\"}").issues.map(\.code) == [.bodyMissing])
        #expect(file("{\"bug_type\":\"309\"}\n").issues.map(\.code) == [.bodyMissing])
    }

    @Test func textBehindASingleObjectIsNoted() {
        let found = file("{\"procName\":\"A\",\"termination\":{}}\nthanks!")
        #expect(found.issues.map(\.code) == [.trailingBytes])
        #expect(kind(found.body) == "json")
    }

    @Test func aCutBodyKeepsWhatStandsBeforeTheCut() {
        let found = file("{\"bug_type\":\"309\"}\n{\"procName\":\"A\",\"threads\":[{\"id\":1")
        #expect(found.issues.map(\.code) == [.jsonTruncated])
        guard case .json(let body) = found.body else {
            Issue.record("no body")
            return
        }
        #expect(body["procName"]?.string == "A")
        #expect(!body.isComplete)
    }

    @Test func readsThreadsFramesAndImages() {
        let root = json(
            """
            {"threads":[{"id":9,"name":"W","queue":"q","triggered":true,"frames":[
              {"imageOffset":100,"imageIndex":1,"symbol":"main","symbolLocation":8,"sourceFile":"a.m","sourceLine":3},
              {"imageOffset":"0x20","imageIndex":-1},7]}],
             "usedImages":[{"name":"A","path":"/a/A","uuid":"u","base":4096,"size":10},{"path":"/b/B c"},{}]}
            """
        ).root
        let thread = root?["threads"]?.elements.first.map(IPSThread.init)
        #expect(thread?.id == 9)
        #expect(thread?.name == "W")
        #expect(thread?.queue == "q")
        #expect(thread?.isTriggered == true)
        #expect(thread?.isTruncated == false)
        #expect(thread.map { frames($0).map(\.imageOffset) } == [100, 32, nil])
        #expect(thread.map { frames($0).map(\.imageIndex) } == [1, -1, nil])
        #expect(thread.flatMap { frames($0).first }?.symbol == "main")
        #expect(thread.flatMap { frames($0).first }?.sourceFile == "a.m")
        #expect(thread.flatMap { frames($0).first }?.sourceLine == 3)
        let images = (root?["usedImages"]?.elements ?? []).map(IPSImage.init)
        #expect(images.map(\.name) == ["A", "B c", ""])
        #expect(images.map(\.base) == [4096, 0, 0])
    }

    @Test func mistypedMembersAreAbsent() {
        let thread = json(#"{"id":"x","name":[],"queue":{},"triggered":"perhaps","frames":"none"}"#).root.map(
            IPSThread.init)
        #expect(thread?.id == nil && thread?.name == nil && thread?.queue == nil)
        #expect(thread?.isTriggered == false)
        #expect(thread.map { frames($0).isEmpty } == true)
    }

    @Test func aThreadThatIsCutOffSaysSo() {
        let document = json(#"{"threads":[{"id":1,"frames":[{"imageOffset":1},{"imageOf"#)
        let thread = document.root?["threads"]?.elements.first.map(IPSThread.init)
        #expect(thread?.isTruncated == true)
        #expect(thread.flatMap { frames($0).first }?.imageOffset == 1)
    }
}

@Suite struct MetricKitPayloadTests {
    private func payload(_ text: String) -> MetricKitPayload? { json(text).root.flatMap(MetricKitPayload.init) }

    @Test func readsDiagnosticsOfEveryKind() {
        let found = payload(
            """
            {"timeStampBegin":"2023-10-01 00:00:00 +0000","timeStampEnd":"2023-10-02 00:00:00 +0000",
             "crashDiagnostics":[{"diagnosticMetaData":{"signal":9}}],"hangDiagnostics":[{},{}],
             "cpuExceptionDiagnostics":[{}],"diskWriteExceptionDiagnostics":[{}],"appLaunchDiagnostics":[{}]}
            """)
        #expect(found?.diagnostics.map(\.kind) == [.crash, .hang, .hang, .cpu, .disk, .launch])
        #expect(found?.diagnostics.first?.metaData?["signal"]?.int == 9)
        #expect(found?.end?.text == "2023-10-02 00:00:00 +0000")
    }

    @Test(
        arguments: [
            ("hangDuration", .hang), ("totalCPUTime", .cpu), ("writesCaused", .disk), ("launchDuration", .launch),
            ("signal", .crash),
        ] as [(String, MetricKitPayload.DiagnosticKind)])
    func aSingleDiagnosticIsKnownByItsMeasure(key: String, kind: MetricKitPayload.DiagnosticKind) {
        let found = payload("{\"callStackTree\":{},\"diagnosticMetaData\":{\"\(key)\":\"1\"}}")
        #expect(found?.diagnostics.map(\.kind) == [kind])
    }

    @Test func otherObjectsAreNoPayload() {
        #expect(payload("{}") == nil)
        #expect(payload("[]") == nil)
        #expect(payload(#"{"bug_type":"309","procName":"A"}"#) == nil)
        #expect(payload(#"{"timeStampBegin":"2023-10-01"}"#) == nil)
        #expect(payload(#"{"applicationExitMetrics":{}}"#) != nil)
    }

    static let tree = """
        {"callStackPerThread":true,"callStacks":[{"threadAttributed":true,"callStackRootFrames":[
          {"binaryName":"A","address":10,"offsetIntoBinaryTextSegment":1,"sampleCount":9,"subFrames":[
            {"binaryName":"B","sampleCount":2},
            {"binaryName":"C","sampleCount":7,"subFrames":[{"binaryName":"D"}]}]}]},
          {"callStackRootFrames":[]}]}
        """

    @Test func crashStacksStartAtTheInnermostFrame() throws {
        let stacks = MetricKitStack.stacks(of: try #require(json(Self.tree).root), isSampled: false)
        #expect(stacks.map { $0.frames.map(\.binaryName) } == [["A", "C", "D"], []])
        #expect(stacks.map(\.isAttributed) == [true, false])
        #expect(stacks.first?.frames.first?.offset == 1)
    }

    @Test func sampledTreesAreTurnedOverAndFollowTheHeaviestBranch() throws {
        let stacks = MetricKitStack.stacks(of: try #require(json(Self.tree).root), isSampled: true)
        #expect(stacks.first?.frames.map(\.binaryName) == ["D", "C", "A"])
    }

    @Test func aTreeOfAThousandFramesIsRead() throws {
        let open = String(repeating: #"{"binaryName":"A","subFrames":["#, count: 1_000)
        let text = #"{"callStacks":[{"callStackRootFrames":["# + open + String(repeating: "]}", count: 1_000) + "]}]}"
        let document = json(text)
        #expect(document.issues.isEmpty)
        #expect(MetricKitStack.stacks(of: try #require(document.root), isSampled: false).first?.frames.count == 1_000)
    }
}
