import Query

/// Has the queries of captures and assertions looked at in another process, as far as they are typed to their ends.
enum QueryChecking {
    static func ask(_ state: inout AppState) -> [Effect] {
        guard !state.request.isEditing else { return [] }
        let queries = state.request.queries.takeUnasked()
        return queries.isEmpty ? [] : [.checkQueries(queries)]
    }

    /// By the query, why it cannot be read; empty where it can.
    static func problems(of queries: [String], in worker: QueryWorker) async -> [String: String] {
        var problems: [String: String] = [:]
        for query in queries where !Task.isCancelled { problems[query] = await CheckLanguage(query).problem(query, in: worker) ?? "" }
        return problems
    }
}
