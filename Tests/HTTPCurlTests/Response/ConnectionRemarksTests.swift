import HTTP
import Testing

@testable import HTTPCurl

@Suite struct ConnectionRemarksTests {
    @Test(arguments: [
        ("SSL connection using TLSv1.3 / TLS_AES_256_GCM_SHA384\n", "TLSv1.3", "TLS_AES_256_GCM_SHA384"),
        ("SSL connection using TLSv1.2 / ECDHE-RSA-AES128-GCM-SHA256 / x25519 / RSASSA-PSS\n", "TLSv1.2", "ECDHE-RSA-AES128-GCM-SHA256"),
    ])
    func readsWhatTLSAgreedOn(_ remark: String, version: String, cipher: String) {
        let details = Array(remark.utf8).withUnsafeBytes { TLSRemark.parse($0) }
        #expect(details?.version == version)
        #expect(details?.cipher == cipher)
    }

    @Test func leavesOtherRemarksAlone() {
        #expect(Array("Connected to localhost".utf8).withUnsafeBytes { TLSRemark.parse($0) } == nil)
    }

    @Test func sortsTheLinesOfACertificate() {
        let certificate = CertificateChain.certificate(from: [
            "Subject:CN = a", "Issuer:CN = b", "Start date:s", "Expire date:e",
            "X509v3 Subject Alternative Name:DNS:a.example, IP Address:::1", "Version:2",
        ])
        #expect(certificate.names == ["a.example", "::1"])
        #expect(certificate.subject == "CN = a")
        #expect(certificate.notAfter == "e")
        #expect(certificate.details == [HTTPHeaderField(name: "Version", value: "2")])
    }
}
