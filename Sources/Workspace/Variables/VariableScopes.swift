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

/// Where a value came from.
public enum VariableOrigin: Hashable, Sendable, CustomStringConvertible {
    /// Typed in when it was asked for.
    case prompt
    /// Taken out of an answer in this session, to a request of the environment of that name; nil for none.
    case captured(environment: String?)
    /// The environment of that name.
    case environment(String)
    /// A secret of the environment of that name.
    case secret(environment: String)
    /// The request itself.
    case request
    /// The folder of that name.
    case folder(String)
    /// The collection of that name.
    case collection(String)
    /// `workspace.json`.
    case workspace
    /// The process environment.
    case process
    /// A function such as `$uuid`, run for this request.
    case function

    /// For a person: `environment local`, `folder Errors`.
    public var description: String {
        switch self {
        case .prompt: "prompt"
        case .captured(let environment): "an answer (captured\(environment.map { " in \($0)" } ?? ""))"
        case .environment(let name): "environment \(name)"
        case .secret(let name): "secret of environment \(name)"
        case .request: "request"
        case .folder(let name): "folder \(name)"
        case .collection(let name): "collection \(name)"
        case .workspace: "workspace"
        case .process: "process environment"
        case .function: "function"
        }
    }

    /// Whether references in the value are resolved. What somebody else or a secret store said is text: resolving it would let an
    /// answer read the process environment.
    var isTemplate: Bool {
        switch self {
        case .environment, .request, .folder, .collection, .workspace: true
        case .prompt, .captured, .secret, .process, .function: false
        }
    }
}
