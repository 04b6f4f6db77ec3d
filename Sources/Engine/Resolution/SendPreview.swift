import HTTP
public import Interchange
import Synchronization
import Workspace

/// A preview of the request that would be sent, secrets masked.
public struct SendPreview: Sendable, Equatable {
    /// The report's lines.
    public let lines: [PreviewLine]
    /// The request as a curl command; nil where none can say it.
    public let curl: String?
    /// Why none can, as a sentence.
    public var curlProblem: String?

    /// Takes the lines and the command.
    public init(lines: [PreviewLine], curl: String?, curlProblem: String? = nil) {
        self.lines = lines
        self.curl = curl
        self.curlProblem = curlProblem
    }
}

/// A line of a preview.
public struct PreviewLine: Sendable, Equatable {
    /// How it looks.
    public enum Kind: Sendable, Equatable {
        case heading, text, note, warning
    }

    /// The text of the line.
    public let text: String
    /// A muted note behind it, such as the origin of a value.
    public let note: String
    /// How it looks.
    public let kind: Kind

    /// Takes what stands there.
    public init(_ text: String, note: String = "", kind: Kind = .text) {
        self.text = text
        self.note = note
        self.kind = kind
    }
}

/// Takes the place of the network: keeps the request that came through the loaders and answers with nothing.
final class PreviewTransport: HTTPLoader {
    // Guards what came; a loader may be asked from any thread.
    private let last = Mutex<HTTPRequest?>(nil)

    /// The request as it would have gone out; nil when none came so far.
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
    let marks: MissingMarks
    /// Problems in the editors, each with its place.
    let faults: [String]

    /// All of it with what to do, above the request; nothing where nothing is missing.
    var lines: [PreviewLine] {
        let wrong = faults + problems.filter { $0.kind != .prompt }.map(\.description)
        let prompts = problems.filter { $0.kind == .prompt }
        let asked = prompts.map { PreviewLine("\($0.place): {{\($0.name)}}", note: Self.asked, kind: .note) }
        guard !wrong.isEmpty else { return asked.isEmpty ? [] : asked + [.init("")] }
        let advice = "In the request gp goes to what is wrong and v to its variables; ge edits the environment."
        return [.init("It cannot be sent yet", kind: .heading)] + wrong.map { .init($0, kind: .warning) }
            + asked + [.init(advice, kind: .note), .init("")]
    }

    /// Notes on the values that are missing in a line.
    func notes(on text: String) -> [String] {
        marks.names(in: text).map { name in
            switch problems.first(where: { $0.name == name })?.kind {
            case .prompt: "{{\(name)}} is \(Self.asked)"
            case .secret: "the secret {{\(name)}} has no value"
            default: "{{\(name)}} is not defined"
            }
        }
    }

    /// True if a line misses a value that nobody will be asked for.
    func isWrong(_ text: String) -> Bool {
        marks.names(in: text).contains { name in problems.contains { $0.name == name && $0.kind != .prompt } }
    }

    private static let asked = "asked for when it is sent"
}

/// Notes on what is known only after a server was asked.
enum PreviewNotes {
    /// Takes such an authentication off the request, and says what it will do.
    static func take(from request: inout HTTPRequest) -> [String] {
        guard let method = request.authenticationMethod else { return [] }
        switch method {
        case .oauth:
            request.authenticationMethod = nil
            return ["Authorization: Bearer …, with the token that is kept or got first (\(grant(request)))"]
        case .digest: return ["Authorization: Digest …, once the server has asked for it"]
        case .ntlm: return ["Authorization: NTLM …, once the server has asked for it"]
        case .negotiate: return ["Authorization: Negotiate …, once the server has asked for it"]
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

/// The header section that would go out, each field with who adds it.
struct PreviewHeaders {
    private static let adders = [
        String(describing: ApplyEnvironment.self): "environment", String(describing: CookieJar.self): "cookie jar",
        String(describing: AWSSignature.self): "auth", String(describing: AutomaticHeaders.self): "apus",
    ]
    private let own: HTTPHeaders
    private let changes: [HTTPRequestChange]
    /// The cookies that the jar adds.
    let cookies: JarCookies

    /// Takes the headers as resolved, and what the links made of them.
    init(own: HTTPHeaders, changes: [HTTPRequestChange]) {
        self.own = own
        self.changes = changes
        cookies = JarCookies(changes)
    }

    /// The component that adds a header; nil for one of the request's own.
    ///
    /// - Parameter final: the request that the links handed on, without what the body and the transport add.
    func adder(of field: HTTPHeaderField, final: HTTPRequest) -> String? {
        if let change = changes.last(where: { Self.contains(field, $0.addedHeaders) }) {
            let adder = Self.adders[change.link] ?? "auth"
            // What is signed must be there before, so that the signature puts in what the body would bring along later.
            return adder == "auth" && final.body.additionalHeaders[field.name] == field.value ? "body" : adder
        }
        if final.headers.contains(field.name) || own.contains(field.name) { return nil }
        let isLength = field.isNamed("Content-Length") && !final.body.isEmpty
        return isLength || final.body.additionalHeaders.contains(field.name) ? "body" : "transport"
    }

    /// The request without the automatic headers, for another program that adds its own.
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
    case made(Code)
    /// A sentence on why no code can send it.
    case failed(String)
}
