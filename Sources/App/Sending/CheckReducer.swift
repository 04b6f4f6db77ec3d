import Document
import Engine
import JSON
import Query
import Widgets
import Workspace

/// Runs captures and assertions on responses, shows the results, and forgets captured values.
enum CheckReducer {
    /// Runs the captures and assertions of a sent request on its response.
    static func run(after exchange: Exchange, _ arrived: ArrivedResponse?, _ context: SendingContext) -> SendingOutcome {
        guard let draft = exchange.draft, exchange.response != nil else { return [] }
        let tab = context.tabs().first { $0.shownID == exchange.id }
        let collection = context.collection(exchange.origin.requestPath ?? tab?.place)
        var job = CheckJob(captures: draft.captures, assertions: draft.assertions, exchange: exchange, collection: collection)
        job.arrived = arrived
        return job.isEmpty && exchange.origin.requestPath == nil ? [] : [.effect(.check(job))]
    }

    /// Runs the request's current captures and assertions on the shown response, without sending.
    static func run(
        _ captures: [Capture], _ assertions: [Assertion], shows: Bool, _ state: SendingState, _ context: SendingContext
    ) -> SendingOutcome {
        guard let exchange = context.shown, exchange.response != nil else {
            return .notify(.warning, "No response yet: send the request, or open one from the history")
        }
        guard !(captures.isEmpty && assertions.isEmpty) || exchange.origin.openAPI != nil else {
            // The results of tests that no longer exist are forgotten.
            let none: SendingOutcome = .output(.flightStep(.checked(exchange.id, .empty), nil))
            return shows ? none + .notify(.warning, "No tests yet: add captures or assertions on the Tests tab") : none
        }
        let collection = context.collection(context.frontPlace)
        var job = CheckJob(
            captures: captures, assertions: assertions, exchange: exchange, collection: collection, shownBody: context.shownBody)
        job.arrived = state.arrived[exchange.id]
        (job.place, job.captured) = (context.frontPlace, context.captured(collection))
        return (shows ? [.output(.showTests)] : []) + [.effect(.check(job))]
    }

    /// Shows the results of captures and assertions. A toast about failures also names the variables that were captured.
    static func show(
        _ id: Exchange.ID, _ report: CheckReport, known: [String: CapturedValue], _ context: SendingContext
    ) -> SendingOutcome {
        let follow: SendingOutcome = .output(.flightStep(.checked(id, report), nil))
        let tabs = context.tabs().filter { $0.shownID == id }
        guard report.failureCount > 0, !tabs.isEmpty else { return follow }
        let other = tabs.contains { $0.id == context.frontTab } ? nil : tabs.first
        let place = other.map { "“\($0.name)”: " } ?? ""
        let new = report.values.keys.filter { known[$0] == nil }.sorted().map { "{{\($0)}}" }.joined(separator: ", ")
        let captured = new.isEmpty ? "" : ", captured \(new)"
        return follow + .notify(.warning, "\(place)\(failures(of: report))\(captured): see the response's Tests tab")
    }

    /// The number of failed assertions and missing captures as text.
    private static func failures(of report: CheckReport) -> String {
        let tests =
            report.failedAssertionCount > 0
            ? "\(report.failedAssertionCount) of \(CountText.of(report.assertions.count { $0.kind != .note }, "test")) failed" : nil
        let captures =
            report.missingCount > 0 ? "\(report.missingCount) of \(CountText.of(report.captures.count, "capture")) found nothing" : nil
        return [tests, captures].compactMap { $0 }.joined(separator: ", ")
    }

    // MARK: Captured values

    static func reduce(_ message: CapturedMessage, _ context: SendingContext) -> SendingOutcome {
        switch message {
        case .show: ask(context)
        case .forget(let collection): forget(collection, context)
        case .restore(let values, let collection): [.output(.restoreCaptured(values, collection: collection))]
        }
    }

    /// Asks whether to forget the captured values of the collection; lists each with its environment.
    private static func ask(_ context: SendingContext) -> SendingOutcome {
        let collection = context.collection(context.frontPlace)
        let values = context.captured(collection)
        guard !values.isEmpty else { return .notify(.warning, "No captured values in this collection") }
        let question = Question<SendingMessage>(
            title: "Forget \(counted(values))?",
            text: "Requests use them, each in its environment, until they are captured again or Apus quits.",
            items: values.all.map(line),
            choices: [.init("c", "Cancel", []), .init("f", "Forget", kind: .danger, [.captured(.forget(collection: collection))])])
        return [.show(.confirm(question))]
    }

    private static func forget(_ collection: String, _ context: SendingContext) -> SendingOutcome {
        let values = context.captured(collection)
        guard !values.isEmpty else { return [] }
        let undo = Toast<SendingMessage>.Action(label: "undo", message: .captured(.restore(values, collection: collection)))
        return [.output(.forgetCaptured(collection: collection))] + .notify(.done, "Forgot \(counted(values))", action: undo)
    }

    private static func line(environment: String?, variable: String, value: CapturedValue) -> String {
        "\(environment ?? "no environment"): \(variable) = \(value.shown)"
    }

    private static func counted(_ values: CapturedValues) -> String {
        CountText.of(values.count, "captured value")
    }
}

extension CheckJob {
    /// The values that captures and assertions read: those that arrived, else those in the history. If the stored body is cut or has
    /// masked secrets, the body on the screen takes its place.
    func facts(of exchange: Exchange, bodyLimit: Int) -> ResponseFacts? {
        var facts = arrived.map { $0.facts(of: exchange, bodyLimit: bodyLimit) } ?? ResponseFacts(exchange, bodyLimit: bodyLimit)
        guard let shown = shownBody?.document.text, shown.count <= bodyLimit, let stored = facts?.body else { return facts }
        let isMasked = String(decoding: stored, as: UTF8.self).contains(SecretMask.sign)
        let isShownWhole =
            facts?.isBodyComplete == false && shownBody?.document.ending == .complete
            && Int64(shown.count) == exchange.response?.body.byteCount
        guard isMasked || isShownWhole else { return facts }
        facts?.body = shown.bytes(in: 0..<shown.count)
        if isShownWhole { facts?.isBodyComplete = true }
        return facts
    }
}

/// Runs captures and assertions outside the main actor.
struct CheckEffects: Sendable {
    private static let bodyLimit = 64 << 20
    let queries: BodyQueries
    var worker = QueryWorker()
    let contracts = ResponseContracts()
    let history: HistoryEffects
    /// The expected values of the assertions of a job; empty if they cannot be resolved.
    var expected: @Sendable (SendJob) async -> [JSONValue] = { _ in [] }
    /// The failed checks for unreadable parts of the request's file.
    var failed: @Sendable (String) async -> [CheckReport.Checked] = { _ in [] }
    let post: @Sendable (SendingMessage) -> Void

    func run(_ job: CheckJob) async {
        let failed = if let path = job.exchange.origin.requestPath { await failed(path) } else { [CheckReport.Checked]() }
        guard !job.isEmpty || !failed.isEmpty else { return HeldBody.release(job.exchange) }
        let facts = job.facts(of: await readable(job.exchange), bodyLimit: Self.bodyLimit)
        HeldBody.release(job.exchange)
        guard let facts else { return }
        // After an edit, and for an entry of the history, the variables have their current values.
        let values = if job.expected.isEmpty, let send = job.resolving { await expected(send) } else { job.expected }
        let report = await ResponseChecks.run(
            job.captures, job.assertions, expecting: values, on: facts, queries
        )
        .adding(failed).adding(contracts.checks(of: job.exchange, facts))
        post(.checked(job.exchange.id, report, collection: job.collection, environment: job.environment))
    }

    /// The problem of each query; empty for a valid one.
    func problems(of queries: [String]) async -> [String: String] { await CheckLanguage.problems(of: queries, in: worker) }

    /// The exchange itself, or the version in the history if that has taken over the body's file.
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
