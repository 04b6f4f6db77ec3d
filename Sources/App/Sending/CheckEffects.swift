import Engine
import Query
import Workspace

/// Runs captures and assertions, away from the main actor.
struct CheckEffects: Sendable {
    private static let bodyLimit = 64 << 20
    let queries: BodyQueries
    var worker = QueryWorker()
    let history: HistoryEffects
    let post: @Sendable (SendingMessage) -> Void

    func run(_ job: CheckJob) async {
        let facts = ResponseFacts(await readable(job.exchange), bodyLimit: Self.bodyLimit)
        HeldBody.release(job.exchange)
        guard let facts else { return }
        let report = await ResponseChecks.run(job.captures, job.assertions, on: facts, queries)
        post(.checked(job.exchange.id, report, collection: job.collection, environment: job.environment))
    }

    /// Finds the problems of queries, by the query; empty for those that can be read.
    func problems(of queries: [String]) async -> [String: String] { await CheckLanguage.problems(of: queries, in: worker) }

    /// The exchange as it was, or as the history keeps it when that has taken over the file of the body.
    private func readable(_ exchange: Exchange) async -> Exchange {
        guard HeldBody.isGone(exchange) else { return exchange }
        do throws(HistoryError) {
            return try await history.exchange(exchange.id) ?? exchange
        } catch {
            post(.failed(error.description))
            return exchange
        }
    }
}
