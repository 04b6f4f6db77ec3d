import Engine
import Query
import Workspace

/// Runs captures and assertions, away from the main actor.
struct CheckEffects: Sendable {
    private static let bodyLimit = 64 << 20
    let queries: BodyQueries
    var worker = QueryWorker()
    let history: HistoryEffects
    let post: @Sendable (Message) -> Void

    func run(_ job: CheckJob) async {
        let facts = ResponseFacts(await readable(job.exchange), bodyLimit: Self.bodyLimit)
        HeldBody.release(job.exchange)
        guard let facts else { return }
        let report = await ResponseChecks.run(job.captures, job.assertions, on: facts, queries)
        post(.exchange(.checked(job.exchange.id, report, collection: job.collection, environment: job.environment)))
    }

    /// Finds out which queries cannot be read.
    func look(at queries: [String]) async {
        post(.request(.queriesChecked(await CheckLanguage.problems(of: queries, in: worker))))
    }

    /// The exchange as it was, or as the history keeps it when that has taken the file of the answer over.
    private func readable(_ exchange: Exchange) async -> Exchange {
        guard HeldBody.isGone(exchange) else { return exchange }
        do throws(HistoryError) {
            return try await history.exchange(exchange.id) ?? exchange
        } catch {
            post(.history(.failed(error.description)))
            return exchange
        }
    }
}
