/// The variables that a request can use, in the order of their nearness.
public struct VariableScopes: Hashable, Sendable {
    /// A variable as it is defined, its references unresolved.
    public struct Variable: Hashable, Sendable {
        /// Its name.
        public var name: String
        /// As written.
        public var value: String
        /// Where it is defined.
        public var origin: VariableOrigin
        /// Whether nobody may see the value.
        public var isSecret: Bool

        /// A variable of these parts.
        public init(name: String, value: String, origin: VariableOrigin, isSecret: Bool = false) {
            self.name = name
            self.value = value
            self.origin = origin
            self.isSecret = isSecret
        }
    }

    private var variables: [String: Variable] = [:]

    /// No variables.
    public init() {}

    /// Adds a scope that is further away than those before it: what is defined already stays. Of rows with one name the last counts, and
    /// rows that are switched off do not.
    public mutating func append(_ rows: [Row], _ origin: VariableOrigin, isSecret: Bool = false) {
        for row in rows.reversed() where row.isEnabled && !row.name.isEmpty && variables[row.name] == nil {
            variables[row.name] = Variable(name: row.name, value: row.value, origin: origin, isSecret: isSecret)
        }
    }

    /// Adds a scope of values by name.
    public mutating func append(_ values: [String: String], _ origin: VariableOrigin, isSecret: Bool = false) {
        append(values.map { Row($0.key, $0.value) }, origin, isSecret: isSecret)
    }

    /// The nearest variable of that name.
    public subscript(name: String) -> Variable? { variables[name] }

    /// All names, sorted.
    public var names: [String] { variables.keys.sorted() }
}
