import Workspace

/// Limits for expanding a text, so that values which refer to each other many times cannot stall a key.
private struct Budget {
    var steps = 200
    var byteCount = 16 << 10
    var isLeft: Bool { steps > 0 && byteCount > 0 }
}

extension AppState {
    /// A text with what its variables stand for, as far as that is known before it is sent; a sign for each secret.
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
        guard !names.contains(name), let known = knownVariable(name) else { return "{{\(name)}}" }
        guard let value = known.value, known.isTemplate else { return known.shownValue }
        return expanded(value, &budget, within: names + [name])
    }
}
