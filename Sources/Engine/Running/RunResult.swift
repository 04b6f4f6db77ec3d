import HTTP
package import Workspace

/// The result of one request of a run.
package struct RunResult: Sendable {
    /// The title of the request.
    package var title: String
    /// The number of the iteration, from 1.
    package let iteration: Int
    /// The variables of the iteration's row.
    package let row: [String: String]
    /// The request's file in the workspace; nil if it has none.
    package let file: String?
    /// The request's place in another file; nil if it is not known.
    package var place: RequestPlace?
    /// The exchange; nil if nothing was sent.
    package var exchange: Exchange?
    /// The results of its captures and assertions.
    package var checks: CheckReport?
    /// The differences from the exchange that it replays.
    package var differences: [String] = []
    /// True if a 4xx or 5xx response is a failure.
    package var failsByStatus = false
    /// The reason why it was not sent; nil if it was.
    package var refusal: String?
    /// The secrets in the request, and the secrets captured from its response.
    package var mask = SecretMask()
    package var attempts = 1
    /// True if the request has a script, whose tests are not run.
    package var hasUnreadTests = false

    /// Creates a result without an outcome.
    package init(title: String, iteration: Int, row: [String: String] = [:], file: String? = nil, place: RequestPlace? = nil) {
        self.title = title
        self.iteration = iteration
        self.row = row
        self.file = file
        self.place = place
    }

    /// The title, with the number of the iteration after the first one, and the values of its row.
    package var label: String {
        let parts = (iteration > 1 ? ["\(iteration)"] : []) + (row.isEmpty ? [] : [rowText])
        return parts.isEmpty ? title : "\(title) (\(parts.joined(separator: ": ")))"
    }

    /// The variables of the row in the order of their names, with secrets masked.
    package var shownRow: [(name: String, value: String)] {
        row.sorted { $0.key < $1.key }.map { name, value in
            (name, SecretName.soundsSecret(name) ? SecretMask.sign : mask.masked(value))
        }
    }

    /// The row in words, shortened to 60 characters.
    private var rowText: String {
        let text = shownRow.map { "\($0.name)=\($0.value)" }.joined(separator: ", ")
        return text.count > 60 ? text.prefix(59) + "…" : text
    }

    /// Every reason for its failure, with secrets masked; empty if it passed.
    package var problems: [String] { reasons(\.sentence).map(mask.masked) }
    /// The reasons with the words of files, for other programs.
    package var writtenProblems: [String] { reasons(\.written).map(mask.masked) }

    private func reasons(_ sentence: (CheckReport.Checked) -> String) -> [String] {
        if let refusal { return [refusal] }
        if let error = exchange?.error { return [error.message] }
        let others = statusProblem.map { [$0] + differences } ?? differences
        guard let checks else { return others }
        return others + checks.assertions.compactMap { check in check.problem.map { "\(sentence(check)): \($0)" } }
            + checks.captures.compactMap { capture in capture.problem.map { "capture \(capture.variable): \($0)" } }
    }

    private var statusProblem: String? {
        failsByStatus ? Self.problem(ofStatus: exchange?.response?.status) : nil
    }

    /// The reason why a response fails where a 4xx or 5xx status is a failure; nil for other statuses.
    package static func problem(ofStatus status: Int?) -> String? {
        status.flatMap { $0 >= 400 ? "status \($0), counted as failed" : nil }
    }

    package var isPassed: Bool { problems.isEmpty }
    /// True if the status of its response is its only failure.
    package var isFailedByStatusAlone: Bool { hasResponse && statusProblem != nil && problems.count == 1 }
    /// True if it was sent and no error occurred: a failure then comes from its checks or differences.
    package var hasResponse: Bool { refusal == nil && exchange?.error == nil }
    package var seconds: Double { exchange?.duration ?? 0 }
}

/// The place of a request in a file that is not one of the workspace's collections.
package struct RequestPlace: Hashable, Sendable {
    /// The path of the file.
    package var file: String
    /// The line of the request, from 1; nil if it is not known.
    package let line: Int?
    /// True if the title of the request begins with a file, as in a run of several.
    package var isInTitle = false

    package init(file: String, line: Int?) {
        self.file = file
        self.line = line
    }
}

package struct RunTotals: Hashable, Sendable {
    package var count = 0
    /// The number of requests that the run was to send.
    package var planned: Int
    /// True if it ended before all of them, by a failure or otherwise.
    package var isCut: Bool { count < planned }
    /// True if it was cancelled before all of them.
    package var isCancelled = false
    package var failed = 0
    /// The number of failures by the status of the response alone.
    package var failedByStatusAlone = 0
    package var unanswered = 0
    package var checks = 0
    /// The number of requests with scripts that were not run.
    package var unreadScripts = 0
    package var seconds = 0.0
    package var byteCount: Int64 = 0

    /// The totals before the first result.
    package init(planned: Int) { self.planned = planned }

    package mutating func add(_ result: RunResult) {
        count += 1
        if !result.isPassed { failed += 1 }
        if result.isFailedByStatusAlone { failedByStatusAlone += 1 }
        if !result.hasResponse { unanswered += 1 }
        checks += result.checks?.assertions.count { $0.kind != .note } ?? 0
        unreadScripts += result.hasUnreadTests ? 1 : 0
        byteCount += result.exchange?.response?.body.byteCount ?? 0
    }
}
