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
