public import Engine
public import HTTP
public import Workspace

/// The life of a request that was sent, told by the effect that sends it.
public enum ExchangeMessage: Sendable, Equatable {
    /// A program is asked for a secret that it needs; nothing has been sent.
    case resolving(Sending)
    /// It is not sent, though it waited for secrets.
    case unresolved(Exchange.ID)
    /// A preview or a copy waits for a secret.
    case workingOut(SendPurpose, String)
    /// That waits no more.
    case workedOut
    /// It is on its way.
    case started(Sending)
    /// It could not be sent, or not be copied: every reason with its place.
    case refused([String], SendPurpose = .send)
    /// It may change what a protected environment holds, and is not sent unasked.
    case guarded(SendJob, ProtectedSend)
    /// It uses things of this machine that nobody has allowed the workspace.
    case permissionsMissing(SendJob, SendPurpose, [Permission])
    /// It needs values that only a person knows.
    case asked(SendJob, SendPurpose, [AskedValue])
    /// It has been on its way for another second.
    case waited(Exchange.ID)
    /// It has not been answered at once.
    case lingered(Exchange.ID)
    /// Something moved.
    case progressed(Exchange.ID, SendingProgress)
    /// The head of the answer is there.
    case answered(Exchange.ID, Answer)
    /// More of the body is there.
    case grew(BodyHandle)
    /// It is over, with an answer or with an error; kept in the history when `isRecorded`.
    case finished(Exchange)
    /// Captures and assertions were run on the answer of an exchange; what was taken belongs to the collection and the environment.
    case checked(Exchange.ID, CheckReport, collection: String, environment: String?)
    /// A login waits for a person; its page was opened when `isOpened`.
    case loginBegan(LoginRequest, isOpened: Bool)
    /// The user wants to see a login that was put aside.
    case showLogin
    /// The login with this number waits no more.
    case loginEnded(Int)
    /// The tokens of a client at a server were forgotten, where there were any.
    case loggedOut(String, wereThere: Bool)
    /// A while has passed since what an open request had sent came to its end.
    case settled(Tab.ID)
    /// The user wants it to end.
    case cancel(Exchange.ID)
}

/// A request on its way.
public struct Sending: Sendable, Equatable, Identifiable {
    /// The exchange's id.
    public let id: Exchange.ID
    /// The open request that it was sent for.
    public let owner: Tab.ID
    /// The method's token.
    public let method: String
    /// Absolute, secrets masked.
    public let url: String
    /// True if the screen shows the request as in flight: at once if there is no earlier response, else after a moment.
    public internal(set) var isSeen = false
    /// How far it is.
    public internal(set) var progress = SendingProgress()
    /// True if a typed secret goes with it, which the next request is sent with as well.
    var hasTypedSecrets = false
    /// Whole seconds that it has been on its way.
    var seconds = 0

    /// A request that has just been sent.
    public init(id: Exchange.ID, owner: Tab.ID, method: String, url: String) {
        self.id = id
        self.owner = owner
        self.method = method
        self.url = url
    }

    /// For how long it has been on its way; nil in the first second.
    var waited: String? { seconds == 0 ? nil : seconds < 60 ? "\(seconds) s" : "\(seconds / 60) min \(seconds % 60) s" }
}

/// The head of an answer.
public struct Answer: Sendable, Equatable {
    /// The status.
    public let status: HTTPStatus
    /// The reason phrase.
    public let reason: String
    /// The HTTP version of the response.
    public let version: HTTPVersion?
    /// Every header in order.
    public let headers: HTTPHeaders

    /// An answer of these parts.
    public init(status: HTTPStatus, reason: String, version: HTTPVersion?, headers: HTTPHeaders) {
        self.status = status
        self.reason = reason
        self.version = version
        self.headers = headers
    }
}
