import Hashing

extension HTTPRequest {
    /// The digest of the body in hexadecimal, for schemes that sign it; it is read in pieces, before it is sent.
    /// - Throws: ``HTTPError/Code/bodyNotReplayable`` for a body that can be read only once, ``HTTPError/Code/invalidRequest`` for one that cannot be
    ///   read, ``HTTPError/Code/cancelled`` as soon as the task is: a large file takes a while.
    func bodyDigest(_ algorithm: HashAlgorithm, task: HTTPTask) throws(HTTPError) -> String {
        guard body.isEmpty || body.replay == .restartable else { throw HTTPError(.bodyNotReplayable, request: self) }
        var digest = MessageDigest(algorithm)
        do {
            var stream = try body.makeBytes()
            while !task.isCancelled, let chunk = try stream.next(upTo: 65_536) { digest.update(chunk) }
        } catch {
            throw HTTPError(.invalidRequest, request: self, underlyingError: error, message: "The body cannot be sent: \(error)")
        }
        if task.isCancelled { throw HTTPError(.cancelled, request: self) }
        return digest.finish().hexadecimal
    }
}
