public import Document
import HTTP
public import Interchange
import Synchronization
import Workspace

/// A preview of the request that would be sent, secrets masked.
public struct SendPreview: Sendable, Equatable {
    /// The values and corrections that are needed before the request can be sent; empty if there are none.
    public let problems: [PreviewLine]
    /// The lines of the report below the problems.
    public let lines: [PreviewLine]
    /// The request as a curl command; nil if curl cannot send it.
    public let curl: String?
    /// The reason why there is no command, as a sentence.
    public var curlProblem: String?
    /// True if the command contains secrets in plain text.
    public var hasSecrets = false

    /// Creates a preview from its lines and the command.
    public init(problems: [PreviewLine] = [], lines: [PreviewLine], curl: String?, curlProblem: String? = nil) {
        self.problems = problems
        self.lines = lines
        self.curl = curl
        self.curlProblem = curlProblem
    }
}

/// A line of a preview.
public struct PreviewLine: Sendable, Equatable {
    /// The style of the line.
    public enum Kind: Sendable, Equatable {
        case heading, text, note, warning
        /// The method, a space and the URL.
        case request
        /// A header: its name, a colon and its value.
        case header
        /// A line of a body of this kind.
        case body(ContentKind)
    }

    /// The text of the line.
    public let text: String
    /// A muted note after it, such as the origin of a value.
    public let note: String
    /// The style of the line.
    public let kind: Kind

    /// Creates a line.
    public init(_ text: String, note: String = "", kind: Kind = .text) {
        self.text = text
        self.note = note
        self.kind = kind
    }
}

/// A transport that sends nothing: it stores the request after all links and returns an empty response.
final class PreviewTransport: HTTPLoader {
    // Guards the stored request; loaders run on any thread.
    private let last = Mutex<HTTPRequest?>(nil)

    /// The request that would have been sent; nil if none has arrived yet.
    var request: HTTPRequest? { last.withLock { $0 } }

    func load(_ request: HTTPRequest, task: HTTPTask) async throws(HTTPError) -> HTTPResponse {
        last.withLock { $0 = request }
        return HTTPResponse(request: request, status: .noContent)
    }

    func reset() async {}
}

/// The values and corrections that a request needs before it can be sent.
struct PreviewMissing {
    let problems: [ResolutionIssue]
    let placeholders: MissingPlaceholders
    /// Problems in the editors, each with its place.
    let faults: [String]

    /// The problems, shown above the request; empty if there are none.
    var lines: [PreviewLine] {
        let wrong = faults + problems.filter { $0.kind != .prompt }.map(\.labelled)
        let prompts = problems.filter { $0.kind == .prompt }
        let asked = prompts.map { PreviewLine("\($0.place.label): {{\($0.name)}}", note: Self.asked, kind: .note) }
        let heading = wrong.isEmpty ? [] : [PreviewLine("Cannot be sent yet", kind: .heading)]
        return heading + wrong.map { .init($0, kind: .warning) } + asked
    }

    /// Notes on the missing values in a line.
    func notes(on text: String) -> [String] {
        placeholders.names(in: text).map { name in
            switch problems.first(where: { $0.name == name })?.kind {
            case .prompt: "{{\(name)}} is \(Self.asked)"
            case .secret: "the secret {{\(name)}} has no value"
            default: "{{\(name)}} is not defined"
            }
        }
    }

    /// True if a line has a missing value that the user will not be asked for.
    func isWrong(_ text: String) -> Bool {
        placeholders.names(in: text).contains { name in problems.contains { $0.name == name && $0.kind != .prompt } }
    }

    private static let asked = "asked for when it is sent"
}

/// Notes on values that are known only after a server was contacted.
enum PreviewNotes {
    /// Removes authentication that needs a server first from the request, and returns a note about its effect.
    static func removeAuthentication(from request: inout HTTPRequest) -> [String] {
        guard let method = request.authenticationMethod else { return [] }
        switch method {
        case .oauth:
            request.authenticationMethod = nil
            return ["Authorization: Bearer …, with the stored token or a new one (\(grant(request)))"]
        case .digest: return ["Authorization: Digest …, after the server's challenge"]
        case .ntlm: return ["Authorization: NTLM …, after the server's challenge"]
        case .negotiate: return ["Authorization: Negotiate …, after the server's challenge"]
        default: return []
        }
    }

    private static func grant(_ request: HTTPRequest) -> String {
        switch request.oauthConfiguration?.grant {
        case .authorizationCode: "login in the browser"
        case .clientCredentials: "client credentials"
        case .password: "password"
        case .deviceCode: "device code"
        case nil: "no settings"
        }
    }
}

/// The header section that would be sent, each field with the component that adds it.
struct PreviewHeaders {
    /// The name of the component that adds the automatic headers.
    static let automatic = "automatic"
    private static let authentication = "authentication"
    private static let adders = [
        String(describing: ApplyEnvironment.self): "environment", String(describing: CookieJar.self): "cookie jar",
        String(describing: AWSSignature.self): authentication, String(describing: AutomaticHeaders.self): automatic,
    ]
    private let own: HTTPHeaders
    private let changes: [HTTPRequestChange]
    /// The cookies that the jar adds.
    let cookies: JarCookies

    /// Creates the section from the resolved headers and the changes of the links.
    init(own: HTTPHeaders, changes: [HTTPRequestChange]) {
        self.own = own
        self.changes = changes
        cookies = JarCookies(changes)
    }

    /// The component that adds a header of the final request, which has none of the body and the transport; nil for one of the request's own.
    func adder(of field: HTTPHeaderField, final: HTTPRequest) -> String? {
        if let change = changes.last(where: { Self.contains(field, $0.addedHeaders) }) {
            let adder = Self.adders[change.link] ?? Self.authentication
            // Signed headers must exist before signing, so the signature adds headers that the body would add later.
            return adder == Self.authentication && final.body.additionalHeaders[field.name] == field.value ? "body" : adder
        }
        if final.headers.contains(field.name) || own.contains(field.name) { return nil }
        let isLength = field.isNamed("Content-Length") && !final.body.isEmpty
        return isLength || final.body.additionalHeaders.contains(field.name) ? "body" : Self.automatic
    }

    /// The request without the automatic headers, for a program that adds its own.
    func withoutAutomatic(_ request: HTTPRequest) -> HTTPRequest {
        var request = request
        for change in changes where change.link == String(describing: AutomaticHeaders.self) {
            for field in change.addedHeaders { request.headers.remove(field.name) }
        }
        return request
    }

    private static func contains(_ field: HTTPHeaderField, _ added: [HTTPHeaderField]) -> Bool {
        added.contains { $0.isNamed(field.name) && $0.value == field.value }
    }
}

/// A request as code of a program or library.
public enum WrittenCode: Sendable, Equatable {
    /// The code, and whether it contains secrets in plain text.
    case made(GeneratedCode, hasSecrets: Bool)
    /// A sentence on why no code can send it.
    case failed(String)
}

/// The purpose for which a request is resolved.
package enum SendPurpose: Sendable, Equatable {
    /// Send the request.
    case send
    /// Preview the request without sending it.
    case preview
    /// Copy the request as a curl command, with secrets masked unless `withSecrets`.
    case copy(withSecrets: Bool)
    /// Show the request as code of the target with this id, secrets masked, or copy it with them.
    case code(String, withSecrets: Bool)
    /// Forget the tokens of its login.
    case logOut

    /// The failed action, as the beginning of a sentence.
    package var refusal: String {
        switch self {
        case .send: "Not sent"
        case .preview: "Not shown"
        case .copy, .code: "Not copied"
        case .logOut: "Not logged out"
        }
    }

    /// The title of windows for the purpose.
    package var title: String {
        switch self {
        case .send: "Send"
        case .preview: "Request preview (not sent)"
        case .copy: "Copy as curl"
        case .code: "Copy as code"
        case .logOut: "Log out"
        }
    }

    /// True if secrets are masked, so that they need not be known.
    package var isMasked: Bool {
        switch self {
        case .copy(withSecrets: false), .code(_, withSecrets: false): true
        case .send, .preview, .copy, .code, .logOut: false
        }
    }

    /// True if the text is copied with its secrets.
    package var showsSecrets: Bool {
        switch self {
        case .copy(let withSecrets), .code(_, let withSecrets): withSecrets
        case .send, .preview, .logOut: false
        }
    }
}
