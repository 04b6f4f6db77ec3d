#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import Hashing
import Platform

/// Keeps tokens between runs.
public protocol OAuthCredentialStore: Sendable {
    /// The tokens for a configuration; nil if there are none.
    func load(for configuration: OAuthConfiguration) -> OAuthCredentials?

    /// Stores tokens; removes them for nil.
    /// - Returns: the reason why they were not stored, as a sentence; nil if they were.
    @discardableResult func save(_ credentials: OAuthCredentials?, for configuration: OAuthConfiguration) -> String?
}

/// Stores the tokens of each client and server in a JSON file with mode 0600.
public struct FileCredentialStore: OAuthCredentialStore {
    private struct Record: Codable {
        var accessToken: String
        var tokenType: String
        var refreshToken: String?
        var expires: Date?
        var scope: String?
    }

    private let folder: String

    /// - Parameter folder: an existing private folder.
    public init(folder: String) { self.folder = folder }

    /// Reads the file of a configuration.
    public func load(for configuration: OAuthConfiguration) -> OAuthCredentials? {
        guard let bytes = try? FileBody(path: path(for: configuration)).encode(),
            let record = try? JSONDecoder().decode(Record.self, from: Data(bytes))
        else { return nil }
        return OAuthCredentials(
            accessToken: HTTPSecret(record.accessToken), tokenType: record.tokenType,
            refreshToken: record.refreshToken.map { HTTPSecret($0) },
            expires: record.expires, scope: record.scope)
    }

    /// Replaces the file atomically. A token that cannot be stored is still used in this run.
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

    /// The path of a file, named by everything that a token depends on, so that another secret, password, scope or audience gets another
    /// token. Secrets are hashed separately first.
    private func path(for configuration: OAuthConfiguration) -> String {
        let endpoints = configuration.endpoints
        let grant: [String?] =
            switch configuration.grant {
            case .authorizationCode: ["code"]
            case .clientCredentials: ["client"]
            case .password(let credentials): ["password", credentials.username, Self.hash(of: credentials.password)]
            case .deviceCode: ["device"]
            }
        let parameters = configuration.extraParameters.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }
        let server = [configuration.issuer, endpoints.authorization, endpoints.token, endpoints.deviceAuthorization]
        let client = [configuration.clientID, configuration.clientSecret.map(Self.hash(of:))]
        // Each part is preceded by its length and each list by its count, so that different configurations differ.
        let identity = [grant, client, server, configuration.scopes.map { $0 }, parameters.map { $0 }].map { parts in
            "\(parts.count)" + parts.map { part in part.map { " \($0.utf8.count):\($0)" } ?? " -" }.joined()
        }
        return "\(folder)/\(HashAlgorithm.sha256.hexDigest(of: identity.joined(separator: "\n")).prefix(32)).token.json"
    }

    private static func hash(of secret: HTTPSecret) -> String { HashAlgorithm.sha256.hexDigest(of: secret.value) }
}
