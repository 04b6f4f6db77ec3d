import Foundation
import HTTP
import HTTPTesting
import Screen
import Testing
import Workspace

@testable import App

@Suite struct TLSLinesTests {
    private func texts(_ exchange: Exchange) -> [String] { TLSLines.lines(exchange).map(\.text) }

    private func text(_ exchange: Exchange) -> String { texts(exchange).joined(separator: "\n") }

    @Test func showsTheTLSParametersAndTheCertificate() {
        let text = text(Sample.secureExchange())
        for part in [
            "TLSv1.3, TLS_AES_256_GCM_SHA384, ALPN h2", "✓ The certificate is valid", "100 days left when this was sent",
            "Subject        CN = api.example", "Issuer         CN = Test Authority", "Names          api.example, *.api.example, 192.0.2.7",
            "Valid from     2026-01-01 00:00:00 UTC", "Valid until    2027-01-01 00:00:00 UTC", "Key            EC P-256, 256 bits",
            "Signature      ECDSA with SHA-256", "Serial number  01:A2:B3", "SHA-256        6942C191",
            "Public key pin sha256//fXHn+0FXPH+jvBOGQekzPkBWWM0T0g3q1rtzbkvlEkY=",
        ] { #expect(text.contains(part), "\(part)") }
    }

    @Test(arguments: [
        (30.5, "30 days left", StyleRole.success), (29.5, "! 29 days left", .warning), (1.5, "! 1 day left", .warning),
        (0.5, "! 0 days left", .warning), (-0.5, "✗ expired", .error), (-3.5, "✗ expired 3 days before this was sent", .error),
        (400, "✗ not valid yet", .error),
    ])
    func showsTheRemainingValidityInWords(days: Double, words: String, role: StyleRole) {
        let title = TLSLines.lines(Sample.secureExchange(daysLeft: days)).first { $0.text.contains("The server's certificate") }
        #expect(title?.pieces.last?.text.hasPrefix(words) == true)
        #expect(title?.pieces.last?.role == role)
    }

    @Test func showsDisabledChecksAndTheReportedProblem() {
        let exchange = Sample.secureExchange {
            $0.isVerified = false
            $0.verifyProblem = "certificate has expired (10)"
        }
        #expect(text(exchange).contains("! Certificate checks were off"))
        #expect(text(exchange).contains("The TLS library reported: certificate has expired (10)"))
        #expect(text(Sample.secureExchange { $0.isVerified = nil }).contains("It is not known whether"))
    }

    @Test func saysThatThereWasNoTLS() {
        var exchange = Sample.secureExchange()
        exchange.hops[0].metrics.connection?.tls = nil
        exchange.hops[0].url = "http://api.example/people"
        #expect(text(exchange).contains("This connection was not encrypted"))
        let warning = TLSLines.lines(exchange)[0]
        let rows = ResponseRows.rows(of: warning, number: 0, columns: 60)
        #expect(rows.map(\.indent) == [0, 2], "the text is aligned after its sign")
        let failure = String(repeating: "nothing listens there ", count: 4)
        let step = ResponseLines.Line((" 14 ms  ", .textMuted), (failure, .error))
        #expect(ResponseRows.rows(of: step, number: 0, columns: 60).map(\.indent) == [0, 8], "and after its time")
        exchange.hops[0].metrics.connection = nil
        #expect(text(exchange).contains("There was no connection."))
        exchange.hops.append(exchange.hops[0])
        #expect(texts(exchange).filter(\.isEmpty).count == 2, "a blank row follows each transfer")
        exchange.hops = []
        #expect(text(exchange) == "No connection was used.")
    }

    @Test func distinguishesTheTLSOfAProxy() {
        var exchange = Sample.secureExchange()
        exchange.hops[0].url = "http://api.example/people"
        #expect(text(exchange).contains("TLS ended at the proxy"))
    }

    @Test func aSecondTransferDoesNotRepeatTheCertificates() {
        var exchange = Sample.secureExchange()
        exchange.hops.append(exchange.hops[0])
        #expect(texts(exchange).filter { $0.contains("Serial number") }.count == 1)
        #expect(text(exchange).contains("Same certificates as above."))
        #expect(text(exchange).contains("2. GET https://api.example/people"))
    }

    @Test func showsTheLibrarysFieldsWithoutACertificate() {
        let exchange = Sample.secureExchange {
            $0.certificates = [
                HTTPCertificate(
                    subject: "CN = a\u{1B}[31m", issuer: "CN = b", notBefore: "s", notAfter: "e",
                    details: [HTTPHeaderField(name: "Serial Number", value: "1")])
            ]
        }
        for part in ["Valid from     s", "Valid until    e", "Serial Number  1"] { #expect(text(exchange).contains(part)) }
    }

    @Test func copiesALineAndEscapesControlCharacters() {
        var store = TestStore.withTree()
        store.start("one", url: "https://h/")
        store.send(.sending(.flight(.responded("one", ResponseHead(status: 200, reason: "OK", version: .http2, headers: [:])))))
        store.send(.sending(.flight(.finished(Sample.secureExchange { $0.certificates[0].subject = "CN = a\u{1B}[31mb" }))))
        store.send(.application(.focus(.response)))
        store.send(.response(.selectTab(.tls)))
        store.press(.character("j"))
        #expect(
            store.press(.character("y"), .character("y")) == [
                .copy("✓ The certificate is valid for this host and from a trusted authority.", name: "the line")
            ])
        #expect(!store.canvas.contains("\u{1B}"))
        #expect(store.canvas.contains("␛[31mb"))
    }
}
