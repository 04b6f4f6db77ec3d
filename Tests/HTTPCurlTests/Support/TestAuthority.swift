import Foundation

/// A certificate authority for one test run, in a temporary folder with everything it signs.
final class TestAuthority: Sendable {
    private static let folder = FileManager.default.temporaryDirectory.appending(path: "apus-tls-\(UUID().uuidString)")
    private static let making = Task { try await blocking { try TestAuthority() } }

    /// One for all tests: making keys takes a while. Its folder goes with the process.
    static var shared: TestAuthority {
        get async throws { try await making.value }
    }

    private let folder = TestAuthority.folder

    private init() throws {
        atexit { try? FileManager.default.removeItem(at: TestAuthority.folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try makeSelfSigned("ca", name: "Apus Test Authority")
        try makeSelfSigned("alone", name: "localhost", alternatives: "DNS:localhost,IP:127.0.0.1")
        try sign("good", name: "localhost", alternatives: "DNS:localhost,IP:127.0.0.1")
        try sign("expired", name: "localhost", alternatives: "DNS:localhost,IP:127.0.0.1", days: -1)
        try sign("other", name: "other.example", alternatives: "DNS:other.example")
        try sign("client", name: "A Client", alternatives: "email:client@example.org")
        try openssl(["pkey", "-in", path("client.key"), "-aes256", "-passout", "pass:secret", "-out", path("client-locked.key")])
        try openssl([
            "pkcs12", "-export", "-in", path("client.pem"), "-inkey", path("client.key"), "-passout", "pass:secret", "-out",
            path("client.p12"),
        ])
    }

    func path(_ file: String) -> String { folder.appending(path: file).path() }

    /// The pin of a certificate's public key, as `serverTrust.pinnedPublicKeys` wants it.
    func pin(of certificate: String) async throws -> String {
        try await blocking { try self.readPin(of: certificate) }
    }

    private func readPin(of certificate: String) throws -> String {
        let pem = try openssl(["x509", "-in", path("\(certificate).pem"), "-pubkey", "-noout"])
        let key = try openssl(["pkey", "-pubin", "-outform", "der"], input: pem)
        let digest = try openssl(["dgst", "-sha256", "-binary"], input: key)
        return "sha256//\(digest.base64EncodedString())"
    }

    /// Starts a TLS server on a free port that answers each request with a page about the connection.
    func server(_ certificate: String, _ more: [String] = []) async throws -> (process: ServerProcess, port: Int) {
        let process = try await ServerProcess.start("openssl", serving(certificate) + ["-www"] + more, readyWhenItSays: "ACCEPT")
        return (process, process.readyPort)
    }

    /// The arguments with which `openssl` serves on a free port, which its line `ACCEPT` names.
    func serving(_ certificate: String) -> [String] {
        ["s_server", "-accept", "127.0.0.1:0", "-cert", path("\(certificate).pem"), "-key", path("\(certificate).key")]
    }

    private func makeSelfSigned(_ file: String, name: String, alternatives: String? = nil) throws {
        let extensions = alternatives.map { ["-addext", "subjectAltName=\($0)"] } ?? []
        try openssl(["req", "-x509"] + newKey(file) + ["-out", path("\(file).pem"), "-subj", "/CN=\(name)", "-days", "30"] + extensions)
    }

    private func sign(_ file: String, name: String, alternatives: String, days: Int = 30) throws {
        let request = try openssl(["req"] + newKey(file) + ["-subj", "/CN=\(name)"])
        try Data("subjectAltName=\(alternatives)".utf8).write(to: folder.appending(path: "\(file).ext"))
        let authority = ["-CA", path("ca.pem"), "-CAkey", path("ca.key"), "-CAcreateserial", "-days", String(days)]
        try openssl(["x509", "-req"] + authority + ["-extfile", path("\(file).ext"), "-out", path("\(file).pem")], input: request)
    }

    private func newKey(_ file: String) -> [String] {
        ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", path("\(file).key")]
    }

    @discardableResult
    private func openssl(_ arguments: [String], input: Data = Data()) throws -> Data {
        try ServerProcess.run("openssl", arguments, input: input)
    }
}
