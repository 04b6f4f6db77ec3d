import Hashing
public import Platform

/// A link that signs requests with AWS Signature Version 4.
public struct AWSSignature: HTTPLoaderLink {
    private let clock: HTTPClock

    /// - Parameter clock: the time of day is part of the signature; servers tolerate 15 minutes.
    public init(clock: HTTPClock = .system) { self.clock = clock }

    /// Adds `X-Amz-Date` and `Authorization`.
    /// - Throws: ``HTTPError/Code/cannotAuthenticate`` without a key; ``HTTPError/Code/bodyNotReplayable`` for a body that can be read only
    ///   once, because signing reads it; ``HTTPError/Code/invalidRequest`` for a body that cannot be read.
    public func load(_ request: HTTPRequest, task: HTTPTask, nextLoader: any HTTPLoader) async throws(HTTPError) -> HTTPResponse {
        guard let credentials = request.awsCredentials else {
            throw HTTPError(.cannotAuthenticate, request: request, message: "No AWS access key is given for this request.")
        }
        let prepared = try request.prepared()
        let signed = AWSSigner(credentials, date: clock.now()).sign(prepared, bodyDigest: try prepared.bodyDigest(.sha256, task: task))
        task.reportChange(by: self, from: request, to: signed)
        return try await nextLoader.load(signed, task: task)
    }
}

/// Signs requests with AWS Signature Version 4 (AWS General Reference, "Signature Version 4 signing process"). Free of I/O: the time is a
/// parameter.
public struct AWSSigner: Sendable {
    private let credentials: AWSCredentials
    private let date: CivilTime
    private let normalizesPath: Bool
    private let signsBody: Bool

    /// Creates a signer.
    /// - Parameters:
    ///   - credentials: the keys, with the region and the service that the signature is for.
    ///   - date: the time of the signature; servers accept it for about 15 minutes.
    ///   - normalizesPath: true to resolve `.` and `..` and merge slashes before signing; nil for true except for S3, which requires the original
    ///     path.
    ///   - signsBody: true to send the body's digest as `X-Amz-Content-Sha256`; nil for true only for S3, which requires it.
    public init(_ credentials: AWSCredentials, date: Date, normalizesPath: Bool? = nil, signsBody: Bool? = nil) {
        self.credentials = credentials
        self.date = CivilTime(date)
        self.normalizesPath = normalizesPath ?? (credentials.service != "s3")
        self.signsBody = signsBody ?? (credentials.service == "s3")
    }

    /// The hexadecimal digest of a body, which is read in pieces.
    public static func bodyDigest(of body: any HTTPBody) throws -> String {
        var digest = MessageDigest(.sha256)
        var stream = try body.makeBytes()
        while let chunk = try stream.next(upTo: 65_536) { digest.update(chunk) }
        return digest.finish().hexadecimal
    }

    /// The request with `X-Amz-Date`, other required headers, and `Authorization`.
    public func sign(_ request: HTTPRequest, bodyDigest: String) -> HTTPRequest {
        var signed = withSignedHeaders(request, bodyDigest: bodyDigest)
        let names = Self.signedHeaders(of: signed).map(\.name).joined(separator: ";")
        let scope = "Credential=\(credentials.accessKeyID)/\(self.scope), SignedHeaders=\(names)"
        signed.headers["Authorization"] = "AWS4-HMAC-SHA256 \(scope), Signature=\(signature(of: signed, bodyDigest: bodyDigest))"
        return signed
    }

    /// The request with all headers except the signature.
    package func withSignedHeaders(_ request: HTTPRequest, bodyDigest: String) -> HTTPRequest {
        var request = request
        request.headers.remove("Authorization")
        request.headers["X-Amz-Date"] = date.compact
        if let token = credentials.sessionToken { request.headers["X-Amz-Security-Token"] = token.value }
        if signsBody { request.headers["X-Amz-Content-Sha256"] = bodyDigest }
        return request
    }

    package func signature(of request: HTTPRequest, bodyDigest: String) -> String {
        let canonical = canonicalRequest(request, bodyDigest: bodyDigest)
        let text = "AWS4-HMAC-SHA256\n\(date.compact)\n\(scope)\n\(HashAlgorithm.sha256.hexDigest(of: canonical))"
        let parts = [date.compactDay, credentials.region, credentials.service, "aws4_request", text]
        return parts.reduce(Array("AWS4\(credentials.secretAccessKey.value)".utf8)) { key, part in
            HMAC.code(for: Array(part.utf8), key: key, using: .sha256)
        }
        .hexadecimal
    }

    package func canonicalRequest(_ request: HTTPRequest, bodyDigest: String) -> String {
        let headers = Self.signedHeaders(of: request)
        let lines = headers.map { "\($0.name):\($0.value)\n" }.joined()
        return [
            request.method.rawValue, canonicalPath(request), canonicalQuery(request), lines,
            headers.map(\.name).joined(separator: ";"), bodyDigest,
        ]
        .joined(separator: "\n")
    }

    private var scope: String { "\(date.compactDay)/\(credentials.region)/\(credentials.service)/aws4_request" }

    /// The path as sent, encoded once more; for S3 encoded once.
    private func canonicalPath(_ request: HTTPRequest) -> String {
        var path = request.percentEncodedPath.isEmpty ? "/" : request.percentEncodedPath
        if normalizesPath { path = Self.normalize(path) }
        let bytes = Array(path.utf8)
        return (credentials.service == "s3" ? bytes.percentDecoded() : bytes).percentEncoded(keeping: .unreserved.union(ASCIISet("/")))
    }

    private static func normalize(_ path: String) -> String {
        var segments: [Substring] = []
        for segment in path.split(separator: "/") where segment != "." {
            if segment == ".." { _ = segments.popLast() } else { segments.append(segment) }
        }
        let endsInSlash = path.hasSuffix("/") || path.hasSuffix("/.") || path.hasSuffix("/..")
        return "/" + segments.joined(separator: "/") + (endsInSlash && !segments.isEmpty ? "/" : "")
    }

    private func canonicalQuery(_ request: HTTPRequest) -> String {
        (request.percentEncodedQuery ?? "").split(separator: "&")
            .map { pair -> [String] in
                let (name, value) = pair.splitOnce(at: "=")
                return [name, value ?? ""].map { Array($0.utf8).percentDecoded().percentEncoded(keeping: .unreserved) }
            }
            .sorted { ($0[0], $0[1]) < ($1[0], $1[1]) }
            .map { "\($0[0])=\($0[1])" }
            .joined(separator: "&")
    }

    /// Headers that are not signed because intermediaries may change them.
    private static let unsignedNames: Set<String> = [
        "accept-encoding", "authorization", "connection", "expect", "te", "transfer-encoding", "upgrade", "user-agent", "x-amzn-trace-id",
    ]

    /// The fields to sign: names in lower case and sorted, values without redundant space, equal names joined.
    private static func signedHeaders(of request: HTTPRequest) -> [HTTPHeaderField] {
        var values: [String: [String]] = [:]
        for field in request.headers {
            let words = field.value.split { $0 == " " || $0 == "\t" || $0.isNewline }
            values[ASCII.lowercased(field.name), default: []].append(words.joined(separator: " "))
        }
        if values["host"] == nil { values["host"] = [request.hostHeaderValue] }
        return values.filter { !unsignedNames.contains($0.key) }
            .sorted { $0.key < $1.key }
            .map { HTTPHeaderField(name: $0.key, value: $0.value.joined(separator: ",")) }
    }
}

/// An AWS access key with its scope.
public struct AWSCredentials: Hashable, Sendable {
    /// The public identifier of the key.
    public var accessKeyID: String
    /// The secret that signs requests.
    public var secretAccessKey: HTTPSecret
    /// The token of temporary credentials.
    public var sessionToken: HTTPSecret?
    /// The region, such as `us-east-1`.
    public var region: String
    /// The service, such as `s3` or `execute-api`.
    public var service: String

    /// Creates credentials.
    public init(accessKeyID: String, secretAccessKey: HTTPSecret, sessionToken: HTTPSecret? = nil, region: String, service: String) {
        self.accessKeyID = accessKeyID
        self.secretAccessKey = secretAccessKey
        self.sessionToken = sessionToken
        self.region = region
        self.service = service
    }
}

private enum AWSCredentialsOption: HTTPRequestOption { static let defaultOptionValue: AWSCredentials? = nil }

extension HTTPRequest {
    /// The credentials for ``AWSSignature``.
    public var awsCredentials: AWSCredentials? {
        get { self[option: AWSCredentialsOption.self] }
        set { self[option: AWSCredentialsOption.self] = newValue }
    }
}
