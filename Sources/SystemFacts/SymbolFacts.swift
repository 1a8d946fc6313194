/// Which symbols, images and queues mean what (`rules/symbols.yaml`). A pattern is an exact name, `prefix*`,
/// `*suffix` or `*part*`; leading underscores do not count, since reports lose them.
public struct SymbolFacts: Sendable {
    /// Frames that show what a thread waits for; of several the highest rank is the most telling.
    public struct Wait: Sendable {
        public var kind: String
        public var rank: Int
        public var symbols: [String]
        public var source: String

        public init(kind: String, rank: Int, symbols: [String], source: String) {
            self.kind = kind
            self.rank = rank
            self.symbols = symbols
            self.source = source
        }
    }

    /// A named group of patterns: a lifecycle callback, a runtime.
    public struct Group: Sendable {
        public var name: String
        public var symbols: [String]
        public var images: [String]

        public init(name: String, symbols: [String], images: [String]) {
            self.name = name
            self.symbols = symbols
            self.images = images
        }
    }

    public var waits: [Wait]
    /// The system call at the top of a waiting run loop.
    public var runLoopLeaf: [String]
    /// The run loop's own frames that call it.
    public var runLoopService: [String]
    /// `CFRunLoopRun…`.
    public var runLoopRun: [String]
    /// The frames between a main run loop and the start of the process.
    public var eventLoop: [String]
    public var idleWorkers: [String]
    public var handlers: [String]
    public var handlerQueues: [String]
    public var lifecycle: [Group]
    /// Symbols that alone give a cause away.
    public var telltales: [Group]
    /// Frames of a thread that holds a once token.
    public var onceCallouts: [String]
    /// Frames of a thread that waits for the main thread or queue.
    public var mainSync: [String]
    public var runtimes: [Group]
    /// Frames that are skipped when naming the app's code.
    public var trampolines: [String]
    public var systemImagePaths: [String]
    public var systemImageNames: [String]
    public var appImagePaths: [String]

    public init(
        waits: [Wait], runLoopLeaf: [String], runLoopService: [String], runLoopRun: [String], eventLoop: [String],
        idleWorkers: [String], handlers: [String], handlerQueues: [String], lifecycle: [Group],
        telltales: [Group], onceCallouts: [String], mainSync: [String], runtimes: [Group], trampolines: [String],
        systemImagePaths: [String],
        systemImageNames: [String],
        appImagePaths: [String]
    ) {
        self.waits = waits
        self.runLoopLeaf = runLoopLeaf
        self.runLoopService = runLoopService
        self.runLoopRun = runLoopRun
        self.eventLoop = eventLoop
        self.idleWorkers = idleWorkers
        self.handlers = handlers
        self.handlerQueues = handlerQueues
        self.lifecycle = lifecycle
        self.telltales = telltales
        self.onceCallouts = onceCallouts
        self.mainSync = mainSync
        self.runtimes = runtimes
        self.trampolines = trampolines
        self.systemImagePaths = systemImagePaths
        self.systemImageNames = systemImageNames
        self.appImagePaths = appImagePaths
    }
}
