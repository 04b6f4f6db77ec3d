import Foundation
import HTTP
import HTTPCurl
import Testing

/// Against `openssl s_server` with certificates of a local authority. Skipped where the command is missing.
@Suite(.enabled(if: ServerProcess.path(of: "openssl") != nil, "openssl is not installed"), .timeLimit(.minutes(5)))
struct CurlTLSTests {
    private let loader = CurlLoader()
    private let authority: TestAuthority

    init() async throws { authority = try await TestAuthority.shared }

    private func request(to port: Int, change: (inout HTTPRequest) -> Void = { _ in }) -> HTTPRequest {
        var request = HTTPRequest(url: "https://localhost:\(port)/")
        request.proxy = .none
        request.certificateAuthoritiesPath = authority.path("ca.pem")
        request.addressFamily = .ipv4
        change(&request)
        return request
    }

    private func error(of request: HTTPRequest) async -> HTTPError? {
        do throws(HTTPError) {
            let response = try await loader.load(request)
            _ = try await response.body.collect(upTo: 100_000)
            return nil
        } catch {
            return error
        }
    }

    private func metrics(of request: HTTPRequest) async throws -> HTTPMetrics? {
        let task = loader.start(request)
        let response = try await task.value
        #expect(response.status == 200)
        _ = try await response.body.collect(upTo: 100_000)
        var metrics: HTTPMetrics?
        for await event in task.events { if case .finished(let finished) = event { metrics = finished } }
        return metrics
    }

    @Test func acceptsACertificateOfAKnownAuthority() async throws {
        let server = try await authority.server("good")
        let metrics = try await metrics(of: request(to: server.port))
        let tls = try #require(metrics?.connection?.tls)
        #expect(tls.isVerified == true)
        #expect(tls.verifyProblem == nil)
        #expect(tls.applicationProtocol == nil)
        #expect(tls.version == "TLSv1.3")
        #expect(tls.cipher?.hasPrefix("TLS_") == true)
        let certificate = try #require(tls.certificates.first)
        #expect(certificate.subject.contains("localhost"))
        #expect(certificate.issuer.contains("Apus Test Authority"))
        #expect(certificate.names == ["localhost", "127.0.0.1"])
        #expect(certificate.notBefore.contains("GMT"))
        #expect(certificate.notAfter.contains("GMT"))
        let (connection, agreement) = try (#require(metrics?.timings.connection), #require(metrics?.timings.tls))
        #expect(agreement > connection)
        let facts = try #require(certificate.facts)
        #expect(facts.keyType == "EC P-256")
        #expect(facts.signatureAlgorithm == "ECDSA with SHA-256")
        #expect([29, 30].contains(facts.daysLeft(at: Date())))
        #expect(facts.pin == (try await authority.pin(of: "good")))
    }

    @Test(arguments: [("good", nil), ("alone", "self-signed certificate (18)")])
    func reportsCertificateProblemsWithoutVerification(_ certificate: String, problem: String?) async throws {
        let server = try await authority.server(certificate)
        let tls = try await metrics(of: request(to: server.port) { $0.serverTrust.isVerified = false })?.connection?.tls
        #expect(tls?.isVerified == false)
        #expect(tls?.verifyProblem == problem)
    }

    @Test func namesTheProtocolThatWasAgreedOn() async throws {
        let server = try await authority.server("good", ["-alpn", "http/1.1"])
        #expect(try await metrics(of: request(to: server.port))?.connection?.tls?.applicationProtocol == "http/1.1")
    }

    @Test(arguments: [
        ("expired", "has expired"), ("other", "is not valid for the name localhost"), ("alone", "is self-signed"),
    ])
    func refusesABadCertificate(_ certificate: String, reason: String) async throws {
        let server = try await authority.server(certificate)
        let error = try #require(await error(of: request(to: server.port)))
        #expect(error.code == .insecureConnection)
        #expect(error.message.contains(reason))
    }

    @Test func refusesAnUnknownAuthority() async throws {
        let server = try await authority.server("good")
        let error = try #require(await error(of: request(to: server.port) { $0.certificateAuthoritiesPath = authority.path("alone.pem") }))
        #expect(error.code == .insecureConnection)
        #expect(error.message.contains("authority that this machine does not know"))
    }

    @Test(arguments: ["expired", "other", "alone"])
    func acceptsAnythingWithoutVerification(_ certificate: String) async throws {
        let server = try await authority.server(certificate)
        #expect(await error(of: request(to: server.port) { $0.serverTrust.isVerified = false }) == nil)
    }

    @Test func verifiesAPinnedKey() async throws {
        let server = try await authority.server("good")
        let (right, wrong) = try await (authority.pin(of: "good"), authority.pin(of: "other"))
        #expect(await error(of: request(to: server.port) { $0.serverTrust.pinnedPublicKeys = [wrong, right] }) == nil)
        let error = try #require(await error(of: request(to: server.port) { $0.serverTrust.pinnedPublicKeys = [wrong] }))
        #expect(error.code == .insecureConnection)
        #expect(error.message.contains("pinned"))
    }

    @Test func presentsAClientCertificate() async throws {
        let server = try await authority.server("good", ["-Verify", "1", "-verify_return_error", "-CAfile", authority.path("ca.pem")])
        let certificates = [
            HTTPClientCertificate(path: authority.path("client.pem"), keyPath: authority.path("client.key")),
            HTTPClientCertificate(path: authority.path("client.pem"), keyPath: authority.path("client-locked.key"), passphrase: "secret"),
            HTTPClientCertificate(format: .pkcs12, path: authority.path("client.p12"), passphrase: "secret"),
        ]
        for certificate in certificates {
            #expect(await error(of: request(to: server.port) { $0.clientCertificate = certificate }) == nil)
        }
        #expect(await error(of: request(to: server.port))?.code == .insecureConnection)
    }

    @Test func saysThatAPassphraseIsWrong() async throws {
        let server = try await authority.server("good", ["-Verify", "1"])
        let certificates = [
            HTTPClientCertificate(path: authority.path("client.pem"), keyPath: authority.path("client-locked.key"), passphrase: "wrong"),
            HTTPClientCertificate(format: .pkcs12, path: authority.path("client.p12"), passphrase: "wrong"),
        ]
        for certificate in certificates {
            let error = try #require(await error(of: request(to: server.port) { $0.clientCertificate = certificate }))
            #expect(error.code == .invalidRequest)
            #expect(!error.message.contains("wrong"))
        }
    }

    /// Its passphrase is no matter, as there is none.
    @Test func saysThatAKeyDoesNotBelongToItsCertificate() async throws {
        let server = try await authority.server("good", ["-Verify", "1"])
        let certificate = HTTPClientCertificate(path: authority.path("client.pem"), keyPath: authority.path("good.key"))
        let error = try #require(await error(of: request(to: server.port) { $0.clientCertificate = certificate }))
        #expect(error.code == .invalidRequest && !error.message.contains("passphrase"), "\(error.message)")
        #expect(error.message.contains("may not belong to the certificate"), "\(error.message)")
    }

    /// OpenSSL would ask for it on the terminal.
    @Test(.timeLimit(.minutes(5))) func saysThatAPassphraseIsMissing() async throws {
        let server = try await authority.server("good", ["-Verify", "1"])
        let certificate = HTTPClientCertificate(path: authority.path("client.pem"), keyPath: authority.path("client-locked.key"))
        let error = try #require(await error(of: request(to: server.port) { $0.clientCertificate = certificate }))
        #expect(error.code == .invalidRequest && error.message.contains("which is not set"), "\(error.message)")
    }

    /// OpenSSL's default security level forbids what such a server signs with.
    @Test func reachesAnOldServerIfTheMinimumAllowsIt() async throws {
        let server = try await authority.server("good", ["-tls1_1", "-cipher", "DEFAULT@SECLEVEL=0"])
        #expect(await error(of: request(to: server.port))?.code == .insecureConnection)
        #expect(await error(of: request(to: server.port) { $0.minimumTLSVersion = .tls11 }) == nil)
    }

    @Test func refusesATLSVersionUnderTheMinimum() async throws {
        let server = try await authority.server("good", ["-tls1_2"])
        #expect(await error(of: request(to: server.port)) == nil)
        let error = try #require(await error(of: request(to: server.port) { $0.minimumTLSVersion = .tls13 }))
        #expect(error.code == .insecureConnection)
    }
}
