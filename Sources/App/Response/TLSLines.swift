import Engine
import HTTP
import Platform
import Screen
import Workspace

extension Exchange.Hop {
    /// True if the server's certificate was not checked.
    var isUnverified: Bool { metrics.connection?.tls?.isVerified == false }
}

/// The TLS parameters of each transfer and the certificates sent by the server.
enum TLSLines {
    private typealias Line = ResponseLines.Line
    private static let labelWidth = 14
    /// The maximum width of the lines with a certificate's names.
    private static let nameWidth = 60
    /// A certificate with fewer days left is marked.
    private static let fewDays = 30

    static func lines(_ exchange: Exchange) -> [ResponseLines.Line] {
        guard !exchange.hops.isEmpty else { return [Line(("No connection was used.", .textMuted))] }
        var shown: HTTPTLSDetails?
        return exchange.hops.enumerated().flatMap { index, hop -> [Line] in
            let title = Line(("\(index + 1). \(hop.method) ", .textStrong), (hop.url, .text))
            defer { shown = hop.metrics.connection?.tls ?? shown }
            return (exchange.hops.count > 1 ? [title] : []) + lines(of: hop, at: exchange.startedAt, shown: shown)
                + [Line(("", .text))]
        }
    }

    /// The lines of a transfer; `shown` is the TLS connection whose certificates are listed above.
    private static func lines(of hop: Exchange.Hop, at moment: Date, shown: HTTPTLSDetails?) -> [Line] {
        let isHTTPS = hop.url.lowercased().hasPrefix("https:")
        guard let connection = hop.metrics.connection else {
            return [Line((hop.error.map { "  There was no connection: \($0.message)" } ?? "  There was no connection.", .textMuted))]
        }
        guard let tls = connection.tls else {
            return isHTTPS
                ? [Line(("  The TLS parameters are not known.", .textMuted))]
                : [Line(("! ", .warning), ("This connection was not encrypted: anyone on the path can read and change everything.", .text))]
        }
        let again = connection.isReused ? "  (connection reused)" : ""
        var lines = [Line(("  " + agreed(tls), .textStrong), (again, .textMuted))]
        if !isHTTPS { lines.append(Line(("! ", .warning), ("TLS ended at the proxy: the rest of the way was not encrypted.", .text))) }
        lines += verification(tls)
        if tls.certificates == shown?.certificates, !tls.certificates.isEmpty {
            return lines + [Line(("  Same certificates as above.", .textMuted))]
        }
        return lines + tls.certificates.enumerated().flatMap { certificate($1, at: $0, sentAt: moment) }
    }

    private static func agreed(_ tls: HTTPTLSDetails) -> String {
        let parts = [tls.version ?? "TLS", tls.cipher, tls.applicationProtocol.map { "ALPN \($0)" } ?? "no ALPN"]
        return parts.compactMap { $0 }.joined(separator: ", ")
    }

    private static func verification(_ tls: HTTPTLSDetails) -> [Line] {
        let problem = tls.verifyProblem.map { [Line(("  The TLS library reported: ", .textMuted), ($0, .text))] } ?? []
        switch tls.isVerified {
        case true: return [Line(("✓ ", .success), ("The certificate is valid for this host and from a trusted authority.", .text))]
        case false:
            let warning = "Certificate checks were off: anyone on the path can read and change everything."
            return [Line(("! ", .warning), (warning, .text))] + problem
        case nil: return [Line(("  It is not known whether the certificate was checked.", .textMuted))]
        }
    }

    private static func certificate(_ certificate: HTTPCertificate, at index: Int, sentAt moment: Date) -> [Line] {
        let facts = certificate.facts
        let title = "  " + (index == 0 ? "The server's certificate" : "Certificate \(index + 1) of the chain")
        var lines = [Line(("", .text)), Line((title, .textStrong), (facts == nil ? "" : ": ", .textMuted))]
        if let facts { lines[1].pieces.append(standing(facts, at: moment)) }
        lines += [field("Subject", certificate.subject), field("Issuer", certificate.issuer)] + names(certificate.names)
        guard let facts else {
            return lines + [field("Valid from", certificate.notBefore), field("Valid until", certificate.notAfter)]
                + certificate.details.filter { $0.name != "Cert" }.map { field($0.name, $0.value) }
        }
        return lines + [
            field("Valid from", TimeText.moment(facts.validFrom)), field("Valid until", TimeText.moment(facts.validUntil)),
            field("Key", [facts.keyType, facts.keyBitCount.map { "\($0) bits" }].compactMap { $0 }.joined(separator: ", ")),
            field("Signature", facts.signatureAlgorithm), field("Serial number", facts.serialNumber),
            field("SHA-256", facts.fingerprint), field("Public key pin", facts.pin),
        ]
    }

    /// The validity of a certificate at the time of the request, with the days left.
    private static func standing(_ facts: HTTPCertificateFacts, at moment: Date) -> (text: String, role: StyleRole) {
        let days = facts.daysLeft(at: moment)
        if moment < facts.validFrom { return ("✗ not valid yet", .error) }
        return switch days {
        case ..<(-1): ("✗ expired \(-days - 1) days before this was sent", .error)
        case ..<0: ("✗ expired", .error)
        case 0..<fewDays: ("! \(days) \(days == 1 ? "day" : "days") left when this was sent", .warning)
        default: ("\(days) days left when this was sent", .success)
        }
    }

    private static func names(_ names: [String]) -> [Line] {
        var rows: [String] = []
        for name in names {
            if let last = rows.last, TextWidth.columns(of: last) + TextWidth.columns(of: name) + 2 <= nameWidth {
                rows[rows.count - 1] += ", " + name
            } else {
                rows.append(name)
            }
        }
        return rows.enumerated().map { field($0 == 0 ? "Names" : "", $1) }
    }

    private static func field(_ label: String, _ text: String) -> Line {
        Line(("    " + TextWidth.padded(label, columns: labelWidth) + " ", .textMuted), (text, .text))
    }
}
