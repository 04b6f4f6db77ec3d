import Document
package import HTTP
package import Interchange
import Workspace

/// Builds the preview of a request: runs the loaders and describes the result.
package struct PreviewBuilder: Sendable {
    private static let maxBodyBytes = 64 << 10
    package let makeLoader: @Sendable (any HTTPLoader) -> any HTTPLoader
    /// The header section that the transport would send for a request.
    package let transportHeaders: @Sendable (HTTPRequest) throws(HTTPError) -> HTTPHeaders
    package let resolved: ResolvedSend
    /// Problems in the editors, each with its place.
    package var faults: [String] = []
    /// True if the curl command contains the secrets themselves.
    package var showsSecrets = false
    /// The value of the `Authorization` field from an earlier login; nil to leave it out.
    package var loginValue: String?

    /// Creates a builder from the loaders, the transport's headers and the request.
    package init(
        makeLoader: @escaping @Sendable (any HTTPLoader) -> any HTTPLoader,
        transportHeaders: @escaping @Sendable (HTTPRequest) throws(HTTPError) -> HTTPHeaders, resolved: ResolvedSend, faults: [String] = [],
        showsSecrets: Bool = false
    ) {
        self.makeLoader = makeLoader
        self.transportHeaders = transportHeaders
        self.resolved = resolved
        self.faults = faults
        self.showsSecrets = showsSecrets
    }

    /// The result of the loaders in front of a transport that sends nothing.
    private struct Built {
        let final: HTTPRequest
        let changes: [HTTPRequestChange]
        let headers: PreviewHeaders
        let notes: [String]
        /// The error that occurred before sending.
        let error: HTTPError?
        let transport: PreviewTransport
    }

    /// Runs the loaders in front of a transport that sends nothing.
    private func build() async -> Built {
        let transport = PreviewTransport()
        var request = resolved.request
        // Leaves out authentication that needs a server's token or challenge.
        let notes = PreviewNotes.removeAuthentication(from: &request)
        if let loginValue { request.headers["Authorization"] = loginValue }
        request.retryStrategy = nil
        let task = makeLoader(transport).start(request)
        async let outcome = Self.failure(of: task)
        var changes: [HTTPRequestChange] = []
        for await event in task.events { if case .changed(let change) = event { changes.append(change) } }
        let final = transport.request ?? changes.last?.after ?? request
        return Built(
            final: final, changes: changes, headers: PreviewHeaders(own: request.headers, changes: changes), notes: notes,
            error: await outcome, transport: transport)
    }

    /// The preview; nothing is sent.
    package func preview() async -> SendPreview {
        let built = await build()
        let command = curl(copied(built))
        // A missing permission comes before the request.
        let isMissing = !resolved.missingPermissions.isEmpty
        let uses = uses
        let (before, after) = (isMissing ? uses + [PreviewLine("")] : [], isMissing || uses.isEmpty ? [] : [PreviewLine("")] + uses)
        var preview = SendPreview(
            problems: missing.lines,
            lines: before + head(built.final, built.headers) + built.notes.map { .init($0, kind: .note) }
                + failure(built.error, built.transport) + body(built.final) + options + origins + after
                + links(built.changes, built.headers) + warnings,
            curl: try? command.get(), curlProblem: command.problem)
        preview.hasSecrets = hasSecrets { try? $0.curl($0.copied(built)).get() }
        return preview
    }

    /// True if a text contains secrets in plain text: the token of a login, or what the same text without secrets masks, as cookies of the jar.
    private func hasSecrets<Written: Equatable>(in write: (PreviewBuilder) -> Written) -> Bool {
        guard showsSecrets, loginValue == nil else { return showsSecrets }
        var masking = self
        masking.showsSecrets = false
        return write(masking) != write(self)
    }

    /// The request to copy: without the transport's headers, and without the jar's cookies unless secrets are shown.
    private func copied(_ built: Built) -> HTTPRequest {
        built.headers.withoutAutomatic(showsSecrets ? built.final : built.headers.cookies.concealed(in: built.final))
    }

    /// The request as code of a target; nothing is sent.
    package func code(for target: CodeTarget) async -> WrittenCode {
        let built = await build()
        do throws(ImportError) {
            return .made(try code(for: target, built), hasSecrets: hasSecrets { try? $0.code(for: target, built) })
        } catch {
            return .failed(error.message)
        }
    }

    private func code(for target: CodeTarget, _ built: Built) throws(ImportError) -> GeneratedCode {
        let request = copied(built).withBodyHeaders
        return try target.code(for: CodeRequest(request, options: resolved.options) { showsSecrets ? $0 : masked($0) })
    }

    /// The request after all links, with its secrets, but without the jar's cookies unless secrets are shown; nothing is sent.
    ///
    /// - Throws: the error of a link or of the transport, with which the request would not be sent.
    package func request() async throws(HTTPError) -> HTTPRequest {
        let built = await build()
        if let error = built.error, built.transport.request == nil { throw error }
        _ = try transportHeaders(built.final)
        return showsSecrets ? built.final : built.headers.cookies.concealed(in: built.final)
    }

    /// The authentication that needs a server's token or challenge, so that no preview contains it; nil if there is none.
    package var missingAuthentication: String? {
        var request = resolved.request
        return PreviewNotes.removeAuthentication(from: &request).first
    }

    /// The authentication that a program cannot do by itself; nil if there is none.
    package var authenticationMissingInCode: String? {
        resolved.request.authenticationMethod == .oauth ? missingAuthentication : nil
    }

    private func curl(_ request: HTTPRequest) -> Result<String, ImportError> {
        do throws(ImportError) {
            return .success(
                try CurlWriter.write(request.withBodyHeaders, options: resolved.options) { showsSecrets ? $0 : masked($0) })
        } catch {
            return .failure(error)
        }
    }

    private var missing: PreviewMissing { PreviewMissing(problems: resolved.problems, placeholders: resolved.placeholders, faults: faults) }

    private static func failure(of task: HTTPTask) async -> HTTPError? {
        do throws(HTTPError) {
            // The events end when the response has been read.
            let response = try await task.value
            await response.body.discard()
            return nil
        } catch {
            return error
        }
    }

    private func head(_ request: HTTPRequest, _ headers: PreviewHeaders) -> [PreviewLine] {
        var fields = request.withBodyHeaders.headers
        var warnings: [PreviewLine] = []
        do throws(HTTPError) {
            fields = try transportHeaders(request)
        } catch {
            if resolved.placeholders.isEmpty { warnings = [failure(error)] }
        }
        let lines = fields.fields.map { field in
            let adder = headers.adder(of: field, final: request)
            return line(
                "\(field.name): \(headers.cookies.concealed(in: field).value)",
                note: adder.map { $0 == PreviewHeaders.automatic ? "added automatically" : "added by \($0)" }, kind: .header)
        }
        return [line("\(request.method) \(request.url)", kind: .request)] + lines + warnings
    }

    /// The line about an error; empty for one that only the placeholders of missing values may have caused.
    private func failure(_ error: HTTPError?, _ transport: PreviewTransport) -> [PreviewLine] {
        guard let error, transport.request == nil, resolved.placeholders.isEmpty else { return [] }
        return [failure(error)]
    }

    private func line(_ text: String, note: String? = nil, kind: PreviewLine.Kind = .text) -> PreviewLine {
        let notes = [note].compactMap(\.self) + missing.notes(on: text)
        let isWrong = ![.heading, .request, .note].contains(kind) && missing.isWrong(text)
        return .init(masked(text), note: notes.joined(separator: "; "), kind: isWrong ? .warning : kind)
    }

    private func failure(_ error: HTTPError) -> PreviewLine {
        .init("Sending would fail: \(masked(ResolutionPlace.naming(error.message)))", kind: .warning)
    }

    private func text(of request: HTTPRequest) -> [String] {
        guard case .known(let count) = request.body.length else { return ["(body of unknown length: a file may be missing)"] }
        guard count <= Self.maxBodyBytes else {
            return ["(body of \(count) bytes: not shown above \(Self.maxBodyBytes >> 10) KB)"]
        }
        guard let bytes = try? request.body.encode() else { return ["(the body cannot be read)"] }
        return BodyLines.lines(of: bytes)
    }

    private func body(_ request: HTTPRequest) -> [PreviewLine] {
        let fields = request.withBodyHeaders.headers
        let kind = fields["Content-Type"].flatMap { ContentKind(mediaType: $0) }.map(PreviewLine.Kind.body) ?? .text
        return request.body.isEmpty ? [] : [.init("")] + text(of: request).map { line($0, kind: kind) }
    }

    /// The options that differ from the defaults.
    private var options: [PreviewLine] {
        let lines = resolved.values.compactMap { value in
            value.place.option.map { option in
                PreviewLine("\(option.label): \(masked(value.text.masked))", note: Self.notes(of: value).joined(separator: ", "))
            }
        }
        return lines.isEmpty ? [] : [.init(""), .init("Options", kind: .heading)] + lines
    }

    private static func notes(of value: ResolvedRequest.Value) -> [String] {
        var seen: Set<String> = []
        let names = value.text.parts.compactMap { part -> String? in
            guard let name = part.name, let origin = part.origin, seen.insert(name).inserted else { return nil }
            return "{{\(name)}} from \(origin)"
        }
        return names + (value.inheritedFrom.map { ["inherited from \($0)"] } ?? [])
    }

    private var origins: [PreviewLine] {
        let lines = resolved.values.flatMap { value -> [PreviewLine] in
            let notes = Self.notes(of: value)
            guard !notes.isEmpty, value.place.option == nil else { return [] }
            let shown = masked(value.text.masked).prefix(80)
            return [.init("\(value.place): \(shown)", note: notes.joined(separator: ", "))]
        }
        return lines.isEmpty ? [] : [.init(""), .init("Variable sources", kind: .heading)] + lines
    }

    private func links(_ changes: [HTTPRequestChange], _ headers: PreviewHeaders) -> [PreviewLine] {
        let lines = changes.map { change in
            PreviewLine(masked(TraceText.sentence(for: .changed(headers.cookies.concealed(in: change))) ?? change.link))
        }
        return lines.isEmpty ? [] : [.init(""), .init("Processing steps", kind: .heading)] + lines
    }

    /// The permissions that the request uses, each with the server that receives the data.
    private var uses: [PreviewLine] {
        let missing = Set(resolved.missingPermissions.map(\.hash))
        var seen: Set<String> = []
        let lines = resolved.permissions.filter { seen.insert($0.hash).inserted }.map { permission in
            let isMissing = missing.contains(permission.hash)
            return PreviewLine(
                masked(permission.description), note: isMissing ? "needs your permission" : "allowed", kind: isMissing ? .warning : .text)
        }
        return lines.isEmpty ? [] : [.init("Permissions", kind: .heading)] + lines
    }

    private var warnings: [PreviewLine] {
        resolved.warnings.isEmpty ? [] : [.init("")] + resolved.warnings.map { .init($0, kind: .warning) }
    }

    private func masked(_ text: String) -> String { resolved.placeholders.shown(resolved.mask.masked(text)) }
}

extension HTTPRequest {
    /// The request with the headers of its body after its own.
    fileprivate var withBodyHeaders: HTTPRequest {
        var request = self
        for field in body.additionalHeaders.fields { request.headers.appendIfAbsent(field.name, field.value) }
        return request
    }
}

extension Result<String, ImportError> {
    /// The reason why there is no code; nil if there is.
    fileprivate var problem: String? { if case .failure(let error) = self { error.message } else { nil } }
}
