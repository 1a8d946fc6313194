import SystemFacts

/// What one symbol gives away, by the tables of `rules/symbols.yaml`.
struct SymbolMeaning: Sendable {
    var waitKind: String?
    var waitRank = 0
    var isRunLoopLeaf = false
    var isRunLoopService = false
    var isRunLoopRun = false
    var isEventLoop = false
    var isIdleWorker = false
    var isHandler = false
    var isMainSync = false
    var isOnceCallout = false
    var isTrampoline = false
    var lifecycle: String?
    var telltale: String?
    var runtime: String?

    static let none = SymbolMeaning()
}

/// Symbol → meaning, remembered: the same system frames stand in every thread of every report.
struct SymbolTable {
    private enum Tag: Sendable {
        case wait(Int)
        case leaf, service, run, eventLoop, idleWorker, handler, mainSync, onceCallout, trampoline
        case lifecycle(Int)
        case runtime(Int)
        case telltale(Int)
    }

    private static let patterns: NamePatterns<Tag> = {
        let facts = BuiltInFacts.symbols
        var table = NamePatterns<Tag>()
        func add(_ names: [String], _ tag: Tag) { for name in names { table.add(name, tag) } }
        for (index, wait) in facts.waits.enumerated() { add(wait.symbols, .wait(index)) }
        add(facts.runLoopLeaf, .leaf)
        add(facts.runLoopService, .service)
        add(facts.runLoopRun, .run)
        add(facts.eventLoop, .eventLoop)
        add(facts.idleWorkers, .idleWorker)
        add(facts.handlers, .handler)
        add(facts.mainSync, .mainSync)
        add(facts.onceCallouts, .onceCallout)
        add(facts.trampolines, .trampoline)
        for (index, group) in facts.lifecycle.enumerated() { add(group.symbols, .lifecycle(index)) }
        for (index, group) in facts.telltales.enumerated() { add(group.symbols, .telltale(index)) }
        for (index, group) in facts.runtimes.enumerated() { add(group.symbols, .runtime(index)) }
        return table
    }()

    private static let runtimeImages: NamePatterns<Int> = {
        var table = NamePatterns<Int>()
        for (index, group) in BuiltInFacts.symbols.runtimes.enumerated() {
            for image in group.images { table.add(image, index) }
        }
        return table
    }()

    private var meanings: [String: SymbolMeaning] = [:]
    private var runtimes: [String: String?] = [:]
    /// Reports of a whole fleet have many app symbols; what is remembered stays bounded.
    private static let memoryLimit = 50_000

    mutating func meaning(of symbol: String?) -> SymbolMeaning {
        guard let symbol else { return .none }
        if let known = meanings[symbol] { return known }
        let meaning = Self.read(symbol)
        if meanings.count >= Self.memoryLimit { meanings.removeAll(keepingCapacity: true) }
        meanings[symbol] = meaning
        return meaning
    }

    /// The image asked for last, and the answer: neighbouring frames share their image.
    private var lastImage = ""
    private var lastRuntime: String?

    mutating func runtime(ofImage image: String) -> String? {
        if image == lastImage { return lastRuntime }
        lastImage = image
        lastRuntime = lookUpRuntime(ofImage: image)
        return lastRuntime
    }

    private mutating func lookUpRuntime(ofImage image: String) -> String? {
        if let known = runtimes[image] { return known }
        let found = Self.runtimeImages.matches(image).min().map { BuiltInFacts.symbols.runtimes[$0].name }
        if runtimes.count >= Self.memoryLimit { runtimes.removeAll() }
        runtimes[image] = .some(found)
        return found
    }

    private static func read(_ symbol: String) -> SymbolMeaning {
        var meaning = SymbolMeaning()
        // `xamarin_dotnet_*` is also `xamarin_*`: the group that stands first in the file is meant, as with images.
        var runtime: Int?
        for tag in patterns.matches(bare(symbol)) {
            switch tag {
            case .wait(let index):
                let wait = BuiltInFacts.symbols.waits[index]
                if wait.rank > meaning.waitRank || meaning.waitKind == nil {
                    meaning.waitKind = wait.kind
                    meaning.waitRank = wait.rank
                }
            case .leaf: meaning.isRunLoopLeaf = true
            case .service: meaning.isRunLoopService = true
            case .run: meaning.isRunLoopRun = true
            case .eventLoop: meaning.isEventLoop = true
            case .idleWorker: meaning.isIdleWorker = true
            case .handler: meaning.isHandler = true
            case .mainSync: meaning.isMainSync = true
            case .onceCallout: meaning.isOnceCallout = true
            case .trampoline: meaning.isTrampoline = true
            case .lifecycle(let index): meaning.lifecycle = BuiltInFacts.symbols.lifecycle[index].name
            case .telltale(let index): meaning.telltale = BuiltInFacts.symbols.telltales[index].name
            case .runtime(let index): runtime = min(runtime ?? index, index)
            }
        }
        meaning.runtime = runtime.map { BuiltInFacts.symbols.runtimes[$0].name }
        return meaning
    }

    /// Without `$VARIANT$mp` and the like, which differ by processor.
    private static func bare(_ symbol: String) -> String {
        guard let dollar = symbol.utf8.firstIndex(of: UInt8(ascii: "$")), dollar != symbol.startIndex,
            symbol[dollar...].hasPrefix("$VARIANT")
        else { return symbol }
        return String(symbol[..<dollar])
    }
}
