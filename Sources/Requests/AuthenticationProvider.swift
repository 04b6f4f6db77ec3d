import Foundation
import HTTP

/// Adds credentials to a header. Applied after everything else.
///
/// ```swift
/// extension AuthenticationProvider {
///     static func custom(_ token: String) -> AuthenticationProvider {
///         AuthenticationProvider { header in header[.authorization] = "Custom \(token)" }
///     }
/// }
/// ```
public struct AuthenticationProvider: Sendable {
    private let authenticate: @Sendable (inout Header) -> Void

    /// - Parameter authenticate: changes the header.
    public init(authenticate: @escaping @Sendable (inout Header) -> Void) { self.authenticate = authenticate }

    /// Changes a header.
    public func update(_ header: inout Header) { authenticate(&header) }

    /// Adds nothing.
    public static let none = AuthenticationProvider { _ in }

    /// A bearer token (RFC 6750).
    public static let bearerToken: @Sendable (String) -> AuthenticationProvider = { token in
        AuthenticationProvider { $0[.authorization] = "Bearer \(token)" }
    }

    /// A user name and a password (RFC 7617).
    public static func basicAuth(username: String, password: String) -> AuthenticationProvider {
        AuthenticationProvider { header in
            header[.authorization] = "Basic \(Data("\(username):\(password)".utf8).base64EncodedString())"
        }
    }
}
