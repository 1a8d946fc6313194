/// One thread of a report, with what it was doing once `ThreadAnalysis` has read it.
public struct StackThread: Sendable, Equatable {
    /// Index in the report.
    public var index: Int
    public var name: String?
    public var queue: String?
    /// The thread the report marks: crashed, highlighted, triggered.
    public var isTriggered: Bool
    public var isMain: Bool
    /// Innermost first.
    public var frames: [StackFrame]
    /// True when the report stops before the last frame.
    public var isTruncated: Bool
    public var location: EvidenceLocation?

    public init(index: Int, frames: [StackFrame] = []) {
        self.index = index
        self.isTriggered = false
        self.isMain = false
        self.frames = frames
        self.isTruncated = false
    }
}

public struct StackFrame: Sendable, Equatable {
    /// Image name as the report prints it ("UIKitCore"); empty when unknown ("???").
    public var image: String
    /// As printed, mangled or not; nil when the report is not symbolicated.
    public var symbol: String?
    /// Runtime address with pointer authentication bits removed; 0 when the report has none.
    public var address: UInt64
    /// Offset into the image, the form that survives address randomisation; nil when unknown.
    public var imageOffset: UInt64?
    /// From the app's own bundle, by the image's path; nil when the report does not say.
    public var isInApp: Bool?
    public var sourceFile: String?
    public var sourceLine: Int?
    /// 1-based line of the frame in a text report, or 0.
    public var line: Int
    /// Start of the frame in the input.
    public var offset: Int

    public init(
        image: String, symbol: String? = nil, address: UInt64 = 0, imageOffset: UInt64? = nil, isInApp: Bool? = nil,
        line: Int = 0, offset: Int = 0
    ) {
        self.image = image
        self.symbol = symbol
        self.address = address
        self.imageOffset = imageOffset
        self.isInApp = isInApp
        self.line = line
        self.offset = offset
    }
}

/// What a thread was doing, read from its frames by the tables of `rules/symbols.yaml`.
public struct ThreadActivity: Sendable, Equatable {
    public enum State: String, Sendable {
        case idle, waiting, busy
        case expirationHandler = "expiration-handler"
        case unknown
    }

    public var index: Int
    public var name: String?
    public var queue: String?
    public var isMain: Bool
    public var isTriggered: Bool
    public var state: State
    /// "lock", "semaphore", "dispatch-sync", "xpc", "network", … when it waits.
    public var waitKind: String?
    /// True when the thread both runs an expiration handler and waits in it.
    public var isBlockedInHandler: Bool
    /// The symbol or frame that gave it away.
    public var evidenceFrame: Int?
    /// Index of the first frame of the app's own code.
    public var firstInAppFrame: Int?
    /// That frame in words: "Sample: -[Uploader flush] + 24".
    public var inAppText: String?
    /// Lifecycle callback on the stack: "didFinishLaunching", "didEnterBackground", "willTerminate", …
    public var lifecycle: String?
    /// "dotnet", "mono", "flutter", "react-native", "unity" when frames of it are seen.
    public var runtime: String?
    /// A symbol that alone gives the cause away, in the words of `rules/symbols.yaml`: "background-gpu".
    public var telltale: String?
    /// Index of the thread it waits for, where both sides are visible.
    public var waitsForThread: Int?
    /// The innermost frames in words, for people; at most `ThreadActivity.excerptFrames`.
    public var excerpt: [String]
    public var frameCount: Int
    public var location: EvidenceLocation?

    /// How many frames of a thread an answer quotes.
    public static let excerptFrames = 12

    public init(index: Int, isMain: Bool, isTriggered: Bool, state: State) {
        self.index = index
        self.isMain = isMain
        self.isTriggered = isTriggered
        self.state = state
        self.isBlockedInHandler = false
        self.excerpt = []
        self.frameCount = 0
    }
}
