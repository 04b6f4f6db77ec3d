/// The kind and the size of a certificate's key (`SubjectPublicKeyInfo` of RFC 5280 section 4.1.2.7).
struct CertificateKey {
    let type: String
    /// Nil for a kind that is not known here.
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
            (type, bitCount) = ("EC " + (known?.name ?? curve ?? "of a curve of its own"), known?.bitCount)
        case "1.2.840.10040.4.1":
            (type, bitCount) = ("DSA", algorithm.dropFirst().first?.children?.first?.bitCount)
        case "1.3.101.112": (type, bitCount) = ("Ed25519", 256)
        case "1.3.101.113": (type, bitCount) = ("Ed448", 456)
        default: (type, bitCount) = (kind, nil)
        }
    }
}

/// Names of what certificates identify by number: RFC 3279, 4055, 5480, 5758 and 8410.
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
