/// Subject alternative names (RFC 5280 section 4.2.1.6).
enum CertificateNames {
    private static let identifier = "2.5.29.17"

    /// The names among what follows a certificate's key.
    static func names(in fields: ArraySlice<DERValue>) -> [String] {
        guard let extensions = fields.first(where: { $0.tag == DERValue.context(3) })?.children?.first?.children else { return [] }
        for parts in extensions.compactMap(\.children) where parts.first?.objectIdentifier == identifier {
            guard let octets = parts.last?.content, let names = DERValue(octets, tag: DERValue.sequence)?.children else { return [] }
            return names.compactMap(name)
        }
        return []
    }

    /// Kinds of names that are no text are left out.
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
