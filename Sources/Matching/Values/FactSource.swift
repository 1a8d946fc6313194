/// Something that knows facts by number. The numbers are those of the `NameCatalogue` the predicate was bound to.
public protocol FactSource {
    /// The fact in a slot; `.unknown` when the evidence for it is absent, and for any slot the source does not know.
    subscript(slot: Int) -> MatchValue { get }
}

/// A plain table of facts, filled by name or by slot. Everything not set is unknown.
public struct FactTable: FactSource, Sendable {
    /// The names that give the slots their meaning.
    public let catalogue: NameCatalogue
    private var values: [MatchValue]

    /// A table with every fact unknown.
    public init(for catalogue: NameCatalogue) {
        self.catalogue = catalogue
        self.values = Array(repeating: .unknown, count: catalogue.count)
    }

    /// Reads and writes by slot; a slot outside the catalogue reads as unknown and is not written.
    public subscript(slot: Int) -> MatchValue {
        get { values.indices.contains(slot) ? values[slot] : .unknown }
        set { if values.indices.contains(slot) { values[slot] = newValue } }
    }

    /// Reads and writes by registered name; an unregistered name reads as unknown and is not written.
    public subscript(name: String) -> MatchValue {
        get { catalogue.slot(of: name).map { self[$0] } ?? .unknown }
        set { if let slot = catalogue.slot(of: name) { self[slot] = newValue } }
    }
}
