/// The names predicates may use, with their types. Each name has a slot: its place in the order of declaration.
///
/// Names may have dots (`exit.code`); a path is resolved by its longest registered prefix, so with `assertions`
/// registered as a list of records `assertions.first.name` is that list, its first record, that record's field.
public struct NameCatalogue: Sendable, ExpressibleByDictionaryLiteral {
    /// Every name in slot order.
    public let names: [String]
    private let types: [MatchType]
    private let slots: [String: Int]

    /// A name given twice keeps its first slot and type.
    public init(_ entries: some Sequence<(name: String, type: MatchType)>) {
        var names: [String] = []
        var types: [MatchType] = []
        var slots: [String: Int] = [:]
        for entry in entries where slots[entry.name] == nil {
            slots[entry.name] = names.count
            names.append(entry.name)
            types.append(entry.type)
        }
        self.names = names
        self.types = types
        self.slots = slots
    }

    /// `["exit.code": .int, …]`: slots in the order written.
    public init(dictionaryLiteral elements: (String, MatchType)...) {
        self.init(elements.map { (name: $0.0, type: $0.1) })
    }

    /// How many slots there are.
    public var count: Int { names.count }

    /// The slot of a registered name; nil for any other text, paths into a list included.
    public func slot(of name: String) -> Int? { slots[name] }

    /// The type of a registered name.
    public func type(of name: String) -> MatchType? { slots[name].map { types[$0] } }

    /// The name of a slot; nil outside the catalogue.
    public func name(ofSlot slot: Int) -> String? { names.indices.contains(slot) ? names[slot] : nil }
}
