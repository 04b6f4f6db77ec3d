internal import HTTP

/// One request on the wire, and its answer.
struct ScriptTurn: Sendable {
    /// Method and URL, such as `GET https://a.example/`.
    let line: String
    /// Fields it must have; nil for those it must not have.
    let fields: [String: String?]
    let body: String
    /// Says what is wrong with the request; nil where nothing is.
    let problem: @Sendable (SeenRequest) -> String?
    let answer: ScriptAnswer

    init(
        _ line: String, _ fields: [String: String?] = [:], body: String = "",
        problem: @escaping @Sendable (SeenRequest) -> String? = { _ in nil }, answer: ScriptAnswer
    ) {
        self.line = line
        self.fields = fields
        self.body = body
        self.problem = problem
        self.answer = answer
    }

    /// Everything that is not as it must be.
    func problems(with seen: SeenRequest) -> [String] {
        var problems: [String] = []
        if seen.line != line { problems.append("expected \(line), got \(seen.line)") }
        for (name, value) in fields.sorted(by: { $0.key < $1.key }) where seen.headers.combinedValue(for: name) != value {
            problems.append("\(name) of \(line): expected \(value ?? "none"), got \(seen.headers.combinedValue(for: name) ?? "none")")
        }
        if seen.body != body { problems.append("body of \(line): expected \(body.debugDescription), got \(seen.body.debugDescription)") }
        if let problem = problem(seen) { problems.append("\(line): \(problem)") }
        return problems
    }
}

/// What a scripted server answers.
struct ScriptAnswer: Sendable {
    /// Nil ends the connection without an answer.
    let status: HTTPStatus?
    var headers: HTTPHeaders = [:]
    var body = ""

    static func status(_ status: HTTPStatus, _ headers: HTTPHeaders = [:], _ body: String = "") -> ScriptAnswer {
        ScriptAnswer(status: status, headers: headers, body: body)
    }

    /// An answer that leads elsewhere, with a body that nobody reads.
    static func redirect(_ status: HTTPStatus, to location: String, _ headers: HTTPHeaders = [:]) -> ScriptAnswer {
        var headers = headers
        headers["Location"] = location
        return ScriptAnswer(status: status, headers: headers, body: "see \(location)")
    }

    static let ok = ScriptAnswer(status: 200)
    static let nothing = ScriptAnswer(status: nil)

    /// The answer on a socket; nil where there is none.
    func bytes(to method: String) -> [UInt8]? {
        guard let status else { return nil }
        var head = "HTTP/1.1 \(status.rawValue) Scripted\r\n"
        for field in headers { head += "\(field.name): \(field.value)\r\n" }
        let isBodiless = [204, 304].contains(status)
        if !isBodiless { head += "Content-Length: \(body.utf8.count)\r\n" }
        return Array((head + "\r\n" + (isBodiless || method == "HEAD" ? "" : body)).utf8)
    }

    /// The answer of a mock.
    func response(to request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
        guard let status else { throw HTTPError(.invalidResponse, request: request) }
        let isBodiless = [204, 304].contains(status) || request.method == .head
        return HTTPResponse(request: request, status: status, headers: headers, bytes: isBodiless ? [] : Array(body.utf8))
    }
}

/// A request as a scripted server sees it, on a socket or in a mock.
struct SeenRequest: Sendable {
    /// Method and URL.
    let line: String
    let headers: HTTPHeaders
    let body: String

    init(_ request: ReceivedRequest) {
        var headers = HTTPHeaders(request.headers.map { HTTPHeaderField(name: $0.name, value: $0.value) })
        line = "\(request.method) \(headers[ScriptedTransport.originField] ?? "")\(request.target)"
        headers.remove(ScriptedTransport.originField)
        self.headers = headers
        body = String(decoding: request.body, as: UTF8.self)
    }

    init(_ request: HTTPRequest) throws(HTTPError) {
        line = "\(request.method) \(ScriptedTransport.origin(of: request))\(request.requestTarget)"
        headers = request.headers
        do {
            body = String(decoding: try request.body.encode(), as: UTF8.self)
        } catch {
            throw HTTPError(.invalidRequest, request: request, underlyingError: error)
        }
    }
}
