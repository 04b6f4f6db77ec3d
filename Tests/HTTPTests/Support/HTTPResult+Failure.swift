import HTTP

extension Result where Failure == HTTPError {
    var failure: HTTPError? {
        if case .failure(let error) = self { error } else { nil }
    }
}

extension HTTPResult {
    /// How a call ended, as a value.
    static func of(_ call: () async throws(HTTPError) -> HTTPResponse) async -> HTTPResult {
        do throws(HTTPError) {
            return .success(try await call())
        } catch {
            return .failure(error)
        }
    }
}
