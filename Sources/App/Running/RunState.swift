import Engine
import Platform
import Workspace

/// A folder, collection or request to run, with its options.
struct RunJob: Sendable, Equatable {
    /// The item's name in the tree.
    let name: String
    /// The item's path in the workspace.
    let path: String
    /// The environment for its requests; nil for none.
    var environment: EnvironmentSummary?
    /// The values captured before the run.
    var captured = CapturedValues()
    /// The rate and the stop condition of the run.
    var settings = RunSettings()
    /// The number of passes over all rows.
    var repetitions = 1
    /// A file with the variables of each iteration; empty for none.
    var dataPath = ""

    /// The lines of the form with its options.
    var fields: [InputField] {
        RunOption.allCases.map {
            .init($0.label, id: $0.rawValue, note: $0.note, text: $0.text(of: self), choices: $0.choices, isPath: $0 == .data)
        }
    }

    /// The job with the values of its form, by the ids of their fields.
    /// - Throws: the field of an invalid value, with the reason.
    func applying(_ values: [String: String]) throws(FieldError) -> RunJob {
        var job = self
        for option in RunOption.allCases { try option.set((values[option.rawValue] ?? "").trimmed, in: &job) }
        return job
    }
}

/// An option of a run, in the order of the form.
enum RunOption: String, CaseIterable {
    case jobs, iterations, retries, delay, data, stops, statuses

    var label: String {
        switch self {
        case .jobs: "Concurrent requests"
        case .iterations: "Iterations"
        case .retries: "Retries per failed request"
        case .delay: "Delay between requests (ms)"
        case .data: "Data file"
        case .stops: "Stop at first failure"
        case .statuses: "Count 4xx and 5xx as failed"
        }
    }

    var note: String {
        switch self {
        case .data: ".csv, .tsv, .json, .jsonl: one iteration per row"
        case .jobs, .iterations, .retries, .delay, .stops, .statuses: ""
        }
    }

    /// The only possible values; empty for any text.
    var choices: [String] { [.stops, .statuses].contains(self) ? ["no", "yes"] : [] }

    /// The value as typed.
    func text(of job: RunJob) -> String {
        switch self {
        case .jobs: String(job.settings.jobs)
        case .iterations: String(job.repetitions)
        case .retries: String(job.settings.retries)
        case .delay: job.settings.delay.map { String(Int($0 / .milliseconds(1))) } ?? "0"
        case .data: job.dataPath
        case .stops: job.settings.stopsAtFailure ? "yes" : "no"
        case .statuses: job.settings.failsByStatus ? "yes" : "no"
        }
    }

    func set(_ text: String, in job: inout RunJob) throws(FieldError) {
        switch self {
        case .jobs: job.settings.jobs = try number(text, from: 1, to: 10_000)
        case .iterations: job.repetitions = try number(text, from: 1)
        case .retries: job.settings.retries = try number(text, from: 0, to: 1_000)
        case .delay:
            let delay = try number(text, from: 0)
            job.settings.delay = delay == 0 ? nil : .milliseconds(delay)
        case .data: job.dataPath = text
        case .stops: job.settings.stopsAtFailure = try flag(text)
        case .statuses: job.settings.failsByStatus = try flag(text)
        }
    }

    private func flag(_ text: String) throws(FieldError) -> Bool {
        switch text.lowercased() {
        case "y", "yes", "true", "1": true
        case "n", "no", "false", "0", "": false
        default: throw FieldError(rawValue, "\(label): expected yes or no")
        }
    }

    private func number(_ text: String, from least: Int, to most: Int = 1_000_000_000) throws(FieldError) -> Int {
        guard let number = Int(text), (least...most).contains(number) else {
            throw FieldError(rawValue, "\(label): expected a whole number from \(least) to \(most)")
        }
        return number
    }
}

/// A result of a run as a line of its window.
struct RunRow: Sendable, Equatable {
    /// The title of the request.
    let title: String
    /// The number of the iteration, from 1.
    let iteration: Int
    /// The request's file in the workspace.
    let file: String?
    /// The history entry; nil if nothing was sent.
    let entry: ExchangeSummary?
    /// The reasons why it failed, secrets masked; none if it passed.
    let problems: [String]
    /// The results of its captures and assertions; nil without any.
    let checks: CheckReport?
    /// True if the request has a script that was not run.
    let hasUnreadTests: Bool

    var isPassed: Bool { problems.isEmpty }
    /// True if stopping the run ended it, which is neither a success nor a failure.
    var isCancelled: Bool { entry?.isCancelled == true }

    init(_ result: RunResult) {
        title = result.title
        iteration = result.iteration
        file = result.file
        entry = result.exchange?.summary
        problems = result.problems
        checks = result.checks
        hasUnreadTests = result.hasUnreadTests
    }
}

/// The results of a run. Adding one copies at most a block, also while the window holds the results before it.
struct RunRows: Sendable, Equatable {
    private static let blockSize = 256
    private var blocks: [[RunRow]] = []
    /// The number of results.
    private(set) var count = 0

    subscript(index: Int) -> RunRow { blocks[index / Self.blockSize][index % Self.blockSize] }

    mutating func append(_ row: RunRow) {
        if count % Self.blockSize == 0 { blocks.append([]) }
        blocks[blocks.count - 1].append(row)
        count += 1
    }
}

struct RunState: Sendable, Equatable {
    let job: RunJob
    /// The number of requests; nil until the files are read.
    var total: Int?
    /// The results in order of arrival.
    private(set) var rows = RunRows()
    /// The indices of the results that failed.
    private(set) var failures: [Int] = []
    /// The number of results that stopping the run cancelled.
    private(set) var cancelledCount = 0
    /// The number of results with scripts that were not run.
    private(set) var unreadScripts = 0
    /// The requests in flight with the times when they began, the longest-waiting first.
    private(set) var inFlight: [(row: RunRow, begin: Duration)] = []
    /// The last known time.
    var now = Duration.zero
    /// True once all requests have ended.
    private(set) var isOver = false
    /// True once the user has stopped it.
    var isStopped = false
    /// The reason why it could not start or continue.
    private(set) var problem: String?
    /// True while its window is shown.
    var isShown = true
    /// The entry that was opened from the window; Esc in its response returns there.
    var opened: Exchange.ID?
    private var begin: Duration?
    private var end: Duration?

    init(_ job: RunJob) { self.job = job }

    /// The number of results that failed.
    var failedCount: Int { failures.count }

    mutating func begin(_ row: RunRow, at moment: Duration) {
        inFlight.append((row, moment))
        begin = begin ?? moment
        now = moment
    }

    mutating func add(_ row: RunRow, at moment: Duration) {
        if let index = inFlight.firstIndex(where: { $0.row.file == row.file && $0.row.iteration == row.iteration }) {
            inFlight.remove(at: index)
        }
        if row.isCancelled { cancelledCount += 1 } else if !row.isPassed { failures.append(rows.count) }
        if row.hasUnreadTests { unreadScripts += 1 }
        rows.append(row)
        end = moment
        now = moment
    }

    /// The results of the captures and assertions of the opened entry.
    var openedChecks: CheckReport? {
        (0..<rows.count).lazy.map { rows[$0] }.first { $0.entry?.id == opened }?.checks
    }

    mutating func finish(_ problem: String?) {
        inFlight = []
        isOver = true
        self.problem = problem
    }

    /// Results per second since the first request began; nil before the second result.
    var rate: Double? {
        guard let begin, let end, rows.count > 1, end > begin else { return nil }
        return Double(rows.count) / ((end - begin) / .seconds(1))
    }

    /// Compares the progress.
    static func == (left: Self, right: Self) -> Bool {
        left.job == right.job && left.total == right.total && left.rows.count == right.rows.count && left.isOver == right.isOver
            && left.isStopped == right.isStopped && left.isShown == right.isShown && left.problem == right.problem
            && left.opened == right.opened && left.now == right.now
    }
}

/// Messages to the runner.
indirect enum RunMessage: Sendable, Equatable {
    /// Asks before running the requests at a path.
    case ask(path: String)
    /// Asks before running a job.
    case confirm(RunJob)
    /// Lists the environments for a job.
    case chooseEnvironment(RunJob)
    /// Shows the options of a job.
    case chooseOptions(RunJob)
    case start(RunJob)
    /// Runs the last job again.
    case again
    case stop
    case show
    case hide
    /// Opens the response of a history entry.
    case open(Exchange.ID)
    /// Opens the request of a result that was not sent.
    case openRequest(path: String)

    /// A report of the effect.
    case progress(RunProgress)
}

/// Reports of a run.
enum RunProgress: Sendable, Equatable {
    /// The files were read; the value is the number of requests.
    case planned(Int)
    /// A request is about to be sent, at a monotonic time.
    case began(RunRow, at: Duration)
    /// A second has passed.
    case ticked(at: Duration)
    /// A request has ended, at a monotonic time.
    case took(RunRow, at: Duration)
    /// The run has ended, or could not start for this reason.
    case ended(String?)
}

/// Runs requests.
indirect enum RunEffect: Sendable, Equatable {
    case run(RunJob)
}

/// Requests of the runner to other features.
indirect enum RunOutput {
    /// Shows the run in its window, or closes it if nil.
    case showRun(RunState?)
    /// Opens a history entry as the response of the tab in front.
    case open(Exchange.ID)
    /// Opens the request of a result that was not sent.
    case openRequest(path: String)
    /// Lists an exchange that has just ended in the history.
    case ended(ExchangeSummary)
    case addCaptured([String: CapturedValue], collection: String, environment: String?)
}

/// The parts of the program's state that the runner reads.
struct RunContext {
    /// The item of the tree at a path.
    let node: @Sendable (String) -> WorkspaceNode?
    /// The environments of the collection that a path belongs to.
    let environments: @Sendable (String) -> [EnvironmentSummary]
    /// The number of requests in a folder, or at a path, that are open with unsaved changes.
    let unsavedCount: @Sendable (String) -> Int
    /// The environment chosen for a path.
    let environment: @Sendable (String) -> EnvironmentSummary?
    /// The values captured from the responses of the collection that a path belongs to.
    let captured: @Sendable (String) -> CapturedValues
}

typealias RunOutcome = Outcome<RunMessage, RunEffect, RunOutput>
