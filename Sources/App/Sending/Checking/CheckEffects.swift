import Workspace

/// Runs captures and assertions, away from the main actor.
struct CheckEffects: Sendable {
    private static let bodyLimit = 64 << 20
    let queries: BodyQueries
    let post: @Sendable (Message) -> Void

    func run(_ job: CheckJob) async {
        guard let facts = AnswerFacts(job.exchange, bodyLimit: Self.bodyLimit) else { return }
        let report = await AnswerChecks.run(job.captures, job.assertions, on: facts, queries)
        post(.exchange(.checked(job.exchange.id, report, collection: job.collection)))
    }
}
