/// Characters that stand for each other at one place of a pattern.
struct IRegexpSet: Sendable {
    enum Item: Sendable {
        case range(ClosedRange<UInt32>)
        /// A general category, by its one or two letters.
        case category(String, isNegated: Bool)
    }

    var items: [Item]
    var isNegated = false

    /// `.`: all but line ends (RFC 9485, section 5.3).
    static let any = IRegexpSet(items: [.range(0x0A...0x0A), .range(0x0D...0x0D)], isNegated: true)

    static func one(_ scalar: Unicode.Scalar) -> IRegexpSet { IRegexpSet(items: [.range(scalar.value...scalar.value)]) }

    func contains(_ scalar: Unicode.Scalar) -> Bool {
        let isMember = items.contains { item in
            switch item {
            case .range(let range): range.contains(scalar.value)
            case .category(let name, let isNegated): Self.category(of: scalar).hasPrefix(name) != isNegated
            }
        }
        return isMember != isNegated
    }

    /// The names of the categories that a pattern may use (RFC 9485, section 4).
    static let categories: Set<String> = [
        "L", "Ll", "Lm", "Lo", "Lt", "Lu", "M", "Mc", "Me", "Mn", "N", "Nd", "Nl", "No", "P", "Pc", "Pd", "Pe", "Pf", "Pi", "Po", "Ps", "Z",
        "Zl", "Zp", "Zs", "S", "Sc", "Sk", "Sm", "So", "C", "Cc", "Cf", "Cn", "Co",
    ]

    private static func category(of scalar: Unicode.Scalar) -> String {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter: "Lu"
        case .lowercaseLetter: "Ll"
        case .titlecaseLetter: "Lt"
        case .modifierLetter: "Lm"
        case .otherLetter: "Lo"
        case .nonspacingMark: "Mn"
        case .spacingMark: "Mc"
        case .enclosingMark: "Me"
        case .decimalNumber: "Nd"
        case .letterNumber: "Nl"
        case .otherNumber: "No"
        case .connectorPunctuation: "Pc"
        case .dashPunctuation: "Pd"
        case .openPunctuation: "Ps"
        case .closePunctuation: "Pe"
        case .initialPunctuation: "Pi"
        case .finalPunctuation: "Pf"
        case .otherPunctuation: "Po"
        case .mathSymbol: "Sm"
        case .currencySymbol: "Sc"
        case .modifierSymbol: "Sk"
        case .otherSymbol: "So"
        case .spaceSeparator: "Zs"
        case .lineSeparator: "Zl"
        case .paragraphSeparator: "Zp"
        case .control: "Cc"
        case .format: "Cf"
        case .surrogate: "Cs"
        case .privateUse: "Co"
        case .unassigned: "Cn"
        @unknown default: "Cn"
        }
    }
}
