import Engine
import Workspace

/// The variables that a request can use, as far as they are known before sending; the nearest definition of each name wins.
struct VariableScope: Sendable {
    /// The environment that the request uses; nil for none.
    let environment: String?
    /// The values captured from responses for that environment, by name.
    let captured: [String: CapturedValue]
    /// The variables that the environment and the folders define.
    let inherited: [KnownVariable]
    /// All definitions in files, also definitions hidden by nearer ones.
    let files: [KnownVariable]
    /// The rows of the request's own variables.
    let own: RowsState

    /// True if a variable has a value somewhere.
    func knows(_ name: String) -> Bool {
        name.hasPrefix("$") || name.hasPrefix("env:") || name.hasPrefix(VariableResolver.promptPrefix) || known(name) != nil
    }

    /// The definition of a variable that the request would use; nil if none is known.
    func known(_ name: String) -> KnownVariable? {
        if let value = captured[name] { return captured(name, value) }
        let known = inherited.first { $0.name == name }
        if let known, known.isOfEnvironment { return known }
        let row = own.draft.last { $0.isEnabled && $0.name == name }
        return row.map(Self.own) ?? known
    }

    /// The secret of this machine that a name means, if it means nothing else anywhere around the request.
    func storedSecret(_ name: String) -> KnownVariable? {
        let all = definitions.filter { $0.name == name }
        return all.count == 1 && all[0].isStored ? all[0] : nil
    }

    /// All definitions of variables, also in files, sorted by name, the nearest definition first.
    var definitions: [KnownVariable] {
        var names: Set<String> = []
        let ownVariables = own.draft.reversed().filter { $0.isEnabled && !$0.name.isEmpty && names.insert($0.name).inserted }.map(Self.own)
        let all =
            captured.map { captured($0.key, $0.value) } + files.filter(\.isOfEnvironment) + ownVariables
            + files.filter { !$0.isOfEnvironment }
        return all.enumerated().sorted { ($0.element.name.lowercased(), $0.offset) < ($1.element.name.lowercased(), $1.offset) }
            .map(\.element)
    }

    private func captured(_ name: String, _ value: CapturedValue) -> KnownVariable {
        KnownVariable(
            name: name, value: value.isSecret ? nil : value.text, origin: VariableOrigin.captured(environment: environment).description,
            place: .response, isTemplate: false)
    }

    private static func own(_ row: Row) -> KnownVariable {
        KnownVariable(name: row.name, value: row.value, origin: VariableOrigin.request.description, place: .request)
    }

    /// True if a variable, or one that its value refers to, is undefined.
    func lacks(_ name: String, within names: [String] = []) -> Bool {
        guard !names.contains(name), names.count < 20 else { return false }
        if name.hasPrefix("$") { return !DynamicValues.has(String(name.dropFirst())) }
        guard knows(name) else { return true }
        guard let known = known(name), known.isTemplate, let value = known.value, value.contains("{{") else { return false }
        return Template(value).names.contains { lacks($0, within: names + [name]) }
    }

    /// Limits for expanding a text, so that values that refer to each other many times cannot block a key press.
    private struct Budget {
        var steps = 200
        var byteCount = 16 << 10
        var isLeft: Bool { steps > 0 && byteCount > 0 }
    }

    /// A text with its variables replaced by their values, and secrets by a sign.
    func expanded(_ text: String) -> String {
        var budget = Budget()
        return expanded(text, &budget, within: [])
    }

    private func expanded(_ text: String, _ budget: inout Budget, within names: [String]) -> String {
        var result = ""
        for part in Template(text).parts {
            switch part {
            case .text(let text): result += text
            case .reference(let name, _): result += value(of: name, &budget, within: names)
            }
            budget.steps -= 1
            guard budget.isLeft else { return result + "…" }
        }
        budget.byteCount -= result.utf8.count
        return result
    }

    private func value(of name: String, _ budget: inout Budget, within names: [String]) -> String {
        guard !names.contains(name), let known = known(name) else { return "{{\(name)}}" }
        guard let value = known.value, known.isTemplate else { return known.shownValue }
        // Sending refuses it too.
        guard names.count < VariableResolver.nestingLimit else { return "{{\(name)}}" }
        return expanded(value, &budget, within: names + [name])
    }
}
