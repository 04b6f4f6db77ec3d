/// The variables that a request can use, nearest scope first.
public struct VariableScopes: Hashable, Sendable {
    /// A variable as it is defined, with unresolved references.
    public struct Variable: Hashable, Sendable {
        /// The variable's name.
        public var name: String
        /// The value as written.
        public var value: String
        /// The place where it is defined.
        public var origin: VariableOrigin
        /// True if the value is a secret.
        public var isSecret = false
    }

    private var variables: [String: Variable] = [:]

    /// No variables.
    public init() {}

    /// Adds an outer scope: variables that are defined already are kept. Of rows with the same name the last counts; disabled rows are
    /// ignored.
    public mutating func append(_ rows: [Row], _ origin: VariableOrigin, isSecret: Bool = false) {
        for row in rows.reversed() where row.isEnabled && !row.name.isEmpty && variables[row.name] == nil {
            variables[row.name] = Variable(name: row.name, value: row.value, origin: origin, isSecret: isSecret)
        }
    }

    /// Adds an outer scope of values by name.
    public mutating func append(_ values: [String: String], _ origin: VariableOrigin, isSecret: Bool = false) {
        append(values.map { Row($0.key, $0.value) }, origin, isSecret: isSecret)
    }

    /// The nearest variable of that name.
    public subscript(name: String) -> Variable? { variables[name] }

    /// The maximum number of variables whose references are followed.
    private static let maxFollowed = 1_000

    /// The names that each value refers to, of the values that are reached from a variable.
    func references(from name: String) -> [String: [String]] {
        var references: [String: [String]] = [:]
        var open = [name]
        while let name = open.popLast(), references.count < Self.maxFollowed {
            guard references[name] == nil, let variable = variables[name], variable.origin.isTemplate else { continue }
            let names = Template(variable.value).names
            references[name] = names
            open += names
        }
        return references
    }

    /// All names, sorted.
    public var names: [String] { variables.keys.sorted() }
}

/// The origin of a value.
public enum VariableOrigin: Hashable, Sendable, CustomStringConvertible {
    /// Typed by the user on request.
    case prompt
    /// Captured from a response in this session, in the environment of that name; nil for none.
    case captured(environment: String?)
    /// The environment of that name.
    case environment(String)
    /// A secret of the environment of that name.
    case secret(environment: String)
    /// A secret of the collection with that name, stored on this machine.
    case collectionSecret(String)
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

    /// A description for the user: `environment local`, `folder Errors`.
    public var description: String {
        switch self {
        case .prompt: "prompt"
        case .captured(let environment): "a response (captured\(environment.map { " in \($0)" } ?? ""))"
        case .environment(let name): "environment \(name)"
        case .secret(let name): "secret of environment \(name)"
        case .collectionSecret(let name): "secret of collection \(name)"
        case .request: "request"
        case .folder(let name): "folder \(name)"
        case .collection(let name): "collection \(name)"
        case .workspace: "workspace"
        case .process: "process environment"
        case .function: "function"
        }
    }

    /// True if references in the value are resolved. Values from responses, prompts and secret stores are plain text: resolving them
    /// would let a response read the process environment.
    var isTemplate: Bool {
        switch self {
        case .environment, .request, .folder, .collection, .workspace: true
        case .prompt, .captured, .secret, .collectionSecret, .process, .function: false
        }
    }
}
