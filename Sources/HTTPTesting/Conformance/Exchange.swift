internal import HTTP

/// A request tried to its end: what came, and how it ended.
struct Exchange: Sendable {
    var response: HTTPResponse?
    var body: [UInt8] = []
    var error: HTTPError?

    /// Sends a request and reads the whole body, up to a limit that no case reaches.
    static func of(_ request: HTTPRequest, on loader: any HTTPLoader) async -> Exchange {
        var exchange = Exchange()
        do throws(HTTPError) {
            let response = try await loader.load(request)
            exchange.response = response
            for try await chunk in response.body { exchange.body += chunk }
        } catch {
            exchange.error = error
        }
        return exchange
    }

    /// Breaks off the case unless the exchange came to a good end with this status.
    func expectStatus(_ status: HTTPStatus) throws {
        try expect("error", error?.description, is: nil)
        try expect("status", response?.status, is: status)
    }

    var text: String { String(decoding: body, as: UTF8.self) }
}

/// Breaks off the case unless both are equal.
func expect<Value: Equatable>(_ what: String, _ actual: Value, is expected: Value) throws {
    guard actual == expected else { throw ConformanceFailure("\(what): expected \(expected), got \(actual)") }
}

/// Breaks off the case unless the condition holds.
func expect(_ what: String, _ condition: Bool) throws {
    guard condition else { throw ConformanceFailure(what) }
}

/// The value, or the case is broken off.
func need<Value>(_ what: String, _ value: Value?) throws -> Value {
    guard let value else { throw ConformanceFailure("\(what) is missing") }
    return value
}
