#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension DynamicValues {
    static let commonFunctions: [String: Function] = [
        "uuid": { $0.uuid() },
        "guid": { $0.uuid() },
        "randomUUID": { $0.uuid() },
        "timestamp": { String(Int($0.now.timeIntervalSince1970)) },
        "isoTimestamp": { DateWords.iso($0.now) },
        "randomAlphaNumeric": { $0.characters(alphanumerics, 1) },
        "randomBoolean": { $0.pick(["true", "false"]) },
        "randomInt": { String($0.number(0...1000)) },
        "randomColor": { $0.pick(colors) },
        "randomHexColor": { "#" + $0.characters(hexDigits, 6) },
        "randomAbbreviation": { $0.pick(abbreviations) },
    ]

    static let internetFunctions: [String: Function] = [
        "randomIP": { values in (0..<4).map { _ in String(values.number(0...255)) }.joined(separator: ".") },
        "randomIPV6": { values in (0..<8).map { _ in values.characters(hexDigits, 4) }.joined(separator: ":") },
        "randomMACAddress": { values in (0..<6).map { _ in values.characters(hexDigits, 2) }.joined(separator: ":") },
        "randomPassword": { $0.characters(alphanumerics, 15) },
        "randomLocale": {
            $0.pick(["cs", "da", "de", "el", "en", "es", "fi", "fr", "hu", "it", "ja", "ko", "nl", "pl", "pt", "sv", "tr", "uk"])
        },
        "randomUserAgent": { values in
            let version = "\(values.number(90...140)).0"
            let system = values.pick(["X11; Linux x86_64", "Macintosh; Intel Mac OS X 10.15", "Windows NT 10.0; Win64; x64"])
            return "Mozilla/5.0 (\(system); rv:\(version)) Gecko/20100101 Firefox/\(version)"
        },
        "randomProtocol": { $0.pick(["http", "https"]) },
        "randomSemver": { values in (0..<3).map { _ in String(values.number(0...9)) }.joined(separator: ".") },
    ]

    static let domainFunctions: [String: Function] = [
        "randomDomainName": { $0.domain() },
        "randomDomainSuffix": { $0.pick(domainSuffixes) },
        "randomDomainWord": { $0.pick(firstNames).lowercased() },
        "randomEmail": { values in "\(values.userName())@\(values.pick(["gmail.com", "hotmail.com", "yahoo.com"]))" },
        "randomExampleEmail": { values in "\(values.userName())@example.\(values.pick(["com", "net", "org"]))" },
        "randomUserName": { $0.userName() },
        "randomUrl": { values in "\(values.pick(["http", "https"]))://\(values.domain())" },
    ]

    mutating func domain() -> String { "\(pick(Self.firstNames).lowercased()).\(pick(Self.domainSuffixes))" }

    mutating func userName() -> String {
        let last = number(0...1) == 0 ? "" : pick(["_", "."]) + pick(Self.lastNames)
        return pick(Self.firstNames) + last + String(number(1...99))
    }

    private static let domainSuffixes = ["com", "net", "org", "info", "biz", "name"]
    static let colors = [
        "azure", "black", "blue", "cyan", "fuchsia", "gold", "green", "grey", "indigo", "ivory", "lavender", "lime", "magenta", "maroon",
        "olive", "orange", "orchid", "pink", "plum", "purple", "red", "salmon", "silver", "tan", "teal", "turquoise", "violet", "white",
        "yellow",
    ]
    static let abbreviations = [
        "AI", "CSS", "DNS", "EXE", "FTP", "GB", "HDD", "HTTP", "IB", "IP", "JSON", "PCI", "PNG", "RAM", "RSS", "SAS", "SMS", "SMTP", "SQL",
        "SSD", "SSL", "TCP", "USB", "XML", "XSS",
    ]
}
