import Widgets
import Workspace

/// The words that completion offers.
enum CompletionWords {
    /// Every variable, function and the two kinds that are looked up when sending.
    static func variables(_ state: AppState) -> [CompletionItem] {
        let environment = state.environment?.name
        let captured = state.workspace.captured(for: state.request.place)[environment].sorted { $0.key < $1.key }
        let answer = VariableOrigin.captured(environment: environment)
        let own = state.request.variables.draft.filter { $0.isEnabled && !$0.name.isEmpty }
        return captured.map { CompletionItem($0.key + "}}", detail: "\($0.value.shown)  \(answer)") }
            + own.map { CompletionItem($0.name + "}}", detail: $0.value) }
            + state.workspace.variables.map { CompletionItem($0.name + "}}", detail: "\($0.shownValue)  \($0.origin)") }
            + DynamicValues.names.map { CompletionItem("$\($0)}}", detail: "function") }
            + [CompletionItem("env:", detail: "process environment"), CompletionItem(VariableResolver.promptPrefix, detail: "asked for")]
    }

    static func words(for kind: CompletionPlace.Kind, _ state: AppState) -> [CompletionItem] {
        switch kind {
        case .url: urls(state)
        case .headerName: HeaderWords.names.map { CompletionItem($0) }
        case .headerValue(let name): (HeaderWords.values[name.lowercased()] ?? []).map { CompletionItem($0) }
        case .contentType: (HeaderWords.values["content-type"] ?? []).map { CompletionItem($0) }
        case .captureSource: CaptureSource.allCases.map { CompletionItem($0.rawValue) }
        case .captureSecrecy: ["yes", "no"].map { CompletionItem($0) }
        case .assertionSubject: ["status", "header ", "cookie ", "body ", "time", "url"].map { CompletionItem($0) }
        case .assertionPredicate: AssertionPredicate.allCases.map { CompletionItem($0.rawValue) }
        case .path, .word, .other: []
        }
    }

    /// Sent URLs and those of the collections, each once. Sent ones without query, which may hold secrets.
    private static func urls(_ state: AppState) -> [CompletionItem] {
        var seen: Set<String> = []
        let sent = state.history.rows.map { URLText.withoutQuery($0.url) }
            .filter { !$0.contains(SecretMask.sign) && seen.insert($0).inserted }.map { CompletionItem($0) }
        return sent + state.workspace.urls.filter { !seen.contains($0.text) }
    }
}
