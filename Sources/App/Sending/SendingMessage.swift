public import Engine
import HTTP
public import Workspace

/// Messages about sending: what a person wants, and what effects tell of requests in flight.
public enum SendingMessage: Sendable, Equatable {
    // What a person wants.
    /// Uses the request of the tab in front; the snapshot is of a draft that holds no secret.
    case use(SendJob, SendPurpose, DraftSnapshot? = nil)
    /// Does it after it was confirmed, allowed or completed.
    case run(SendJob, SendPurpose)
    /// Replays a history entry; a protected environment is confirmed first.
    case replay(ExchangeSummary)
    /// Replays a history entry that was confirmed.
    case replayConfirmed(ExchangeSummary)
    /// Replays many history entries.
    case replays(ReplaySetMessage)
    /// Compares two history entries.
    case compare(Exchange.ID, Exchange.ID)
    case copyAsCurl(Exchange)
    /// Runs captures and assertions on the response in front, without sending; `shows` selects its Tests tab.
    case runTests([Capture], [Assertion], shows: Bool)
    case captured(CapturedMessage)
    case login(LoginMessage)
    case cancel(Exchange.ID)
    /// Forgets the secrets that were typed in, so that they are asked for again.
    case forgetTypedSecrets
    /// Gives stored responses to all requests from now on, or the network's again.
    case toggleOffline

    // What effects tell.
    case secret(SecretMessage)
    case question(SendQuestion)
    /// The request is not sent, or not copied: every reason with its place.
    case refused([String], SendPurpose = .send)
    case started(InFlightRequest)
    /// Another second has passed.
    case waited(Exchange.ID)
    /// The response has not come at once.
    case lingered(Exchange.ID)
    case progressed(Exchange.ID, SendingProgress)
    case answered(Exchange.ID, ResponseHead)
    /// More of the body is there.
    case grew(BodyHandle)
    /// The exchange is over, with a response or an error.
    case finished(Exchange)
    /// Captures and assertions were run; the values belong to the collection and the environment.
    case checked(Exchange.ID, CheckReport, collection: String, environment: String?)
    /// A moment has passed since a request of a tab ended.
    case settled(TabID)
    case previewed(SendPreview)
    /// The request was written as code of a target.
    case coded(WrittenCode, target: String)
    /// A text for the clipboard was made.
    case made(String, name: String)
    /// Something failed, as a sentence.
    case failed(String)
}

/// Messages about secrets that another program is asked for before anything is sent.
public enum SecretMessage: Sendable, Equatable {
    /// A request to be sent waits for one.
    case awaited(InFlightRequest)
    /// The request with this id was given up and is not sent.
    case notSent(Exchange.ID)
    /// A preview or a copy waits for one; the text says for which.
    case awaitedFor(SendPurpose, String)
    /// The preview or copy no longer waits.
    case settled
}

/// A question that must be answered before a request is used.
public enum SendQuestion: Sendable, Equatable {
    /// It may change what a protected environment holds.
    case confirmation(SendJob, SendConfirmation)
    /// It uses things of this machine that nobody has allowed the workspace.
    case permissions(SendJob, SendPurpose, [Permission], problem: String? = nil)
    /// It needs values that only a person knows.
    case values(SendJob, SendPurpose, [AskedValue])
}

/// Messages about logins that wait for a person.
public enum LoginMessage: Sendable, Equatable {
    /// A login begins; its page was opened when `isOpened`.
    case began(LoginRequest, isOpened: Bool)
    /// Shows a login that was put aside.
    case show
    /// Puts the window of a login aside; the login goes on.
    case putAside(FormState)
    /// Gives a login the URL that it ended at; nil ends it.
    case answer(Int, String?)
    /// The login with this number waits no more.
    case ended(Int)
    /// The tokens of a client at a server were forgotten, where there were any.
    case loggedOut(String, hadTokens: Bool)
}

/// Effects of sending.
public enum SendingEffect: Sendable, Equatable {
    case send(SendJob)
    case replay(ReplayJob)
    /// Resolves a request without sending it, to show it or to copy it.
    case preview(SendJob, SendPurpose)
    /// Forgets the tokens of the login that a request would use.
    case logOut(SendJob)
    /// Gives stored responses to all requests, or the network's.
    case workOffline(Bool)
    /// Gives a login what it waits for; nil ends it.
    case answerLogin(Int, String?)
    /// Puts a kept request on the clipboard as a curl command.
    case copyAsCurl(Exchange)
    /// Runs captures and assertions on a response.
    case check(CheckJob)
}

/// A history entry to be sent again, as it was.
public struct ReplayJob: Sendable, Equatable {
    /// The entry.
    public let original: Exchange.ID
    /// The tab that shows the response.
    public var owner: TabID = 0
    /// Values captured since; they stand in for secrets that the history does not keep.
    public var captured = CapturedValues()
    /// True if the user confirmed sending to a protected environment.
    public var isConfirmed = false
    /// The environment to resolve the request anew for, by name; nil sends it as it was.
    var environment: String?
    /// True for one of many: nothing is asked, and no tab shows it.
    var isOfSet = false
    /// Values that were typed in for its options, by name.
    public var prompted: [String: String] = [:]
    /// The permissions that the user gave when asked.
    public var permitted = GivenPermissions()

    /// Replays an entry for a tab.
    public init(_ original: Exchange.ID, owner: TabID, isConfirmed: Bool = false) {
        self.original = original
        self.owner = owner
        self.isConfirmed = isConfirmed
    }
}

/// Captures and assertions to run on a response.
public struct CheckJob: Sendable, Equatable {
    /// The captures to run.
    public let captures: [Capture]
    /// The assertions to run.
    public let assertions: [Assertion]
    /// The exchange with the response.
    public let exchange: Exchange
    /// The collection that captured values belong to.
    public let collection: String
    /// The environment that the values belong to; nil for none.
    var environment: String? { exchange.origin.environment }
}

/// Messages about captured values.
public enum CapturedMessage: Sendable, Equatable {
    /// Shows those that the requests of the collection use, and asks whether to forget them.
    case show
    /// Forgets what was captured for the requests of a collection.
    case forget(collection: String)
    /// Takes that back.
    case restore(CapturedValues, collection: String)
}
