import HTTP
import JSON
public import Platform

/// A response that was stored, with the request that it belongs to.
public struct StoredResponse: Sendable {
    /// The place of a body.
    public enum Body: Sendable {
        case bytes([UInt8])
        /// The file at this path.
        case file(String)
    }

    /// The name in the header `Apus-Stored`: an id or the name of an example.
    public let name: String
    /// The method, such as `GET`.
    public let method: String
    /// The path, percent-encoded. A segment that is `:name`, or has `{{name}}` in it, matches any segment.
    public let path: String
    /// The query items, decoded.
    public let query: [(name: String, value: String)]
    /// The status code.
    public let status: Int
    /// The headers in order. Those that belong to one connection are left out.
    public let headers: [(name: String, value: String)]
    /// The body.
    public let body: Body

    /// Creates a stored response.
    public init(
        name: String, method: String, path: String, query: [(name: String, value: String)] = [], status: Int = 200,
        headers: [(name: String, value: String)] = [], body: Body = .bytes([])
    ) {
        (self.name, self.method, self.path, self.query) = (name, method.uppercased(), path.hasPrefix("/") ? path : "/" + path, query)
        (self.status, self.headers, self.body) = (status, headers, body)
    }

    fileprivate var pattern: [String?] {
        path.split(separator: "/").map { $0.hasPrefix(":") || $0.contains("{{") ? nil : $0.percentDecoded() }
    }
}

/// Responds with the stored response whose method, path and query match best.
public struct StoredResponses: Sendable {
    /// Headers of one connection, or that the server makes itself (RFC 9110, section 7.6.1). Bodies are stored as they were decoded.
    private static let droppedHeaders: Set = [
        "connection", "content-encoding", "content-length", "date", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding",
        "upgrade",
    ]
    /// The time after which a client has given up.
    private static let silenceTimeout = Duration.seconds(3600)

    private let responses: [StoredResponse]
    private let patterns: [[String?]]
    /// The responses without parameters in their path, by its segments.
    private let literal: [[String]: [Int]]
    /// The responses with parameters in their path.
    private let open: [Int]
    private let delay: Duration
    private let faults: [ResponseFault]
    private let access: AccessPolicy
    /// Returns a number from 0 to 1 for each request, which selects its fault.
    private let chance: @Sendable () -> Double

    /// Creates a set of responses; of two that match equally well, the first one is returned.
    public init(_ responses: [StoredResponse], delay: Duration = .zero, faults: [ResponseFault] = []) {
        self.init(responses, delay: delay, faults: faults, access: AccessPolicy(names: [])) { Double.random(in: 0..<1) }
    }

    init(
        _ responses: [StoredResponse], delay: Duration, faults: [ResponseFault], access: AccessPolicy,
        chance: @escaping @Sendable () -> Double
    ) {
        self.responses = responses
        (self.delay, self.faults, self.access, self.chance) = (delay, faults, access, chance)
        let patterns = responses.map(\.pattern)
        self.patterns = patterns
        literal = Dictionary(grouping: responses.indices.filter { !patterns[$0].contains(nil) }) { patterns[$0].compactMap(\.self) }
        open = responses.indices.filter { patterns[$0].contains(nil) }
    }

    /// A copy with additional allowed host names.
    func allowing(_ names: [String]) -> StoredResponses {
        StoredResponses(responses, delay: delay, faults: faults, access: AccessPolicy(names: names), chance: chance)
    }

    // MARK: Matching

    /// The response for a request; nil if none has its method and path.
    func response(method: String, target: ReceivedTarget) -> StoredResponse? {
        let segments = target.segments
        let sent = Set(target.queryItems)
        func isFit(_ index: Int) -> Bool {
            let storedMethod = responses[index].method
            return storedMethod == method || storedMethod == "GET" && method == "HEAD"
        }
        func distance(_ index: Int) -> Int {
            let storedItems = Set(responses[index].query.map { NameValue($0.name, $0.value) })
            return storedItems.symmetricDifference(sent).count
        }
        let exact = (literal[segments] ?? []).filter(isFit)
        let candidates = exact.isEmpty ? open.filter { isFit($0) && Self.matches(patterns[$0], segments) } : exact
        // The first one of those that are equally near.
        return candidates.map { (index: $0, distance: distance($0)) }.min { $0.distance < $1.distance }.map { responses[$0.index] }
    }

    private static func matches(_ pattern: [String?], _ segments: [String]) -> Bool {
        pattern.count == segments.count && zip(pattern, segments).allSatisfy { $0 == nil || $0 == $1 }
    }

    /// The known request that is most like another one: `GET /people/1`.
    func nearest(method: String, path: String) -> String? {
        let near = responses.contains { $0.path == path } ? path : NearestName.of(path, among: responses.map(\.path))
        let candidates = responses.filter { $0.path == near }
        return (candidates.first { $0.method == method } ?? candidates.first).map { "\($0.method) \($0.path)" }
    }
}

extension StoredResponses: Responder {
    func respond(to request: Request) -> Response {
        do throws(RouteError) {
            try access.check(request.head)
            let stored = response(method: request.method, target: request.head.target)
            switch fault() {
            case .reset?: return Response(body: .closed)
            case .timeout?: return Response(status: 504).delayed(by: Self.silenceTimeout)
            case .status(let status)?:
                throw RouteError(status: status, title: "Fault", detail: "The option --fault makes this response.")
            case nil:
                guard let stored else { throw notFound(request) }
                return try answer(stored).delayed(by: delay)
            }
        } catch {
            return error.response
        }
    }

    private func notFound(_ request: Request) -> RouteError {
        let path = request.head.target.path
        let near = nearest(method: request.method, path: path)
        return RouteError(
            status: 404, title: "Not found",
            detail: "No response is stored for \(request.method) \(path)." + (near.map { " The nearest known request is \($0)." } ?? ""),
            members: near.map { [("nearest", .string($0))] } ?? [])
    }

    private func fault() -> ResponseFault.Kind? { faults.isEmpty ? nil : ResponseFault.choose(from: faults, chance()) }

    private func answer(_ stored: StoredResponse) throws(RouteError) -> Response {
        guard stored.status >= 200 else {
            throw RouteError(
                status: 500, title: "Not a final response", detail: "The status \(stored.status) only precedes another response.")
        }
        var response = Response(status: stored.status)
        for field in stored.headers where !Self.droppedHeaders.contains(field.name.lowercased()) {
            response.headers.append(field.name, field.value)
        }
        response.headers.append("Apus-Stored", stored.name)
        switch stored.body {
        case .bytes(let bytes): response.body = .bytes(bytes)
        case .file(let path):
            guard let stream = FileStream(path) else {
                throw RouteError(status: 500, title: "Body missing", detail: "The file of the stored body cannot be read any more.")
            }
            response.body = .stream(stream, length: stream.byteCount)
        }
        return response
    }
}

/// The bytes of a file, read while they are sent.
private struct FileStream: BodyStream {
    private static let pieceByteCount = 64 << 10
    private let file: Shared<Descriptor>
    let byteCount: Int

    init?(_ path: String) {
        guard let descriptor = try? Descriptor(opening: path, O_RDONLY | O_NOFOLLOW), let status = try? FileStatus(of: descriptor) else {
            return nil
        }
        byteCount = Int(status.byteCount)
        file = Shared(descriptor)
    }

    mutating func next(into piece: inout [UInt8]) -> StreamStep {
        guard let bytes = try? file.value.read(Self.pieceByteCount), !bytes.isEmpty else { return .end }
        piece += bytes
        return .more
    }
}
