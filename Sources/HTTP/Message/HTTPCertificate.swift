public import Platform

internal import Hashing

/// One certificate of a chain, as the TLS library reports it.
public struct HTTPCertificate: Hashable, Sendable {
    /// The subject.
    public var subject: String
    /// The issuer.
    public var issuer: String
    /// The subject alternative names.
    public var names: [String]
    /// The start of the validity period.
    public var notBefore: String
    /// The end of the validity period.
    public var notAfter: String
    /// All other reported details, in order; `Cert` holds the certificate as PEM.
    public var details: [HTTPHeaderField]

    /// Creates a certificate.
    public init(
        subject: String, issuer: String, names: [String] = [], notBefore: String = "", notAfter: String = "",
        details: [HTTPHeaderField] = []
    ) {
        self.subject = subject
        self.issuer = issuer
        self.names = names
        self.notBefore = notBefore
        self.notAfter = notAfter
        self.details = details
    }

    /// The details parsed from the certificate itself, at each call; nil if it was not reported or cannot be read.
    public var facts: HTTPCertificateFacts? {
        details.first { $0.name == "Cert" }.flatMap { HTTPCertificateFacts(pem: $0.value) }
    }
}

/// The details parsed from a certificate's bytes (RFC 5280 section 4.1). Nothing is verified: texts may contain control characters.
public struct HTTPCertificateFacts: Hashable, Sendable {
    /// The serial number: two upper-case hexadecimal digits for each byte, separated by colons.
    public let serialNumber: String
    /// The signature algorithm, such as `ECDSA with SHA-256`; the dotted identifier if it is unknown here.
    public let signatureAlgorithm: String
    /// The start of the validity period.
    public let validFrom: Date
    /// The end of the validity period.
    public let validUntil: Date
    /// The kind of key, such as `RSA` or `EC P-256`; the dotted identifier if it is unknown here.
    public let keyType: String
    /// The size of the key; nil for an unknown kind.
    public let keyBitCount: Int?
    /// The subject alternative names: hosts, addresses, mail addresses and URIs.
    public let names: [String]
    /// The SHA-256 digest of the certificate in upper-case hexadecimal digits.
    public let fingerprint: String
    /// The pin of the key for ``HTTPServerTrust/pinnedPublicKeys``: `sha256//` and base64.
    public let pin: String

    /// Parses the first certificate of a PEM text (RFC 7468); nil if there is none or it is malformed.
    public init?(pem: String) {
        guard let begin = pem.firstRange(of: "-----BEGIN CERTIFICATE-----"),
            let end = pem[begin.upperBound...].firstRange(of: "-----END CERTIFICATE-----"),
            let bytes = Base64.decode(String(pem[begin.upperBound..<end.lowerBound].filter { !$0.isWhitespace }))
        else { return nil }
        self.init(der: bytes)
    }

    /// Parses a certificate; nil if it is malformed.
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

    /// The number of whole days until the certificate expires, rounded down; negative after that.
    public func daysLeft(at moment: Date) -> Int {
        Int((validUntil.timeIntervalSince(moment) / 86_400).rounded(.down))
    }
}

/// The subject alternative names of a certificate (RFC 5280 section 4.2.1.6).
enum CertificateNames {
    private static let identifier = "2.5.29.17"

    /// The names in the fields after a certificate's key.
    static func names(in fields: ArraySlice<DERValue>) -> [String] {
        guard let extensions = fields.first(where: { $0.tag == DERValue.context(3) })?.children?.first?.children else { return [] }
        for parts in extensions.compactMap(\.children) where parts.first?.objectIdentifier == identifier {
            guard let octets = parts.last?.content, let names = DERValue(octets, tag: DERValue.sequence)?.children else { return [] }
            return names.compactMap(name)
        }
        return []
    }

    /// The text of a name; nil for kinds that are not text.
    private static func name(_ value: DERValue) -> String? {
        switch value.tag {
        case 0x81, 0x82, 0x86: String(decoding: value.content, as: UTF8.self)
        case 0x87: address(Array(value.content))
        default: nil
        }
    }

    private static func address(_ bytes: [UInt8]) -> String? {
        switch bytes.count {
        case 4: bytes.map { String($0) }.joined(separator: ".")
        case 16: IPv6Address.serialize(stride(from: 0, to: 16, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) })
        default: nil
        }
    }
}

/// The kind and the size of a certificate's key (`SubjectPublicKeyInfo` of RFC 5280 section 4.1.2.7).
struct CertificateKey {
    let type: String
    /// The size; nil for an unknown kind.
    let bitCount: Int?

    init?(_ info: DERValue) {
        guard let parts = info.children, parts.count == 2, let algorithm = parts[0].children, let kind = algorithm.first?.objectIdentifier
        else { return nil }
        switch kind {
        case "1.2.840.113549.1.1.1", "1.2.840.113549.1.1.10":
            // The bit string's first byte counts its unused bits.
            let numbers = DERValue(parts[1].content.dropFirst(), tag: DERValue.sequence)?.children
            (type, bitCount) = ("RSA", numbers?.first?.bitCount)
        case "1.2.840.10045.2.1":
            let curve = algorithm.dropFirst().first?.objectIdentifier
            let known = curve.flatMap { CertificateAlgorithms.curves[$0] }
            (type, bitCount) = ("EC " + (known?.name ?? curve ?? "custom curve"), known?.bitCount)
        case "1.2.840.10040.4.1":
            (type, bitCount) = ("DSA", algorithm.dropFirst().first?.children?.first?.bitCount)
        case "1.3.101.112": (type, bitCount) = ("Ed25519", 256)
        case "1.3.101.113": (type, bitCount) = ("Ed448", 456)
        default: (type, bitCount) = (kind, nil)
        }
    }
}

/// The names of algorithms and curves by identifier: RFC 3279, 4055, 5480, 5758 and 8410.
enum CertificateAlgorithms {
    static let signatures = [
        "1.2.840.113549.1.1.4": "RSA with MD5", "1.2.840.113549.1.1.5": "RSA with SHA-1", "1.2.840.113549.1.1.10": "RSA-PSS",
        "1.2.840.113549.1.1.11": "RSA with SHA-256", "1.2.840.113549.1.1.12": "RSA with SHA-384",
        "1.2.840.113549.1.1.13": "RSA with SHA-512", "1.2.840.10045.4.1": "ECDSA with SHA-1",
        "1.2.840.10045.4.3.2": "ECDSA with SHA-256", "1.2.840.10045.4.3.3": "ECDSA with SHA-384",
        "1.2.840.10045.4.3.4": "ECDSA with SHA-512", "1.2.840.10040.4.3": "DSA with SHA-1",
        "2.16.840.1.101.3.4.3.2": "DSA with SHA-256", "1.3.101.112": "Ed25519", "1.3.101.113": "Ed448",
    ]

    static let curves = [
        "1.2.840.10045.3.1.1": (name: "P-192", bitCount: 192), "1.3.132.0.33": (name: "P-224", bitCount: 224),
        "1.2.840.10045.3.1.7": (name: "P-256", bitCount: 256), "1.3.132.0.34": (name: "P-384", bitCount: 384),
        "1.3.132.0.35": (name: "P-521", bitCount: 521), "1.3.132.0.10": (name: "secp256k1", bitCount: 256),
    ]
}

/// A value in the Distinguished Encoding Rules (X.690 sections 8 and 10): a tag, a length, and the content.
struct DERValue {
    static let sequence: UInt8 = 0x30
    private static let utcTime: UInt8 = 0x17
    private static let generalizedTime: UInt8 = 0x18

    /// The tag of the context-specific, constructed element with this number, below 31.
    static func context(_ number: UInt8) -> UInt8 { 0xA0 | number }

    /// The identifier octet. Tags of more than one octet are not supported.
    let tag: UInt8
    /// The content octets.
    let content: ArraySlice<UInt8>
    /// The tag, length and content octets.
    let whole: ArraySlice<UInt8>

    /// Reads the value at the start of the bytes; nil if they are too short or the length is indefinite.
    init?(_ bytes: ArraySlice<UInt8>) {
        guard bytes.count >= 2, bytes[bytes.startIndex] & 0x1F != 0x1F else { return nil }
        var rest = bytes.dropFirst(2)
        var length = Int(bytes[bytes.startIndex + 1])
        if length >= 0x80 {
            let count = length & 0x7F
            guard (1...4).contains(count), rest.count >= count else { return nil }
            length = rest.prefix(count).reduce(0) { $0 << 8 | Int($1) }
            rest = rest.dropFirst(count)
        }
        guard rest.count >= length else { return nil }
        tag = bytes[bytes.startIndex]
        content = rest.prefix(length)
        whole = bytes[bytes.startIndex..<content.endIndex]
    }

    /// Reads a value if it has this tag.
    init?(_ bytes: ArraySlice<UInt8>, tag: UInt8) {
        guard let value = DERValue(bytes), value.tag == tag else { return nil }
        self = value
    }

    /// The values inside a constructed one; nil for a primitive value and for malformed content.
    var children: [DERValue]? {
        guard tag & 0x20 != 0 else { return nil }
        var values: [DERValue] = []
        var rest = content
        while !rest.isEmpty {
            guard let value = DERValue(rest) else { return nil }
            values.append(value)
            rest = rest[value.content.endIndex...]
        }
        return values
    }

    /// The dotted form of an object identifier; nil for other values.
    var objectIdentifier: String? {
        guard tag == 0x06, let last = content.last, last & 0x80 == 0 else { return nil }
        var numbers: [UInt64] = []
        var number: UInt64 = 0
        for byte in content {
            guard number >> 57 == 0 else { return nil }
            number = number << 7 | UInt64(byte & 0x7F)
            guard byte & 0x80 == 0 else { continue }
            numbers.append(number)
            number = 0
        }
        let first = min(numbers[0] / 40, 2)
        return ([first, numbers[0] - first * 40] + numbers.dropFirst()).map { String($0) }.joined(separator: ".")
    }

    /// A time in UTC, to the second, as in certificates (RFC 5280 section 4.1.2.5); nil for other values.
    var time: Date? {
        guard [Self.utcTime, Self.generalizedTime].contains(tag), content.last == UInt8(ascii: "Z"),
            content.dropLast().allSatisfy(ASCII.isDigit)
        else { return nil }
        let digits = content.dropLast().map { Int($0) - 0x30 }
        let yearDigits = tag == Self.utcTime ? 2 : 4
        guard digits.count == yearDigits + 10 else { return nil }
        let parts = stride(from: yearDigits, to: digits.count, by: 2).map { digits[$0] * 10 + digits[$0 + 1] }
        var year = digits.prefix(yearDigits).reduce(0) { $0 * 10 + $1 }
        if tag == Self.utcTime { year += year < 50 ? 2000 : 1900 }
        let civil = CivilTime(year: year, month: parts[0], day: parts[1], hour: parts[2], minute: parts[3], second: parts[4])
        return civil.isValid ? civil.date : nil
    }

    /// The number of bits of a non-negative integer; nil for other values.
    var bitCount: Int? {
        guard tag == 0x02, let start = content.firstIndex(where: { $0 != 0 }) else { return nil }
        return (content.endIndex - start) * 8 - content[start].leadingZeroBitCount
    }
}
