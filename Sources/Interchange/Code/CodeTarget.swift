import Workspace

/// Code that sends a request.
public struct Code: Hashable, Sendable {
    /// The text.
    public let text: String
    /// The parts of the request that the code does not reproduce, as sentences.
    public let losses: [String]
}

/// A program or library for which requests can be written as code. ``all`` is the table of all targets.
public struct CodeTarget: Sendable, Identifiable {
    /// A property of requests that some clients cannot reproduce.
    enum Trait: CaseIterable, Hashable, Sendable {
        /// Several headers with the same name.
        case repeatedHeaders
        /// A body without `Content-Type`.
        case bodiesWithoutType
        /// GET and HEAD with a body.
        case bodiesOfGET
        /// Parts of a multipart body that are files.
        case filesInParts
        /// File names of parts that differ from the names on the disk.
        case fileNames
        /// Text parts with a media type or a file name.
        case typesOfTextParts
        /// Parts with headers of their own.
        case headersOfParts
        case digest, ntlm, negotiate
        /// Requests to the server itself: `OPTIONS *`.
        case serverRequests
    }

    /// A property of requests that a client cannot reproduce, while most others can.
    enum Limit: Hashable, Sendable {
        /// Refuses header values with characters beyond ASCII.
        case headersInASCII
        /// Sends methods in capitals.
        case methodsInCapitals
        /// Does not follow redirects.
        case noRedirects
        /// Sets the header with this name, in lower case, itself.
        case ownHeader(String)
    }

    /// The stable name: `python-requests`.
    public let id: String
    /// The name on the screen.
    public let title: String
    /// The extension of files with such code.
    public let fileExtension: String
    /// The properties that the code reproduces.
    let traits: Set<Trait>
    /// The properties that the code does not reproduce, besides the traits that it lacks.
    let limits: Set<Limit>
    /// The names of the request options that the code sets.
    let options: Set<String>
    /// Writes the code.
    let write: @Sendable (CodeRequest) throws(ImportError) -> String

    init(
        _ id: String, _ title: String, fileExtension: String, traits: Set<Trait>, options: Set<String>, limits: Set<Limit> = [],
        write: @escaping @Sendable (CodeRequest) throws(ImportError) -> String
    ) {
        self.id = id
        self.title = title
        self.fileExtension = fileExtension
        self.traits = traits
        self.options = options
        self.limits = limits
        self.write = write
    }

    /// All targets, in the order of menus.
    public static let all: [CodeTarget] = [
        curl, httpie, wget, powerShell, rawHTTP, swiftURLSession, swiftHTTP, pythonRequests, pythonHTTPX, javaScriptFetch, javaScriptAxios,
        go, rust, java, kotlin, cSharp, php, ruby,
    ]

    /// The target with that id.
    public static func named(_ id: String) -> CodeTarget? { all.first { $0.id == id } }

    /// Writes a request as code, and lists what is lost.
    ///
    /// - Throws: an error for a request that this code cannot send at all.
    public func code(for request: CodeRequest) throws(ImportError) -> Code {
        if case .parts(let parts, _) = request.body, parts.contains(where: \.isFile), !traits.contains(.filesInParts) {
            throw ImportError("\(title) cannot send files as parts.")
        }
        var written = request
        written.headers.removeAll(where: isOwn)
        return Code(text: try write(written), losses: losses(of: request))
    }

    // MARK: Losses

    /// Options that affect the workbench and not the request.
    private static let workbenchOptions: Set<String> = [
        "throttle", "deduplicate", "parsing", "cookies", "automaticHeaders", "environment", "decompress", "cache", "limits.headerByteCount",
        "offline.from", "offline.example", "offline.delay", "offline.faults",
    ]

    private func isOwn(_ header: CodeRequest.Header) -> Bool { limits.contains(.ownHeader(header.name.lowercased())) }

    private func losses(of request: CodeRequest) -> [String] {
        var losses: [String] = []
        let names = request.headers.map { $0.name.lowercased() }
        if !traits.contains(.repeatedHeaders), Set(names).count < names.count {
            losses.append("Headers of the same name are sent as one, with their values joined by commas.")
        }
        if !traits.contains(.bodiesWithoutType), request.lacksType {
            losses.append("\(title) adds a Content-Type to the body.")
        }
        if !traits.contains(.bodiesOfGET), request.body != .none, ["GET", "HEAD"].contains(request.method) {
            losses.append("\(title) sends no body with \(request.method).")
        }
        if !traits.contains(.typesOfTextParts), request.hasTypedTextParts {
            losses.append("Text parts are sent without their media types and file names.")
        }
        if !traits.contains(.headersOfParts), request.hasPartHeaders { losses.append("Parts are sent without their headers.") }
        if !traits.contains(.fileNames), request.hasRenamedFiles { losses.append("Files in parts are sent under their own names.") }
        if !traits.contains(.serverRequests), request.isToServer { losses.append("The target is “/” in place of “*”.") }
        if limits.contains(.headersInASCII), request.headers.contains(where: \.isBeyondASCII) {
            losses.append("\(title) refuses header values with characters beyond ASCII.")
        }
        if limits.contains(.methodsInCapitals), request.method != request.method.uppercased() {
            losses.append("\(title) sends the method in capital letters.")
        }
        if limits.contains(.noRedirects), request.followsRedirects { losses.append("Redirects are not followed.") }
        for header in request.headers where isOwn(header) && !header.isNamed("Content-Length") {
            losses.append("The header “\(header.name)” is omitted, since \(title) sets it itself.")
        }
        if let login = request.login, let trait = Trait(scheme: login.scheme), !traits.contains(trait) {
            losses.append("\(title) does not support authentication with \(login.scheme).")
        }
        for option in RequestOption.all where request.options[option.name] != nil {
            guard !options.contains(option.name), !Self.workbenchOptions.contains(option.name) else { continue }
            losses.append("The option “\(option.label)” is omitted.")
        }
        return losses
    }
}

extension CodeTarget.Trait {
    fileprivate init?(scheme: String) {
        switch scheme {
        case "digest": self = .digest
        case "ntlm": self = .ntlm
        case "negotiate": self = .negotiate
        default: return nil
        }
    }
}

extension CodeRequest {
    fileprivate var lacksType: Bool {
        switch body {
        case .text, .file: value(of: "Content-Type") == nil
        case .none, .parts: false
        }
    }

    fileprivate var hasRenamedFiles: Bool {
        guard case .parts(let parts, _) = body else { return false }
        return parts.contains { part in part.isFile && part.fileName != part.value.split(separator: "/").last.map(String.init) }
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
