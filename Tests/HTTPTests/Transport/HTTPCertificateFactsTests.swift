import Foundation
import TestFixtures
import Testing

@testable import HTTP

@Suite struct HTTPCertificateFactsTests {
    @Test func readsACertificateOfAnEllipticCurve() throws {
        let facts = try #require(HTTPCertificateFacts(pem: SampleCertificates.ec))
        #expect(facts.serialNumber == "01:A2:B3")
        #expect(facts.signatureAlgorithm == "ECDSA with SHA-256")
        #expect(facts.validFrom == Date(timeIntervalSince1970: 1_767_225_600))
        #expect(facts.validUntil == Date(timeIntervalSince1970: 1_798_761_600))
        #expect(facts.keyType == "EC P-256")
        #expect(facts.keyBitCount == 256)
        #expect(
            facts.names == [
                "api.example", "*.api.example", "192.0.2.7", "2001:db8::1", "a@api.example", "https://api.example/x",
            ])
        #expect(facts.fingerprint == "6942C19168F5EC8F86F622A0FC239BFC79F4FEE452E7A2A8FABA0572B55EAF5C")
        #expect(facts.pin == "sha256//fXHn+0FXPH+jvBOGQekzPkBWWM0T0g3q1rtzbkvlEkY=")
    }

    @Test func countsTheBitsOfRSAAndReadsBothFormsOfATime() throws {
        let facts = try #require(HTTPCertificateFacts(pem: SampleCertificates.rsa))
        #expect(facts.keyType == "RSA")
        #expect(facts.keyBitCount == 2048)
        #expect(HTTPDate.text(for: facts.validFrom) == "Mon, 01 Jun 2015 12:00:00 GMT")
        #expect(HTTPDate.text(for: facts.validUntil) == "Thu, 01 Jun 2051 12:00:00 GMT")
        #expect(facts.pin == "sha256//gl2Lw29yYZzzMS9zX06+mOH7YSJRzT8kGkteoo345KQ=")
        #expect(facts.fingerprint.hasPrefix("F54331C4"))
    }

    @Test func readsEd25519() throws {
        let facts = try #require(HTTPCertificateFacts(pem: SampleCertificates.ed25519))
        #expect(facts.keyType == "Ed25519")
        #expect(facts.keyBitCount == 256)
        #expect(facts.pin == "sha256//25gtVA/U+01od+0rcd1MkuhGUHPcK57x7rRin/odbx8=")
    }

    @Test(arguments: [(1_798_761_600.0, 0), (1_798_761_601, -1), (1_798_675_200, 1), (1_798_675_201, 0), (1_796_169_600, 30)])
    func countsWholeDays(_ moment: Double, days: Int) throws {
        let facts = try #require(HTTPCertificateFacts(pem: SampleCertificates.ec))
        #expect(facts.daysLeft(at: Date(timeIntervalSince1970: moment)) == days)
    }

    @Test func returnsNilForAnInvalidCertificate() throws {
        let der = try #require(
            Data(base64Encoded: SampleCertificates.ec.split(separator: "\n").dropFirst().dropLast().joined()).map { Array($0) })
        #expect(HTTPCertificateFacts(der: der) != nil)
        for count in 0..<der.count { #expect(HTTPCertificateFacts(der: Array(der.prefix(count))) == nil) }
        for pem in ["", "-----BEGIN CERTIFICATE-----", "-----BEGIN CERTIFICATE-----\nMII\n-----END CERTIFICATE-----"] {
            #expect(HTTPCertificateFacts(pem: pem) == nil)
        }
    }

    @Test func readsFactsFromTheCertificatesBytes() {
        var certificate = HTTPCertificate(subject: "CN = a", issuer: "CN = b")
        #expect(certificate.facts == nil)
        certificate.details = [HTTPHeaderField(name: "Cert", value: SampleCertificates.ec)]
        #expect(certificate.facts?.serialNumber == "01:A2:B3")
    }
}
