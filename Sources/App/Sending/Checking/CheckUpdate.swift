import Workspace

/// Runs what a request says of its answer, when it is there and when the user wants it again.
enum CheckUpdate {
    /// After an answer to a request that says something of it.
    static func run(_ state: AppState, after exchange: Exchange) -> [Effect] {
        guard let draft = exchange.draft, exchange.response != nil, !(draft.captures.isEmpty && draft.assertions.isEmpty) else { return [] }
        let open = state.tabs.all.first { $0.response.shownID == exchange.id }
        let collection = state.workspace.collection(of: exchange.origin.requestPath ?? open?.request.place)
        return [.check(CheckJob(captures: draft.captures, assertions: draft.assertions, exchange: exchange, collection: collection))]
    }

    /// Runs the request's current captures and assertions on the response that is shown. Nothing is sent.
    static func runAgain(_ state: inout AppState, _ captures: [Capture], _ assertions: [Assertion], shows: Bool) -> [Effect] {
        guard let exchange = state.response.exchange, exchange.response != nil else {
            return state.say(.warning, "There is no answer to look at: send the request, or open one from the history")
        }
        guard !(captures.isEmpty && assertions.isEmpty) else {
            return state.say(.warning, "The request says nothing of its answer: add captures or assertions on the Tests tab")
        }
        let collection = state.workspace.collection(of: state.request.place)
        if shows { state.response.tab = .tests }
        return [.check(CheckJob(captures: captures, assertions: assertions, exchange: exchange, collection: collection))]
    }

    /// Shows what came of it.
    static func show(_ state: inout AppState, _ id: Exchange.ID, _ report: CheckReport) -> [Effect] {
        state.forEachResponse { if $0.shownID == id { $0.checks = report } }
        guard report.failureCount > 0 else { return [] }
        let others = state.tabs.others.first { $0.response.shownID == id && state.response.shownID != id }
        let place = others.map { "“\($0.request.name)”: " } ?? ""
        return state.say(.warning, "\(place)\(failures(of: report)): see the answer's Tests tab")
    }

    /// Tests are the assertions; what is captured is named apart.
    private static func failures(of report: CheckReport) -> String {
        let tests = report.brokenCount > 0 ? "\(report.brokenCount) of \(count(report.assertions.count, "test")) failed" : nil
        let captures = report.missingCount > 0 ? "\(report.missingCount) of \(count(report.captures.count, "capture")) found nothing" : nil
        return [tests, captures].compactMap { $0 }.joined(separator: ", ")
    }

    private static func count(_ number: Int, _ word: String) -> String { "\(number) \(word)\(number == 1 ? "" : "s")" }
}
