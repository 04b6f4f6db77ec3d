import Workspace

/// Code that sends a request.
public struct GeneratedCode: Hashable, Sendable {
    /// The text.
    public let text: String
    /// The parts of the request that the code does not reproduce, as sentences.
    public let losses: [String]
}

/// A program or library for which requests can be written as code. ``all`` is the table of all targets.
public struct CodeTarget: Sendable, Identifiable {
    /// A property of requests that a client cannot reproduce.
    enum Limit: Hashable, Sendable {
        /// Sends headers of the same name as one.
        case joinsHeaders
        /// Adds a `Content-Type` to a body without one.
        case addsType
        /// Sends no body with GET and HEAD.
        case noBodyOfGET
        /// Sends text parts without a media type and a file name.
        case noTypesOfTextParts
        /// Sends parts without headers of their own.
        case noHeadersOfParts
        /// Sends files in parts under their names on the disk.
        case ownFileNames
        /// Cannot send files as parts of a multipart body.
        case noFilesInParts
        /// Refuses header values with characters beyond ASCII.
        case headersInASCII
        /// Sends methods in capitals.
        case methodsInCapitals
        /// Does not follow redirects.
        case noRedirects
        /// Doubles the delay of retries, unless it is constant.
        case doublesRetryDelay
        /// Sets the header with this name, in lower case, itself.
        case ownHeader(String)
    }

    /// The stable name: `python-requests`.
    public let id: String
    /// The name on the screen.
    public let title: String
    /// The properties that the code does not reproduce, in the order of their losses.
    let limits: [Limit]
    /// The schemes of authentication that the client has; Basic is a header.
    let logins: Set<String>
    /// True for a client with requests to the server itself: `OPTIONS *`.
    let reachesServer: Bool
    /// The names of the request options that the code sets.
    let options: Set<String>
    let write: @Sendable (CodeRequest) throws(ImportError) -> String

    init(
        _ id: String, _ title: String, options: Set<String>, limits: [Limit] = [], logins: Set<String> = [],
        reachesServer: Bool = false,
        write: @escaping @Sendable (CodeRequest) throws(ImportError) -> String
    ) {
        self.id = id
        self.title = title
        self.options = options
        self.limits = limits
        self.logins = logins
        self.reachesServer = reachesServer
        self.write = write
    }

    /// All targets, in the order of menus.
    public static let all: [CodeTarget] = [
        curl, httpie, wget, powerShell, rawHTTP, swiftURLSession, swiftHTTP, pythonRequests, pythonHTTPX, javaScriptFetch, javaScriptAxios,
        go, rust, java, kotlin, cSharp, php, ruby,
    ]

    /// The target with that id.
    public static func named(_ id: String) -> CodeTarget? { all.first { $0.id == id } }

    /// Writes a request as code, and lists the lost parts.
    ///
    /// - Throws: an error for a request that this code cannot send at all.
    public func code(for request: CodeRequest) throws(ImportError) -> GeneratedCode {
        if case .parts(let parts, _) = request.body, parts.contains(where: \.isFile), limits.contains(.noFilesInParts) {
            throw ImportError("\(title) cannot send files as parts.")
        }
        var written = request
        written.headers.removeAll(where: isOwn)
        return GeneratedCode(text: try write(written), losses: losses(of: request))
    }

    // MARK: Losses

    /// Options that affect the workbench and not the request.
    private static let workbenchOptions: Set<String> = [
        "throttle", "deduplicate", "parsing", "cookies", "automaticHeaders", "environment", "decompress", "cache", "limits.headerByteCount",
        "offline.from", "offline.example", "offline.delay", "offline.faults",
    ]

    private func isOwn(_ header: CodeRequest.Header) -> Bool { limits.contains(.ownHeader(header.name.lowercased())) }

    private func losses(of request: CodeRequest) -> [String] {
        var losses = limits.compactMap { loss(by: $0, of: request) }
        if !reachesServer, request.isToServer { losses.append("The target is “/” in place of “*”.") }
        for header in request.headers where isOwn(header) && !header.isNamed("Content-Length") {
            losses.append("The header “\(header.name)” is omitted, since \(title) sets it itself.")
        }
        if let login = request.login, !logins.contains(login.scheme) {
            losses.append("\(title) does not support authentication with \(login.scheme).")
        }
        for option in RequestOption.all where request.options[option.name] != nil {
            guard !options.contains(option.name), !Self.workbenchOptions.contains(option.name) else { continue }
            losses.append("The option “\(option.label)” is omitted.")
        }
        return losses
    }

    /// The sentence about a limit; nil if the request does not need what the client lacks.
    private func loss(by limit: Limit, of request: CodeRequest) -> String? {
        switch limit {
        case .joinsHeaders where request.repeatsHeaders: "Headers of the same name are sent as one, with their values joined by commas."
        case .addsType where request.lacksType: "\(title) adds a Content-Type to the body."
        case .noBodyOfGET where request.body != .none && ["GET", "HEAD"].contains(request.method):
            "\(title) sends no body with \(request.method)."
        case .noTypesOfTextParts where request.hasTypedTextParts: "Text parts are sent without their media types and file names."
        case .noHeadersOfParts where request.hasPartHeaders: "Parts are sent without their headers."
        case .ownFileNames where request.hasRenamedFiles: "Files in parts are sent under their own names."
        case .headersInASCII where request.headers.contains(where: \.isBeyondASCII):
            "\(title) refuses header values with characters beyond ASCII."
        case .methodsInCapitals where request.method != request.method.uppercased(): "\(title) sends the method in capital letters."
        case .noRedirects where request.followsRedirects: "Redirects are not followed."
        case .doublesRetryDelay where request.hasOwnRetryDelay: "Retries wait for one second, doubled each time."
        default: nil
        }
    }
}

extension CodeRequest {
    fileprivate var repeatsHeaders: Bool { Set(headers.map { $0.name.lowercased() }).count < headers.count }

    fileprivate var lacksType: Bool {
        switch body {
        case .text, .file: value(of: "Content-Type") == nil
        case .none, .parts: false
        }
    }

    fileprivate var hasRenamedFiles: Bool {
        guard case .parts(let parts, _) = body else { return false }
        return parts.contains { part in part.isFile && part.fileName != part.value.lastPathComponent }
    }

    fileprivate var hasPartHeaders: Bool {
        guard case .parts(let parts, _) = body else { return false }
        return parts.contains { !$0.headers.isEmpty }
    }

    fileprivate var hasTypedTextParts: Bool {
        guard case .parts(let parts, _) = body else { return false }
        return parts.contains { !$0.isFile && ($0.contentType != nil || $0.fileName != nil) }
    }
}
