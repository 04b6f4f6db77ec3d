import JSON

/// Replaces the variables in texts, and keeps what could not be replaced.
///
/// A value that holds references is resolved as well, with a check for circles.
public struct VariableResolver: Sendable {
    /// The most bytes that one text may become, so that values which refer to each other many times cannot take the memory.
    static let limit = 64 << 20
    /// The most references, and units of so many bytes of values that hold references, that one text may take: values may refer to each other many
    /// times and be empty in the end.
    private static let stepLimit = 1 << 20
    private static let stepBytes = 64
    /// The most values within each other.
    private static let nestingLimit = 64
    /// More reasons than these nobody reads.
    private static let problemLimit = 1000
    /// What names begin with that are asked for at every send.
    public static let promptPrefix = "prompt:"

    private let scopes: VariableScopes
    private let process: [String: String]
    /// The variables of the process that secrets come from.
    private let secretNames: Set<String>
    private var functions: DynamicValues
    /// Everything that could not be replaced so far, in order.
    public private(set) var problems: [ResolutionProblem] = []
    /// Whether marks are put in the place of what is missing, which is left out else.
    var marksMissing = false
    /// The names of the variables that marks stand for.
    private(set) var marks = MissingMarks()
    /// The secret values that were used so far.
    public private(set) var usedSecrets: Set<String> = []

    /// What one text has taken so far.
    private struct Growth {
        var byteCount = 0
        var stepCount = 0
        var isWithinLimits: Bool { byteCount <= VariableResolver.limit && stepCount <= VariableResolver.stepLimit }
    }

    /// A problem is told once for each place.
    private struct Told: Hashable {
        let place: String
        let name: String
        let kind: ResolutionProblem.Kind
    }

    private var told: Set<Told> = []

    /// Takes the variables, the process environment with the names in it that secrets come from, and the functions.
    public init(_ scopes: VariableScopes, process: [String: String], secretNames: Set<String> = [], functions: DynamicValues) {
        self.scopes = scopes
        self.process = process
        self.secretNames = secretNames
        self.functions = functions
    }

    /// The text with its variables replaced; `place` is what problems are named by, such as `header Authorization`.
    public mutating func resolve(_ text: String, at place: String) -> ResolvedText {
        var result = ResolvedText()
        var growth = Growth()
        append(text, to: &result, &growth, stack: [], at: place)
        return result
    }

    /// Goes on with the marks of another resolver that began as a copy of this one.
    mutating func takeMarks(of other: VariableResolver) { marks = other.marks }

    private mutating func append(_ text: String, to result: inout ResolvedText, _ growth: inout Growth, stack: [String], at place: String) {
        for part in Template(text).parts where growth.isWithinLimits {
            switch part {
            case .text(let text):
                append(.init(text: text, name: stack.first, origin: origin(of: stack.first), isSecret: false), to: &result, &growth, place)
            case .reference(let name, _): append(name, to: &result, &growth, stack, place)
            }
        }
    }

    private mutating func append(
        _ name: String, to result: inout ResolvedText, _ growth: inout Growth, _ stack: [String], _ place: String
    ) {
        guard step(&growth, by: 1, name, place) else { return }
        guard !stack.contains(name) else {
            let circle = (stack.drop { $0 != name } + [name]).joined(separator: " → ")
            return report(name, .circle, "refers to itself: \(circle)", at: place)
        }
        guard let variable = value(of: name) else {
            if marksMissing { result.parts.append(.init(text: marks.mark(name), name: name, origin: nil, isSecret: false)) }
            if name.hasPrefix(Self.promptPrefix) { return report(name, .prompt, "must be asked for", at: place) }
            // What a name may have been meant for takes a look at all of them.
            if !isTold(name, .undefined, place) { report(name, .undefined, missing(name), at: place) }
            return
        }
        if variable.isSecret { usedSecrets.insert(variable.value) }
        if variable.origin.isTemplate {
            guard stack.count < Self.nestingLimit else {
                return report(name, .tooLong, "is nested in more than \(Self.nestingLimit) values", at: place)
            }
            guard step(&growth, by: variable.value.utf8.count / Self.stepBytes, name, place) else { return }
            append(variable.value, to: &result, &growth, stack: stack + [name], at: place)
        } else {
            let part = ResolvedText.Part(
                text: variable.value, name: stack.first ?? name, origin: origin(of: stack.first) ?? variable.origin,
                isSecret: variable.isSecret)
            append(part, to: &result, &growth, place)
        }
    }

    /// Counts what is put in, which is left out beyond the limit.
    private mutating func append(_ part: ResolvedText.Part, to result: inout ResolvedText, _ growth: inout Growth, _ place: String) {
        growth.byteCount += part.text.utf8.count
        guard growth.byteCount <= Self.limit else {
            return report(part.name ?? "", .tooLong, "grows beyond \(Self.limit >> 20) MB", at: place)
        }
        result.parts.append(part)
    }

    /// Counts what it takes; whether it is still within the limit.
    private mutating func step(_ growth: inout Growth, by count: Int, _ name: String, _ place: String) -> Bool {
        growth.stepCount += count
        guard growth.stepCount > Self.stepLimit else { return true }
        report(name, .tooLong, "is one reference too many: no text takes more than \(Self.stepLimit)", at: place)
        return false
    }

    private func origin(of name: String?) -> VariableOrigin? { name.flatMap { scopes[$0]?.origin } }

    private mutating func value(of name: String) -> VariableScopes.Variable? {
        if let variable = scopes[name] { return variable }
        if name.hasPrefix("$") {
            return functions.value(of: String(name.dropFirst())).map { .init(name: name, value: $0, origin: .function) }
        }
        guard name.hasPrefix("env:") else { return nil }
        let variable = String(name.dropFirst(4).drop { $0 == " " })
        let isSecret = Self.isSecret(variable, secretNames)
        return process[variable].map { .init(name: name, value: $0, origin: .process, isSecret: isSecret) }
    }

    /// Whether nobody may see a variable of the process: by its name, or since a secret comes from it.
    public static func isSecret(_ processVariable: String, _ secretNames: Set<String>) -> Bool {
        secretNames.contains(processVariable) || SecretName.soundsSecret(processVariable)
    }

    private func missing(_ name: String) -> String {
        if name.hasPrefix("env:") { return "is not set in the process environment" }
        let known = name.hasPrefix("$") ? DynamicValues.names.map { "$" + $0 } : scopes.names
        let hint = NearestName.of(name, among: known).map { ": did you mean {{\($0)}}?" } ?? ""
        return (name.hasPrefix("$") ? "is no function" : "is not defined") + hint
    }

    /// Keeps a problem once for each place.
    private mutating func report(_ name: String, _ kind: ResolutionProblem.Kind, _ message: String, at place: String) {
        guard !isTold(name, kind, place) else { return }
        told.insert(Told(place: place, name: name, kind: kind))
        problems.append(ResolutionProblem(place: place, kind: kind, name: name, message: "{{\(name)}} \(message)"))
    }

    private func isTold(_ name: String, _ kind: ResolutionProblem.Kind, _ place: String) -> Bool {
        problems.count >= Self.problemLimit || told.contains(Told(place: place, name: name, kind: kind))
    }
}
