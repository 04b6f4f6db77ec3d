import HTTP
import TestFixtures
import Testing

@testable import HTTPCurl

@Suite struct ConnectionRemarksTests {
    @Test(arguments: [
        ("SSL connection using TLSv1.3 / TLS_AES_256_GCM_SHA384\n", "TLSv1.3", "TLS_AES_256_GCM_SHA384"),
        ("SSL connection using TLSv1.2 / ECDHE-RSA-AES128-GCM-SHA256 / x25519 / RSASSA-PSS\n", "TLSv1.2", "ECDHE-RSA-AES128-GCM-SHA256"),
    ])
    func readsTheAgreedTLSParameters(_ remark: String, version: String, cipher: String) {
        let details = Array(remark.utf8).withUnsafeBytes { TLSRemark.parse($0) }
        #expect(details?.version == version)
        #expect(details?.cipher == cipher)
    }

    @Test func ignoresOtherRemarks() {
        #expect(Array("Connected to localhost".utf8).withUnsafeBytes { TLSRemark.parse($0) } == nil)
    }

    @Test(arguments: ["ALPN: server accepted h2\n", "ALPN, server accepted to use h2\n"])
    func addsTheProtocolAndTheVerificationProblem(_ remark: String) {
        var details: HTTPTLSDetails?
        for line in [
            remark, "SSL connection using TLSv1.3 / X\n", remark,
            " SSL certificate verify result: certificate has expired (10), continuing anyway.\n",
        ] { Array(line.utf8).withUnsafeBytes { TLSRemark.add($0, to: &details) } }
        #expect(
            details
                == HTTPTLSDetails(
                    version: "TLSv1.3", cipher: "X", applicationProtocol: "h2", verifyProblem: "certificate has expired (10)"))
        Array("SSL connection using TLSv1.2 / Y".utf8).withUnsafeBytes { TLSRemark.add($0, to: &details) }
        #expect(details == HTTPTLSDetails(version: "TLSv1.2", cipher: "Y"))
    }

    @Test(
        arguments: [
            ("Uses proxy env variable http_proxy == 'http://u:p@ss@10.0.0.7:3128/'\n", "10.0.0.7:3128 of http_proxy"),
            ("Uses proxy env variable ALL_PROXY == 'socks5h://[::1]:1080'", "[::1]:1080 of ALL_PROXY"),
            ("Uses proxy env variable HTTPS_PROXY == 'proxy.example:8080'", "proxy.example:8080 of HTTPS_PROXY"),
            ("Uses proxy env variable no_proxy == 'localhost'", nil), ("Connected to localhost", nil),
        ] as [(String, String?)])
    func readsTheProxyOfTheEnvironment(_ remark: String, proxy: String?) {
        #expect(Array(remark.utf8).withUnsafeBytes { ProxyRemark.parse($0) } == proxy)
    }

    @Test(
        arguments: [
            ("REFUSED_STREAM, retrying a fresh connect\n", true), ("Downgrades to HTTP/1.1\n", true),
            ("HTTP/2 stream 3 refused by server, try again on a new connection\n", true),
            ("Connection died, retrying a fresh connect (retry count: 1)\n", false), ("HTTP/2 stream 3 was closed\n", false), ("", false),
        ])
    func findsARefusalWithoutEffect(_ remark: String, isRefusal: Bool) {
        #expect(Array(remark.utf8).withUnsafeBytes { RefusalRemark.matches($0) } == isRefusal)
    }

    @Test func readsNamesFromTheCertificate() {
        let certificate = CertificateChain.certificate(from: [
            "X509v3 Subject Alternative Name:DNS:a.example, DNS:trusted.example", "Cert:" + SampleCertificates.rsa,
        ])
        #expect(certificate.names == ["old.example"])
    }

    @Test func sortsTheFieldsOfACertificate() {
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
