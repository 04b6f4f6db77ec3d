import HTTP
import Platform

extension RequestResolver {
    /// Sets the URL, the query and the environment.
    mutating func resolveURL(_ request: inout HTTPRequest) {
        let environment = resolveEnvironment()
        let place = ResolutionPlace.url
        var url = variables.resolve(String(input.draft.url.trimmingSpacesAndTabs), at: place)
        replacePathParameters(in: &url)
        values.append(.init(place: place, text: url, inheritedFrom: nil))
        request.url = URLShorthand.expanded(url.text, isRelativeByDefault: environment.host != nil)
        secrets.formUnion(URLPassword.secrets(in: url.text))
        secrets.formUnion(Self.segments(withShortSecretsOf: url))
        if let server = environment.environment { insertPrefix(of: server, &request) }
        if URLPassword.isMissing(in: url.text) { refuse(place, "the password is masked (\(SecretMask.sign)): enter it") }
        apply(environment, to: &request)
        append(query(input.draft.query), to: &request)
        if url.parts.contains(where: \.isSecret), request.urlFault != nil { secrets.formUnion(Self.pieces(of: request)) }
        let items = request.queryItems
        let names = SecretName.Place(inQueryWith: items.map(\.name))
        for item in items { hideCredential(item.value ?? "", of: item.name, at: names) }
        if (request.host ?? "").isEmpty, environment.host == nil, problems.isEmpty, variables.problems.isEmpty {
            refuse(place, "no host. \(hostAdvice)")
        }
    }

    /// The pieces of a URL that cannot be sent: a secret in its host can be cut anywhere, so messages show none of them.
    private static func pieces(of request: HTTPRequest) -> [String] {
        let host = request.host ?? ""
        return [request.url, host, host.lowercased(), request.percentEncodedPath, request.percentEncodedQuery ?? ""]
    }

    /// The URL segments and values that contain a short secret and other text. They count as secrets themselves, since short secrets in a
    /// URL are masked by whole segments.
    private static func segments(withShortSecretsOf text: ResolvedText) -> [String] {
        guard text.parts.contains(where: \.isSecret) else { return [] }
        var segments: [(text: [UInt8], isSecret: Bool)] = [([], false)]
        for part in text.parts {
            for byte in part.text.utf8 {
                if SecretMask.isOfWord(byte) {
                    segments[segments.count - 1].text.append(byte)
                    if part.isSecret { segments[segments.count - 1].isSecret = true }
                } else if !segments[segments.count - 1].text.isEmpty {
                    segments.append(([], false))
                }
            }
        }
        return segments.filter(\.isSecret).map { String(decoding: $0.text, as: UTF8.self) }
    }

    /// Inserts the environment's path prefix before a path that begins with a slash. `ApplyEnvironment` does not change such a path, but in
    /// a URL bar the slash is only a habit. `//host` and absolute URLs replace the environment's server.
    private func insertPrefix(of environment: ServerEnvironment, _ request: inout HTTPRequest) {
        let prefix = environment.pathPrefix.split(separator: "/").joined(separator: "/")
        guard !prefix.isEmpty, (request.host ?? "").isEmpty, request.percentEncodedPath.hasPrefix("/") else { return }
        request.percentEncodedPath = "/" + prefix + request.percentEncodedPath
    }

    /// The URL of an endpoint that a request needs: `/path` is relative to the server of the request, with the environment's prefix if the
    /// request has it.
    func endpointURL(_ text: String, beside request: HTTPRequest) -> String {
        guard text.hasPrefix("/"), !text.hasPrefix("//") else { return text }
        var endpoint = HTTPRequest(url: text)
        if (request.host ?? "").isEmpty, let server {
            insertPrefix(of: server, &endpoint)
            (endpoint.scheme, endpoint.host, endpoint.port) = (server.scheme, server.host, server.port)
        } else {
            (endpoint.scheme, endpoint.host, endpoint.port) = (request.scheme, request.host, request.port)
        }
        return endpoint.url
    }

    /// The advice for a missing host.
    private var hostAdvice: String {
        guard let name = input.environment?.name else { return "Write https://host/path, or choose an environment with a base URL" }
        return "Write https://host/path, or set the base URL of the environment “\(name)”"
    }

    /// The enabled query items, encoded.
    private mutating func query(_ rows: [Row]) -> String {
        rows.filter { $0.isEnabled && !$0.isBlank }.map { row in
            let name = variables.resolve(row.name, at: .query(row.name))
            if row.isBare, row.value.isEmpty { return QueryText.item(name, nil) }
            let place = ResolutionPlace.query(name.masked)
            let value = variables.resolve(row.value, at: place)
            secrets.formUnion(Self.segments(withShortSecretsOf: value))
            if TypedCredential.isMissing(in: row.value, of: name.text, at: input.draft.queryPlace) { refuseMissing(place) }
            values.append(.init(place: place, text: value, inheritedFrom: nil))
            return QueryText.item(name, value)
        }.joined(separator: "&")
    }

    private func append(_ query: String, to request: inout HTTPRequest) {
        guard !query.isEmpty else { return }
        request.percentEncodedQuery = request.percentEncodedQuery.map { $0.isEmpty ? query : "\($0)&\(query)" } ?? query
    }

    /// The enabled rows as pairs.
    mutating func queryItems(_ rows: [Row], _ place: (String) -> ResolutionPlace) -> [URLQueryItem] {
        rows.filter { $0.isEnabled && !$0.isBlank }.map { row in
            let name = resolve(name: row.name, at: place)
            let isAlone = row.isBare && row.value.isEmpty
            return URLQueryItem(name: name.text, value: isAlone ? nil : resolve(row.value, at: place(name.masked)))
        }
    }

    /// Inserts the values of `/:name` segments, percent-encoded. Text that came from variables is not searched for parameters.
    private mutating func replacePathParameters(in url: inout ResolvedText) {
        var isInPath = true
        var before: Character?
        var parts: [ResolvedText.Part] = []
        for part in url.parts {
            if part.name == nil, isInPath {
                parts += PathParameters.split(part.text, after: before).map { piece in
                    switch piece {
                    case .text(let text): .init(text: text, name: nil, origin: nil, isSecret: false)
                    case .parameter(let name): .init(text: pathValue(name), name: ":\(name)", origin: .request, isSecret: false)
                    }
                }
            } else {
                parts.append(part)
            }
            before = part.text.last ?? before
            if part.text.utf8.contains(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }) { isInPath = false }
        }
        url.parts = parts
    }

    private mutating func pathValue(_ name: String) -> String {
        let place = ResolutionPlace.pathParameter(name)
        let rows = input.draft.pathParameters.filter { $0.name == name }
        let written = rows.last(where: \.isEnabled)?.value ?? ""
        // A value that was typed for this send fills a parameter without one.
        let value = resolve(written.isEmpty && input.prompted[name] != nil ? "{{\(name)}}" : written, at: place)
        // A variable without a value has been reported.
        if value.isEmpty, !variables.problems.contains(where: { $0.place == place }) {
            let isOff = !rows.isEmpty && !rows.contains(where: \.isEnabled)
            refuse(place, isOff ? "is switched off: switch its row on" : "has no value: write one in its row")
        }
        return value.percentEncoded(keeping: .unreserved)
    }
}
