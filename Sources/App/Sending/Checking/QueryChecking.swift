import Query

/// Has the queries of captures and assertions looked at in another process.
enum QueryChecking {
    /// By the query, why it cannot be read; empty where it can.
    static func problems(of queries: [String], in worker: QueryWorker) async -> [String: String] {
        var problems: [String: String] = [:]
        for query in queries where !Task.isCancelled { problems[query] = await CheckLanguage(query).problem(query, in: worker) ?? "" }
        return problems
    }
}
