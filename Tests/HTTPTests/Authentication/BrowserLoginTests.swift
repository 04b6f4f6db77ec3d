import Dispatch
import Foundation
import HTTP
import Testing

@Suite struct BrowserLoginTests {
    let configuration = OAuthConfiguration(
        grant: .authorizationCode(redirectURL: "http://127.0.0.1:1/cb"), clientID: "me",
        endpoints: OAuthEndpoints(token: "https://as/token"))

    @Test func tokensAreKeptInPrivateFilesForEachConfiguration() async throws {
        let folder = NSTemporaryDirectory() + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let login = BrowserLogin(store: FileCredentialStore(folder: folder)) { _ in nil }
        let credentials = OAuthCredentials(accessToken: "a", refreshToken: "r", expires: Date(timeIntervalSince1970: 9), scope: "s")
        await login.save(credentials, for: configuration)
        #expect(await login.savedCredentials(for: configuration) == credentials)
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: folder).first)
        #expect(try FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")[.posixPermissions] as? Int == 0o600)
        var other = configuration
        other.scopes = ["more"]
        #expect(await login.savedCredentials(for: other) == nil)
        await login.save(nil, for: configuration)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    }

    /// A browser: asks for its icon first, then for the page it was sent to. On a thread of its own: the login needs those of Swift's pool.
    static func browse(_ port: Int) async {
        let urls = ["/favicon.ico", "/cb?code=c&state=s"].compactMap { URL(string: "http://127.0.0.1:\(port)\($0)") }
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "browser").async {
                for url in urls { _ = try? String(contentsOf: url, encoding: .utf8) }
                continuation.resume()
            }
        }
    }

    @Test func theRedirectIsCaughtOnThisMachine() async throws {
        let port = try FreePort.find()
        let login = BrowserLogin(store: nil) { prompt in
            if case .openURL = prompt { await Self.browse(port) }
            return nil
        }
        let url = await login.logIn(at: "https://as/login", redirectURL: "http://127.0.0.1:\(port)/cb")
        #expect(url == "http://127.0.0.1:\(port)/cb?code=c&state=s")
    }

    @Test func aRedirectElsewhereIsPasted() async {
        let login = BrowserLogin(store: nil) { prompt in
            if case .pasteURL(let loginURL) = prompt { "pasted after \(loginURL)" } else { nil }
        }
        #expect(await login.logIn(at: "https://as/login", redirectURL: "https://app.example/cb") == "pasted after https://as/login")
    }

    @Test func cancellingEndsTheWait() async throws {
        let port = try FreePort.find()
        let (shown, continuation) = AsyncStream.makeStream(of: Void.self)
        let login = BrowserLogin(store: nil) { _ in
            continuation.yield()
            return nil
        }
        let task = Task { await login.logIn(at: "https://as/login", redirectURL: "http://localhost:\(port)/cb") }
        for await _ in shown { break }
        task.cancel()
        #expect(await task.value == nil)
    }
}

/// A port that nobody listens on just now.
enum FreePort {
    static func find() throws -> Int {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { socket in
                bind(descriptor, socket, length) == 0 && getsockname(descriptor, socket, &length) == 0
            }
        }
        try #require(isBound)
        return Int(in_port_t(bigEndian: address.sin_port))
    }
}
