#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import Hashing
import Platform

/// Where tokens are kept between runs.
public protocol OAuthCredentialStore: Sendable {
    /// What was kept for a configuration; nil for nothing.
    func load(for configuration: OAuthConfiguration) -> OAuthCredentials?

    /// Keeps credentials; nil forgets them.
    /// - Returns: why they could not be kept, as a sentence; nil when they were.
    @discardableResult func save(_ credentials: OAuthCredentials?, for configuration: OAuthConfiguration) -> String?
}

/// One JSON file of mode 0600 for each client of each server.
public struct FileCredentialStore: OAuthCredentialStore {
    private struct Record: Codable {
        var accessToken: String
        var tokenType: String
        var refreshToken: String?
        var expires: Date?
        var scope: String?
    }

    private let folder: String

    /// - Parameter folder: must be there, and nobody else's.
    public init(folder: String) { self.folder = folder }

    /// Reads the file.
    public func load(for configuration: OAuthConfiguration) -> OAuthCredentials? {
        guard let bytes = try? FileBody(path: path(for: configuration)).encode(),
            let record = try? JSONDecoder().decode(Record.self, from: Data(bytes))
        else { return nil }
        return OAuthCredentials(
            accessToken: HTTPSecret(record.accessToken), tokenType: record.tokenType,
            refreshToken: record.refreshToken.map { HTTPSecret($0) },
            expires: record.expires, scope: record.scope)
    }

    /// Writes the file whole, or leaves the old one; a token that cannot be kept is still good for this run.
    @discardableResult public func save(_ credentials: OAuthCredentials?, for configuration: OAuthConfiguration) -> String? {
        let path = path(for: configuration)
        guard let credentials else {
            unlink(path)
            return nil
        }
        let record = Record(
            accessToken: credentials.accessToken.value, tokenType: credentials.tokenType, refreshToken: credentials.refreshToken?.value,
            expires: credentials.expires, scope: credentials.scope)
        return AtomicFile.write(json: record, to: path)
    }

    /// Named by all that a token depends on, so that another secret, password, scope or audience gets another token. Secrets go into the hash as
    /// hashes of their own, and nothing can be read from it.
    private func path(for configuration: OAuthConfiguration) -> String {
        let endpoints = configuration.endpoints
        let grant: [String?] =
            switch configuration.grant {
            case .authorizationCode: ["code"]
            case .clientCredentials: ["client"]
            case .password(let credentials): ["password", credentials.user, Self.hash(of: credentials.password)]
            case .deviceCode: ["device"]
            }
        let parameters = configuration.extraParameters.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }
        let server = [configuration.issuer, endpoints.authorization, endpoints.token, endpoints.deviceAuthorization]
        let client = [configuration.clientID, configuration.clientSecret.map(Self.hash(of:))]
        // Each part with its length, and each list with its count: no two configurations read alike.
        let identity = [grant, client, server, configuration.scopes.map { $0 }, parameters.map { $0 }].map { parts in
            "\(parts.count)" + parts.map { part in part.map { " \($0.utf8.count):\($0)" } ?? " -" }.joined()
        }
        return "\(folder)/\(HashAlgorithm.sha256.hexDigest(of: identity.joined(separator: "\n")).prefix(32)).token.json"
    }

    private static func hash(of secret: HTTPSecret) -> String { HashAlgorithm.sha256.hexDigest(of: secret.value) }
}
