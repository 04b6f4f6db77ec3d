import HTTP
import JSON

/// Resolves variables in texts, and records the problems.
///
/// References in values are resolved too, with a check for cycles.
public struct VariableResolver: Sendable {
    /// The maximum number of bytes of one resolved text, so that values which refer to each other repeatedly cannot exhaust the memory.
    static let limit = 64 << 20
    /// The maximum number of references, and of units of `stepBytes` bytes in values with references, for one text: values may refer to
    /// each other many times and be empty in the end.
    private static let stepLimit = 1 << 20
    private static let stepBytes = 64
    /// The maximum nesting depth of values.
    package static let nestingLimit = 64
    /// The maximum number of recorded problems.
    private static let problemLimit = 1000
    /// The prefix of names that the user is asked for at every send.
    public static let promptPrefix = Template.promptPrefix

    private let scopes: VariableScopes
    private let process: [String: String]
    /// The variables of the process that are sources of secrets.
    private let secretNames: Set<String>
    private var functions: DynamicValues
    /// The problems so far, in order.
    public private(set) var problems: [ResolutionIssue] = []
    /// True to insert placeholders for missing values, which are otherwise omitted.
    var insertsPlaceholders = false
    /// The placeholders used so far.
    private(set) var placeholders = MissingPlaceholders()
    /// The secret values that were used so far.
    public private(set) var usedSecrets: Set<String> = []
    /// The variables of the process that were used so far, each once for a place and a file.
    private(set) var processUses: [ProcessUse] = []

    /// The values of variables of the process that were used so far.
    private(set) var usedProcessValues: Set<String> = []

    /// A reference to a variable of the process environment.
    struct ProcessUse: Hashable, Sendable {
        /// The name in the process environment.
        let variable: String
        /// The place in the request that the value goes to.
        let place: ResolutionPlace
        /// The origin of the variable whose value has the reference; nil for a reference in the place itself.
        let origin: VariableOrigin?
    }

    /// The resources that one text has used so far.
    private struct Growth {
        var byteCount = 0
        var stepCount = 0
        var isWithinLimits: Bool { byteCount <= VariableResolver.limit && stepCount <= VariableResolver.stepLimit }
    }

    /// Identifies a problem, which is reported once for each place.
    private struct Report: Hashable {
        let place: ResolutionPlace
        let name: String
        let kind: ResolutionIssue.Kind
    }

    private var reported: Set<Report> = []
    /// The bytes and steps that variables with references need, measured before they are replaced.
    private var needs: [String: Growth] = [:]

    /// Takes the variables, the process environment with the names of its secrets, and the functions.
    public init(_ scopes: VariableScopes, process: [String: String], secretNames: Set<String> = [], functions: DynamicValues) {
        self.scopes = scopes
        self.process = process
        self.secretNames = secretNames
        self.functions = functions
    }

    /// The text with its variables resolved; `place` is that of its problems.
    public mutating func resolve(_ text: String, at place: ResolutionPlace) -> ResolvedText {
        var result = ResolvedText()
        var growth = Growth()
        append(text, to: &result, &growth, stack: [], at: place)
        return result
    }

    /// Continues with the placeholders of another resolver that began as a copy of this one.
    mutating func copyPlaceholders(of other: VariableResolver) { placeholders = other.placeholders }

    /// Adds the secrets and variables of the process that another resolver used.
    mutating func addUses(of other: VariableResolver) {
        usedSecrets.formUnion(other.usedSecrets)
        usedProcessValues.formUnion(other.usedProcessValues)
        for use in other.processUses where !processUses.contains(use) { processUses.append(use) }
    }

    /// Adds problems of another resolver that began as a copy of this one.
    mutating func add(_ others: [ResolutionIssue]) {
        for problem in others where !isReported(problem.name, problem.kind, problem.place) {
            reported.insert(Report(place: problem.place, name: problem.name, kind: problem.kind))
            problems.append(problem)
        }
    }

    private mutating func append(
        _ text: String, to result: inout ResolvedText, _ growth: inout Growth, stack: [String], at place: ResolutionPlace
    ) {
        for part in Template(text).parts where growth.isWithinLimits {
            switch part {
            case .text(let text):
                append(.init(text: text, name: stack.first, origin: origin(of: stack.first), isSecret: false), to: &result, &growth, place)
            case .reference(let name, _): append(name, to: &result, &growth, stack, place)
            }
        }
    }

    private mutating func append(
        _ name: String, to result: inout ResolvedText, _ growth: inout Growth, _ stack: [String], _ place: ResolutionPlace
    ) {
        guard step(&growth, by: 1, name, place), mayGrow(growth, by: name, stack, place) else { return }
        guard !stack.contains(name) else {
            let circle = (stack.drop { $0 != name } + [name]).joined(separator: " → ")
            return report(name, .circle, "refers to itself: \(circle)", at: place)
        }
        guard let variable = value(of: name) else {
            if insertsPlaceholders {
                result.parts.append(.init(text: placeholders.addPlaceholder(name), name: name, origin: nil, isSecret: false))
            }
            if name.hasPrefix(Self.promptPrefix) { return report(name, .prompt, "must be asked for", at: place) }
            // Finding a similar name compares all of them.
            if !isReported(name, .undefined, place) { report(name, .undefined, missing(name), at: place) }
            return
        }
        if variable.isSecret { usedSecrets.insert(variable.value) }
        if variable.origin == .process, let name = Self.processVariable(name) {
            let use = ProcessUse(variable: name, place: place, origin: origin(of: stack.last))
            if !processUses.contains(use) { processUses.append(use) }
            usedProcessValues.insert(variable.value)
        }
        if variable.origin.isTemplate {
            guard stack.count < Self.nestingLimit else { return reportNesting(of: name, at: place) }
            guard step(&growth, by: variable.value.utf8.count / Self.stepBytes, name, place) else { return }
            append(variable.value, to: &result, &growth, stack: stack + [name], at: place)
        } else {
            let part = ResolvedText.Part(
                text: variable.value, name: stack.first ?? name, origin: origin(of: stack.first) ?? variable.origin,
                isSecret: variable.isSecret)
            append(part, to: &result, &growth, place)
        }
    }

    /// Appends a piece, up to the limit.
    private mutating func append(_ part: ResolvedText.Part, to result: inout ResolvedText, _ growth: inout Growth, _ place: ResolutionPlace)
    {
        growth.byteCount += part.text.utf8.count
        guard growth.byteCount <= Self.limit else {
            return report(part.name ?? "", .tooLong, "grows beyond \(Self.limit >> 20) MB", at: place)
        }
        result.parts.append(part)
    }

    /// Counts steps; false beyond the limit.
    private mutating func step(_ growth: inout Growth, by count: Int, _ name: String, _ place: ResolutionPlace) -> Bool {
        growth.stepCount += count
        // A cancelled request is not sent, so its texts need no end.
        if growth.stepCount & 0xFFF < count, Task.isCancelled { growth.stepCount += Self.stepLimit }
        guard growth.stepCount > Self.stepLimit else { return true }
        report(name, .tooLong, "exceeds the limit of \(Self.stepLimit) references in one text", at: place)
        return false
    }

    /// False if a reference needs more than is left: values that refer to each other many times are refused before any of them is replaced.
    private mutating func mayGrow(_ growth: Growth, by name: String, _ stack: [String], _ place: ResolutionPlace) -> Bool {
        guard stack.isEmpty || needs[name] != nil else { return true }
        let need = need(of: name, depth: 0)
        if growth.byteCount + need.byteCount > Self.limit {
            report(name, .tooLong, "grows beyond \(Self.limit >> 20) MB", at: place)
            return false
        }
        var growth = growth
        return step(&growth, by: need.stepCount, name, place)
    }

    /// The bytes and steps that a variable needs; measuring stops once they exceed the limits. Functions, and values that are nested too deep,
    /// count as nothing.
    private mutating func need(of name: String, depth: Int) -> Growth {
        if let known = needs[name] { return known }
        guard depth <= Self.nestingLimit, let variable = scopes[name] else { return Growth() }
        var need = Growth()
        guard variable.origin.isTemplate, variable.value.utf8.contains(UInt8(ascii: "{")) else {
            need.byteCount = variable.value.utf8.count
            return need
        }
        // A cycle ends here.
        needs[name] = need
        need.stepCount = variable.value.utf8.count / Self.stepBytes
        for part in Template(variable.value).parts {
            switch part {
            case .text(let text): need.byteCount += text.utf8.count
            case .reference(let name, _):
                let inner = self.need(of: name, depth: depth + 1)
                need.byteCount += inner.byteCount
                need.stepCount += inner.stepCount + 1
            }
            if !need.isWithinLimits { break }
        }
        needs[name] = need
        return need
    }

    private func origin(of name: String?) -> VariableOrigin? { name.flatMap { scopes[$0]?.origin } }

    private mutating func value(of name: String) -> VariableScopes.Variable? {
        if let variable = scopes[name] { return variable }
        if name.hasPrefix("$") {
            return functions.value(of: String(name.dropFirst())).map { .init(name: name, value: $0, origin: .function) }
        }
        guard let variable = Self.processVariable(name) else { return nil }
        let isSecret = Self.isSecret(variable, secretNames)
        return process[variable].map { .init(name: name, value: $0, origin: .process, isSecret: isSecret) }
    }

    /// The variable of the process environment that `{{env:NAME}}` refers to; nil for other references.
    static func processVariable(_ name: String) -> String? {
        name.hasPrefix("env:") ? String(name.dropFirst(4).drop { $0 == " " }) : nil
    }

    /// True if a variable of the process is a secret: by its name, or as the source of one.
    public static func isSecret(_ processVariable: String, _ secretNames: Set<String>) -> Bool {
        secretNames.contains(processVariable) || SecretName.soundsSecret(processVariable)
    }

    private func missing(_ name: String) -> String {
        if name.hasPrefix("env:") { return "is not set in the process environment" }
        if name.hasPrefix("$") { return Self.missingFunction(name.dropFirst()) }
        return "is not defined" + (NearestName.of(name, among: scopes.names).map { ": did you mean {{\($0)}}?" } ?? "")
    }

    /// Explains a function that does not exist, or not with these arguments.
    private static func missingFunction(_ text: Substring) -> String {
        let name = text.prefix { $0 != " " }
        let known = DynamicValues.names.contains(String(name))
        switch name {
        case "randomInt": return "takes a lower and a higher bound: {{$randomInt 1 100}}"
        case "randomAlphaNumeric", "randomAlphabetic", "randomHexadecimal": return "takes a number of characters: {{$\(name) 14}}"
        case "timestamp", "isoTimestamp": return "takes an offset with a unit: {{$\(name) -1 d}}"
        case "datetime": return "takes a format, and an offset with a unit: {{$datetime YYYY-MM-DD 2 w}}"
        case _ where known && name != text: return "takes no arguments: {{$\(name)}}"
        default: break
        }
        // Most names begin alike, so that only the rest can be similar.
        let start = name.hasPrefix("random") ? "random" : ""
        let ends = DynamicValues.names.filter { $0.hasPrefix(start) }.map { String($0.dropFirst(start.count)) }
        let near = NearestName.of(String(name.dropFirst(start.count)), among: ends)
        return "is not a function" + (near.map { ": did you mean {{$\(start)\($0)}}?" } ?? "")
    }

    /// Records a problem once for each place.
    private mutating func report(_ name: String, _ kind: ResolutionIssue.Kind, _ message: String, at place: ResolutionPlace) {
        guard !isReported(name, kind, place) else { return }
        reported.insert(Report(place: place, name: name, kind: kind))
        problems.append(ResolutionIssue(place: place, kind: kind, name: name, message: "{{\(name)}} \(message)"))
    }

    /// Records that a value is nested too deep, or the circle that is the reason.
    private mutating func reportNesting(of name: String, at place: ResolutionPlace) {
        // Following the references is worth it once.
        guard !isReported(name, .circle, place), !isReported(name, .tooLong, place) else { return }
        if let circle = ReferenceCycles(scopes.references(from: name)).cycle(through: name) {
            report(name, .circle, "refers to itself: \(circle.joined(separator: " → "))", at: place)
        } else {
            report(name, .tooLong, "is nested in more than \(Self.nestingLimit) values", at: place)
        }
    }

    private func isReported(_ name: String, _ kind: ResolutionIssue.Kind, _ place: ResolutionPlace) -> Bool {
        problems.count >= Self.problemLimit || reported.contains(Report(place: place, name: name, kind: kind))
    }
}
