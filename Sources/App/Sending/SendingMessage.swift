import Engine
import JSON
import Workspace

/// Messages about sending: actions of the user, and reports about requests in flight.
indirect enum SendingMessage: Sendable, Equatable {
    // Actions of the user.
    /// Uses the request of the tab in front; the snapshot is nil if the draft contains a secret.
    case use(SendJob, SendPurpose, DraftSnapshot? = nil)
    /// Performs an effect, such as the use of a request after a confirmation, a permission or missing values were given.
    case perform(SendingEffect)
    /// Replays a history entry; a protected environment is confirmed first.
    case replay(ExchangeSummary)
    /// Replays a history entry that was confirmed.
    case replayConfirmed(ExchangeSummary)
    /// Replays many history entries.
    case replays(ReplayMessage)
    /// Compares two history entries.
    case compare(Exchange.ID, Exchange.ID)
    /// Runs captures and assertions on the current response, without sending; `shows` selects its Tests tab.
    case runTests([Capture], [Assertion], shows: Bool)
    case captured(CapturedMessage)
    case login(LoginMessage)
    case cancel(Exchange.ID)
    /// Forgets the typed secrets, so that they are asked for again.
    case forgetTypedSecrets
    /// Switches all requests between stored responses and the network.
    case toggleOffline
    case chain(ChainMessage)

    // Reports of effects.
    case secret(SecretMessage)
    case question(SendQuestion)
    /// The user gave no values for these labels.
    case notAnswered([String])
    /// The request of a tab, the one in front if nil, is not sent or copied; every reason names its place.
    case refused([String], SendPurpose = .send, owner: TabID? = nil)
    /// The request of a tab, the one in front if nil, is not sent or copied since it cannot be resolved.
    case unresolved(SendProblems, SendPurpose = .send, owner: TabID? = nil)
    case flight(FlightMessage)
    /// Captures and assertions were run; captured values belong to the collection and the environment.
    case checked(Exchange.ID, CheckReport, collection: String, environment: String?)
    case previewed(SendPreview)
    /// The request was written as code of a target.
    case coded(WrittenCode, target: String)
    /// The text for the clipboard was made.
    case made(String, name: String)
    /// Something failed; the text is a sentence.
    case failed(String)
}

/// The problems that keep a request from being sent or copied.
struct SendProblems: Sendable, Equatable {
    private let issues: [ResolutionIssue]
    /// True if no environment is chosen, and one may settle a problem.
    let lacksEnvironment: Bool

    init(_ issues: [ResolutionIssue], of job: SendJob) {
        self.issues = issues
        let mayChoose = job.path != nil && job.environmentPath == nil && job.environmentName == nil
        lacksEnvironment = mayChoose && issues.contains(where: \.lacksVariable)
    }

    /// A sentence for each problem; the first that an environment may settle says that none is chosen.
    var reasons: [String] {
        let first = lacksEnvironment ? issues.firstIndex(where: \.lacksVariable) : nil
        return issues.enumerated().map { $1.labelled + ($0 == first ? "; no environment is chosen" : "") }
    }

    /// The first problem in few words, without its place; nil if it is not about a variable.
    var brief: String? {
        guard let issue = issues.first, !issue.name.isEmpty, issue.kind != .secret else { return nil }
        return issue.message + (lacksEnvironment && issue.lacksVariable ? ", no environment" : "")
    }
}

/// Messages about requests in flight, from the start to the end.
indirect enum FlightMessage: Sendable, Equatable {
    case started(InFlightRequest)
    /// The next displayed waiting time is reached: 0.3 s, 1 s, then each second.
    case waited(Exchange.ID)
    /// The response has not come within a moment.
    case delayed(Exchange.ID)
    case progressed(Exchange.ID, SendingProgress)
    case responded(Exchange.ID, ResponseHead)
    /// The body takes longer than the head: all that is known of the exchange until then.
    case arriving(Exchange)
    /// More of the body has arrived.
    case grew(BodyHandle)
    /// The exchange has ended, with a response or an error.
    case finished(Exchange, ArrivedResponse? = nil)
    /// A moment has passed since a request of a tab ended.
    case cancelGraceEnded(TabID)
}

/// Messages about the loaders that all requests share.
enum ChainMessage: Sendable, Equatable {
    /// Lists the parts that can be reset.
    case chooseReset
    case reset(ChainPart)
    case wasReset(ChainPart)
    /// Lists the paces of requests.
    case choosePace
    case setPace(RequestPace)
}

/// Messages about secrets for which another program is asked before sending.
indirect enum SecretMessage: Sendable, Equatable {
    /// A request to be sent waits for a secret.
    case awaited(InFlightRequest)
    /// The request with this id was cancelled and not sent.
    case notSent(Exchange.ID)
    /// A preview or a copy waits for a secret; the text names it.
    case awaitedFor(SendPurpose, String)
    /// The preview or copy no longer waits.
    case waitEnded
}

/// A question that must be answered before a request is used.
indirect enum SendQuestion: Sendable, Equatable {
    /// Data in a protected environment that may change.
    case confirmation(SendJob, SendConfirmation)
    /// Permissions that the workspace lacks.
    case permissions(SendJob, SendPurpose, [Permission], problem: String? = nil)
    /// Values that the user must give.
    case values(SendJob, SendPurpose, [AskedValue])
}

/// Messages about logins that wait for the user.
indirect enum LoginMessage: Sendable, Equatable {
    /// A login has started; `isOpened` if its page was opened in the browser.
    case began(LoginRequest, isOpened: Bool)
    /// Shows a login whose window was closed.
    case show
    /// Closes the window of a login; the login continues.
    case hide(PendingLogin)
    /// The login with this number has ended.
    case ended(Int)
    /// The tokens of a client at a server were forgotten; `hadTokens` if there were any.
    case loggedOut(String, hadTokens: Bool)
}

indirect enum SendingEffect: Sendable, Equatable {
    case send(SendJob)
    case replay(ReplayJob)
    /// Replays many history entries.
    case replayAll(ReplayRunJob)
    /// Changes how fast many history entries are replayed.
    case setReplaySpeed(JobSpeed.Setting)
    /// Gives the replay of many entries the captured values of each collection.
    case useCaptured([String: CapturedValues])
    /// Resolves entries, to ask for a replay of all `entries` in this way.
    case findHosts(of: [Exchange.ID], for: [ExchangeSummary], ReplayWay)
    /// Resolves a request without sending it, to preview or copy it.
    case preview(SendJob, SendPurpose)
    /// Forgets the tokens of the login that a request would use.
    case logOut(SendJob)
    /// Switches all requests to stored responses, or back to the network.
    case workOffline(Bool)
    /// Resets a part of the loaders.
    case reset(ChainPart)
    /// Changes the pace of all requests.
    case setPace(RequestPace)
    /// Gives a login its final URL; nil cancels it.
    case answerLogin(Int, String?)
    /// Copies a request of the history as a curl command.
    case copyAsCurl(Exchange)
    /// Runs captures and assertions on a response.
    case check(CheckJob)
}

/// A history entry to replay.
struct ReplayJob: Sendable, Equatable {
    /// The entry.
    let original: Exchange.ID
    /// The tab that shows the response.
    var owner: TabID = 0
    /// Values captured since; they replace secrets that the history does not store.
    var captured = CapturedValues()
    /// True if the user confirmed sending to a protected environment.
    var isConfirmed = false
    /// The way in which it is sent.
    var way: ReplayWay = .unchanged
    /// Values typed for its options, by name.
    var prompted: [String: String] = [:]
    /// The permissions that the user gave.
    var permitted = GivenPermissions()

    /// Creates a job that replays an entry for a tab.
    init(_ original: Exchange.ID, owner: TabID, isConfirmed: Bool = false) {
        self.original = original
        self.owner = owner
        self.isConfirmed = isConfirmed
    }
}

/// The way in which history entries are sent again.
enum ReplayWay: Sendable, Equatable {
    /// As they were sent, except for secrets.
    case unchanged
    /// Resolved with the current variables of their own environments.
    case resolved
    /// Resolved in an environment. A request in a collection uses the one of this name there.
    case inEnvironment(EnvironmentSummary)

    /// The environment that is not the entry's own; nil for none.
    var environment: EnvironmentSummary? { if case .inEnvironment(let environment) = self { environment } else { nil } }
}

/// History entries to replay together: nothing is asked, and no tab shows them.
struct ReplayRunJob: Sendable, Equatable {
    /// The entries, in the order of sending.
    let entries: [ExchangeSummary]
    /// The way in which they are sent.
    var way: ReplayWay = .unchanged
    /// The speed at the start.
    var speed: JobSpeed.Setting
    /// The values that each collection has captured.
    var captured: [String: CapturedValues] = [:]
}

/// Captures and assertions to run on a response.
struct CheckJob: Sendable, Equatable {
    /// The captures to run.
    let captures: [Capture]
    /// The assertions to run.
    let assertions: [Assertion]
    /// The exchange with the response.
    let exchange: Exchange
    /// The collection that captured values belong to.
    let collection: String
    /// The response as it arrived; nil for one of the history.
    var arrived: ArrivedResponse?
    /// The body on the screen, in which no secrets are masked; nil for none.
    var shownBody: BodyHandle?
    /// The path whose folders define variables, if the exchange has no file; nil for none.
    var place: String?
    /// The values captured from responses of the collection.
    var captured = CapturedValues()
    /// The environment that the values belong to; nil for none.
    var environment: String? { exchange.origin.environment }
    /// True if nothing could fail but unreadable parts of the request's file.
    var isEmpty: Bool { captures.isEmpty && assertions.isEmpty && exchange.origin.openAPI == nil }
    /// The expected values of the assertions that were sent; empty for others.
    var expected: [JSONValue] { assertions == exchange.draft?.assertions ? exchange.origin.expected : [] }
    /// A job that resolves the expected values in the environment of the response; nil if no assertion has variables.
    var resolving: SendJob? {
        guard assertions.contains(where: { $0.value.string.map { !Template($0).names.isEmpty } == true }) else { return nil }
        var draft = exchange.draft ?? RequestDraft()
        (draft.assertions, draft.captures) = (assertions, captures)
        var job = SendJob(draft: draft, path: exchange.origin.requestPath, environmentPath: nil, environmentName: environment)
        (job.place, job.captured, job.isForTests, job.isTyped) = (place, captured, true, false)
        return job
    }
}

/// Messages about captured values.
enum CapturedMessage: Sendable, Equatable {
    /// Shows the captured values of the collection, and asks whether to forget them.
    case show
    /// Forgets the captured values of a collection.
    case forget(collection: String)
    /// Restores the forgotten values.
    case restore(CapturedValues, collection: String)
}
