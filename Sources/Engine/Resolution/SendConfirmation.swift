import HTTP
import Workspace

/// A request to a protected environment that must be confirmed.
public struct SendConfirmation: Sendable, Equatable {
    /// The environment's name.
    public let environment: String
    /// The method's token.
    public let method: String
    /// The host, with a port that is not the scheme's default; nil if it is not known.
    public let host: String?

    /// Takes the three.
    public init(environment: String, method: String, host: String?) {
        self.environment = environment
        self.method = method
        self.host = host
    }

    /// The confirmation that a resolved request needs; nil if it needs none.
    public init?(_ resolved: ResolvedSend) {
        let method = resolved.request.method.rawValue
        guard let environment = resolved.protectedEnvironment, !Self.isSafe(method) else { return nil }
        let request = resolved.request.serverEnvironment?.applied(to: resolved.request) ?? resolved.request
        self.init(environment: environment, method: method, host: WebURL(request.url).map { resolved.mask.masked($0.host) })
    }

    /// Methods that change nothing (RFC 9110, section 9.2.1).
    public static func isSafe(_ method: String) -> Bool { ["GET", "HEAD", "OPTIONS", "TRACE"].contains(method.uppercased()) }
}
