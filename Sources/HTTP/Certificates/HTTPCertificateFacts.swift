internal import Hashing

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What a certificate's own bytes say (RFC 5280 section 4.1). Nothing is checked: it is what a stranger sent, texts with controls included.
public struct HTTPCertificateFacts: Hashable, Sendable {
    /// Two upper-case hexadecimal digits for each byte, colons between.
    public let serialNumber: String
    /// Such as `ECDSA with SHA-256`; the dotted identifier of one that has no name here.
    public let signatureAlgorithm: String
    /// The first moment that it holds.
    public let validFrom: Date
    /// The last moment that it holds.
    public let validUntil: Date
    /// Such as `RSA` or `EC P-256`; the dotted identifier of one that has no name here.
    public let keyType: String
    /// The key's size; nil for a kind that is not known here.
    public let keyBitCount: Int?
    /// Subject alternative names: hosts, addresses, mail addresses and URIs.
    public let names: [String]
    /// SHA-256 of the certificate, as upper-case hexadecimal digits.
    public let fingerprint: String
    /// The pin of the key, as ``HTTPServerTrust/pinnedPublicKeys`` wants it: `sha256//` and base64.
    public let pin: String

    /// Reads the first certificate of a PEM text (RFC 7468); nil where there is none or it breaks the rules.
    public init?(pem: String) {
        guard let begin = pem.firstRange(of: "-----BEGIN CERTIFICATE-----"),
            let end = pem[begin.upperBound...].firstRange(of: "-----END CERTIFICATE-----"),
            let bytes = Base64.decode(String(pem[begin.upperBound..<end.lowerBound].filter { !$0.isWhitespace }))
        else { return nil }
        self.init(der: bytes)
    }

    /// Reads a certificate; nil for bytes that are none.
    public init?(der: [UInt8]) {
        guard let certificate = DERValue(der[...], tag: DERValue.sequence), let parts = certificate.children, parts.count == 3,
            var fields = parts[0].children?[...]
        else { return nil }
        if fields.first?.tag == DERValue.context(0) { fields.removeFirst() }
        guard fields.count >= 6 else { return nil }
        let (validity, key) = (fields[fields.startIndex + 3], fields[fields.startIndex + 5])
        guard let times = validity.children, times.count == 2, let from = times[0].time, let until = times[1].time,
            let algorithm = CertificateKey(key), let signature = parts[1].children?.first?.objectIdentifier
        else { return nil }
        serialNumber = fields[fields.startIndex].content.map { [$0].hexadecimal.uppercased() }.joined(separator: ":")
        signatureAlgorithm = CertificateAlgorithms.signatures[signature] ?? signature
        (validFrom, validUntil) = (from, until)
        (keyType, keyBitCount) = (algorithm.type, algorithm.bitCount)
        names = CertificateNames.names(in: fields.dropFirst(6))
        fingerprint = HashAlgorithm.sha256.digest(of: certificate.whole).hexadecimal.uppercased()
        pin = "sha256//" + Base64.encode(HashAlgorithm.sha256.digest(of: key.whole))
    }

    /// Whole days from a moment until it ends, rounded down; negative from the first second behind its end on.
    public func daysLeft(at moment: Date) -> Int {
        Int((validUntil.timeIntervalSince(moment) / 86_400).rounded(.down))
    }
}
