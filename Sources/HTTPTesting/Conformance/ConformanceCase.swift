public import HTTP

/// One thing that every transport must do with the bytes of a connection, tried against a scripted server.
///
/// A mock has no bytes to send, to frame, to unpack or to cut off, so that none of these says anything of it. What can be said of a request and its
/// answer alone is an ``ExchangeScript``, which mocks play as transports do.
///
/// ```swift
/// @Test(arguments: ConformanceCase.all) func conforms(to conformance: ConformanceCase) async throws {
///     try await conformance.run(CurlLoader())
/// }
/// ```
public struct ConformanceCase: Sendable, CustomStringConvertible {
    /// What is promised, as a clause; unique.
    public let name: String
    private let body: @Sendable (any HTTPLoader) async throws -> Void

    /// The name.
    public var description: String { name }

    init(_ name: String, _ body: @escaping @Sendable (any HTTPLoader) async throws -> Void) {
        self.name = name
        self.body = body
    }

    /// Tries the case.
    /// - Parameter loader: fresh, so that nothing is left of other cases.
    /// - Throws: ``ConformanceFailure`` where the promise is broken, or what kept the case from being tried.
    public func run(_ loader: any HTTPLoader) async throws { try await body(loader) }

    /// Every case.
    public static var all: [ConformanceCase] {
        badAnswers + bounds + messages + bodies + codings + connections + endings + proxies
    }
}

/// A promise that a transport broke.
public struct ConformanceFailure: Error, CustomStringConvertible {
    /// What was expected and what came.
    public let description: String

    init(_ description: String) { self.description = description }
}
