import JSON

/// Replaces the variables in texts, and keeps what could not be replaced.
///
/// A value that holds references is resolved as well, with a check for circles.
public struct VariableResolver: Sendable {
    /// The most bytes that one text may become, so that values which refer to each other many times cannot take the memory.
    static let limit = 64 << 20
    /// What a reference counts as besides its bytes, since values may refer to each other many times and be empty in the end.
    private static let referenceCost = 4096
    /// What names begin with that are asked for at every send.
    public static let promptPrefix = "prompt:"

    private let scopes: VariableScopes
    private let process: [String: String]
    private var functions: DynamicValues
    /// Everything that could not be replaced so far, in order.
    public private(set) var problems: [ResolutionProblem] = []
    /// The secret values that were used so far.
    public private(set) var usedSecrets: Set<String> = []

    /// Takes the variables, the process environment, and the functions.
    public init(_ scopes: VariableScopes, process: [String: String], functions: DynamicValues) {
        self.scopes = scopes
        self.process = process
        self.functions = functions
    }

    /// The text with its variables replaced; `place` is what problems are named by, such as `header Authorization`.
    public mutating func resolve(_ text: String, at place: String) -> ResolvedText {
        var result = ResolvedText()
        var size = 0
        append(text, to: &result, &size, stack: [], at: place)
        return result
    }

    private mutating func append(_ text: String, to result: inout ResolvedText, _ size: inout Int, stack: [String], at place: String) {
        for part in Template(text).parts where size <= Self.limit {
            switch part {
            case .text(let text):
                append(.init(text: text, name: stack.first, origin: origin(of: stack.last), isSecret: false), to: &result, &size, place)
            case .reference(let name, _): append(name, to: &result, &size, stack, place)
            }
        }
    }

    private mutating func append(
        _ name: String, to result: inout ResolvedText, _ size: inout Int, _ stack: [String], _ place: String
    ) {
        guard grow(&size, by: Self.referenceCost, name, place) else { return }
        guard !stack.contains(name) else {
            let circle = (stack.drop { $0 != name } + [name]).joined(separator: " → ")
            return report(name, .circle, "refers to itself: \(circle)", at: place)
        }
        guard let variable = value(of: name) else {
            if name.hasPrefix(Self.promptPrefix) { return report(name, .prompt, "must be asked for", at: place) }
            return report(name, .undefined, missing(name), at: place)
        }
        if variable.isSecret { usedSecrets.insert(variable.value) }
        if variable.origin.isTemplate {
            append(variable.value, to: &result, &size, stack: stack + [name], at: place)
        } else {
            let part = ResolvedText.Part(
                text: variable.value, name: stack.first ?? name, origin: variable.origin, isSecret: variable.isSecret)
            append(part, to: &result, &size, place)
        }
    }

    private mutating func append(_ part: ResolvedText.Part, to result: inout ResolvedText, _ size: inout Int, _ place: String) {
        guard grow(&size, by: part.text.utf8.count, part.name ?? "", place) else { return }
        result.parts.append(part)
    }

    /// Counts what is put in; whether it is still within the limit.
    private mutating func grow(_ size: inout Int, by count: Int, _ name: String, _ place: String) -> Bool {
        size += count
        if size > Self.limit { report(name, .tooLong, "grows beyond \(Self.limit >> 20) MB", at: place) }
        return size <= Self.limit
    }

    private func origin(of name: String?) -> VariableOrigin? { name.flatMap { scopes[$0]?.origin } }

    private mutating func value(of name: String) -> VariableScopes.Variable? {
        if let variable = scopes[name] { return variable }
        if name.hasPrefix("$") {
            return functions.value(of: String(name.dropFirst())).map { .init(name: name, value: $0, origin: .function) }
        }
        guard name.hasPrefix("env:") else { return nil }
        return process[String(name.dropFirst(4).drop { $0 == " " })].map { .init(name: name, value: $0, origin: .process) }
    }

    private func missing(_ name: String) -> String {
        if name.hasPrefix("env:") { return "is not set in the process environment" }
        let known = name.hasPrefix("$") ? DynamicValues.names.map { "$" + $0 } : scopes.names
        let hint = NearestName.of(name, among: known).map { ": did you mean {{\($0)}}?" } ?? ""
        return (name.hasPrefix("$") ? "is no function" : "is not defined") + hint
    }

    /// Keeps a problem once for each place.
    private mutating func report(_ name: String, _ kind: ResolutionProblem.Kind, _ message: String, at place: String) {
        let problem = ResolutionProblem(place: place, kind: kind, name: name, message: "{{\(name)}} \(message)")
        if !problems.contains(problem) { problems.append(problem) }
    }
}
