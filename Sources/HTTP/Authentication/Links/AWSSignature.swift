import Hashing

/// Signs requests with AWS Signature Version 4, just before they go out.
public struct AWSSignature: HTTPLoaderLink {
    private let clock: HTTPClock

    /// - Parameter clock: its time of day is part of the signature; servers allow 15 minutes.
    public init(clock: HTTPClock = .system) { self.clock = clock }

    /// Adds `X-Amz-Date` and `Authorization`.
    /// - Throws: ``HTTPError/Code/cannotAuthenticate`` without a key, ``HTTPError/Code/bodyNotReplayable`` for a body that can be read only
    ///   once, as it must be read to be signed, ``HTTPError/Code/invalidRequest`` for one that cannot be read.
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
