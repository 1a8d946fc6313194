/// A MetricKit payload: diagnostics (`crashDiagnostics`, `hangDiagnostics`, …), metrics
/// (`applicationExitMetrics`), or a single diagnostic's `jsonRepresentation`.
///
/// Keys per Apple's MetricKit documentation, as payloads of iOS 14 and later carry them.
public struct MetricKitPayload: Sendable {
    public enum DiagnosticKind: String, Sendable, CaseIterable {
        case crash = "crashDiagnostics"
        case hang = "hangDiagnostics"
        case cpu = "cpuExceptionDiagnostics"
        case disk = "diskWriteExceptionDiagnostics"
        case launch = "appLaunchDiagnostics"
    }

    public struct Diagnostic: Sendable {
        public var kind: DiagnosticKind
        public var metaData: JSONValue?
        public var callStackTree: JSONValue?
        public var value: JSONValue
    }

    public var diagnostics: [Diagnostic] = []
    public var exitMetrics: JSONValue?
    public var metaData: JSONValue?
    public var begin: JSONValue?
    public var end: JSONValue?

    /// nil when the object is not MetricKit's.
    public init?(_ root: JSONValue) {
        guard root.kind == .object else { return nil }
        begin = root["timeStampBegin"]
        end = root["timeStampEnd"]
        metaData = root["metaData"] ?? root["diagnosticMetaData"]
        exitMetrics = root["applicationExitMetrics"]
        for kind in DiagnosticKind.allCases {
            for value in (root[kind.rawValue]?.elements ?? []).prefix(Limits.recordsPerFile) {
                diagnostics.append(
                    Diagnostic(
                        kind: kind, metaData: value["diagnosticMetaData"], callStackTree: value["callStackTree"],
                        value: value))
            }
        }
        if diagnostics.isEmpty, let tree = root["callStackTree"] {
            diagnostics.append(
                Diagnostic(
                    kind: Self.kind(of: root), metaData: root["diagnosticMetaData"], callStackTree: tree, value: root))
        }
        let isBareTree = root["callStacks"] != nil && root["callStackPerThread"] != nil
        if diagnostics.isEmpty, isBareTree {
            diagnostics.append(Diagnostic(kind: .crash, metaData: nil, callStackTree: root, value: root))
        }
        let isMetric = exitMetrics != nil || Self.metricKeys.contains { root[$0] != nil }
        guard !diagnostics.isEmpty || isMetric || (begin != nil && end != nil) else { return nil }
    }

    /// Members of a metric payload other than the exit counters.
    static let metricKeys = [
        "applicationTimeMetrics", "cpuMetrics", "memoryMetrics", "applicationLaunchMetrics", "diskIOMetrics",
        "networkTransferMetrics", "applicationResponsivenessMetrics", "locationActivityMetrics",
    ]

    private static func kind(of root: JSONValue) -> DiagnosticKind {
        let metaData = root["diagnosticMetaData"]
        if metaData?["hangDuration"] != nil { return .hang }
        if metaData?["totalCPUTime"] != nil { return .cpu }
        if metaData?["writesCaused"] != nil { return .disk }
        if metaData?["launchDuration"] != nil { return .launch }
        return .crash
    }
}

/// One call stack of a `callStackTree`, innermost frame first.
public struct MetricKitStack: Sendable {
    public struct Frame: Sendable {
        public var binaryName: String
        public var offset: UInt64?
        public var address: UInt64?
        public var bytes: Range<Int>
    }

    public var isAttributed: Bool
    public var frames: [Frame]

    /// - Parameter isSampled: hang and CPU trees are call trees that start at the outermost frame
    ///   (readers of public payloads got them upside down before); crash stacks start at the innermost.
    public static func stacks(of tree: JSONValue, isSampled: Bool) -> [MetricKitStack] {
        (tree["callStacks"]?.elements ?? []).prefix(Limits.threads).map { stack in
            var frames: [Frame] = []
            var current = stack["callStackRootFrames"]?.elements.first
            while let value = current, frames.count < Limits.framesPerThread {
                frames.append(
                    Frame(
                        binaryName: value["binaryName"]?.text ?? "???",
                        offset: value["offsetIntoBinaryTextSegment"]?.unsigned, address: value["address"]?.unsigned,
                        bytes: value.byteRange))
                // The heaviest branch of a sampled tree; crash stacks have one.
                current = value["subFrames"]?.elements.max {
                    ($0["sampleCount"]?.int ?? 0) < ($1["sampleCount"]?.int ?? 0)
                }
            }
            if isSampled { frames.reverse() }
            return MetricKitStack(isAttributed: stack["threadAttributed"]?.bool ?? false, frames: frames)
        }
    }
}
