public import Platform

/// The functions of `{{$name}}`: Postman's dynamic variables by their names (learning.postman.com, “Dynamic variables”), and `$uuid`.
///
/// Each use returns a new value. Names, words and places are invented or common; email addresses, domain names and URLs other than those of
/// pictures use the domains of RFC 2606, so that they reach nobody.
public struct DynamicValues: Sendable {
    typealias Function = @Sendable (inout DynamicValues) -> String

    /// The time for `$timestamp` and dates.
    let now: Date
    private var generator: any RandomNumberGenerator & Sendable

    /// Takes the time of the request and a random number generator.
    public init(now: Date, random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()) {
        self.now = now
        generator = random
    }

    /// All names without the dollar sign, sorted.
    public static let names: [String] = functions.keys.sorted()

    /// A value of the function, whose name some take with arguments (`randomInt 1 100`); nil if it does not exist.
    public mutating func value(of name: String) -> String? { Self.functions[name]?(&self) ?? value(withArguments: name) }

    /// True for the name of a function, with arguments that it takes.
    public static func has(_ name: String) -> Bool {
        if functions[name] != nil { return true }
        var values = DynamicValues(now: Date(timeIntervalSince1970: 0))
        return values.value(of: name) != nil
    }

    private static let functions: [String: Function] = [
        commonFunctions, internetFunctions, personFunctions, placeFunctions, imageFunctions, financeFunctions, businessFunctions,
        databaseFunctions, dateFunctions, domainFunctions, fileFunctions, storeFunctions, grammarFunctions, loremFunctions,
    ].reduce(into: [:]) { all, group in all.merge(group) { first, _ in first } }

    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }

    /// A random element; `words` must not be empty.
    mutating func pick(_ words: [String]) -> String { words[number(0...(words.count - 1))] }

    mutating func digits(_ count: Int) -> String { characters("0123456789", count) }

    mutating func characters(_ alphabet: String, _ count: Int) -> String {
        let all = Array(alphabet)
        return String((0..<count).map { _ in all[number(0...(all.count - 1))] })
    }

    mutating func words(_ count: Int, of list: [String]) -> [String] { (0..<count).map { _ in pick(list) } }

    /// A number with `digits` decimals.
    mutating func decimal(_ range: ClosedRange<Double>, digits: Int) -> String {
        let scale = (0..<digits).reduce(1) { scale, _ in scale * 10 }
        let scaled = number(Int(range.lowerBound) * scale...Int(range.upperBound) * scale)
        let fraction = String(abs(scaled) % scale)
        let zeros = String(repeating: "0", count: digits - fraction.count)
        return "\(scaled < 0 ? "-" : "")\(abs(scaled) / scale).\(zeros)\(fraction)"
    }

    /// A random UUID, version 4 (RFC 9562, section 5.4).
    mutating func uuid() -> String {
        var hex = Array(characters(Self.hexDigits, 32))
        hex[12] = "4"
        hex[16] = Array("89ab")[number(0...3)]
        var result = ""
        for (index, digit) in hex.enumerated() {
            if [8, 12, 16, 20].contains(index) { result += "-" }
            result.append(digit)
        }
        return result
    }

    static let hexDigits = "0123456789abcdef"
    static let letters = "abcdefghijklmnopqrstuvwxyz"
    static let alphanumerics = letters + letters.uppercased() + "0123456789"

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
        "randomEmail": { values in "\(values.userName())@\(values.exampleDomain())" },
        "randomExampleEmail": { values in "\(values.userName())@\(values.exampleDomain())" },
        "randomUserName": { $0.userName() },
        "randomUrl": { values in "\(values.pick(["http", "https"]))://\(values.domain())" },
    ]

    mutating func domain() -> String { "\(pick(Self.firstNames).lowercased()).\(exampleDomain())" }

    mutating func exampleDomain() -> String { pick(["example.com", "example.net", "example.org"]) }

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

    static let dateFunctions: [String: Function] = [
        "randomDateFuture": { DateWords.text(of: $0.date(1...31_536_000)) },
        "randomDatePast": { DateWords.text(of: $0.date(-31_536_000 ... -1)) },
        "randomDateRecent": { DateWords.text(of: $0.date(-86_400 ... -1)) },
        "randomWeekday": { $0.pick(DateWords.weekdays) },
        "randomMonth": { $0.pick(DateWords.months) },
    ]

    private mutating func date(_ seconds: ClosedRange<Int>) -> Date { now.addingTimeInterval(Double(number(seconds))) }
}

/// Dates in English, for any locale and time zone of the machine.
enum DateWords {
    static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
    static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
    ]

    /// `2020-06-09T21:10:36.177Z`.
    static func iso(_ date: Date) -> String { CivilTime.iso8601(secondsSince1970: date.timeIntervalSince1970) }

    /// The date as ECMAScript writes it: `Tue Mar 17 2020 13:11:50 GMT+0000 (Coordinated Universal Time)`.
    static func text(of date: Date) -> String {
        let time = time(of: date)
        let (day, clock) = (time.iso8601.dropFirst(8).prefix(2), time.iso8601.dropFirst(11).dropLast())
        let (weekday, month) = (weekdays[time.weekday].prefix(3), months[(time.month - 1) % 12].prefix(3))
        return "\(weekday) \(month) \(day) \(time.year) \(clock) GMT+0000 (Coordinated Universal Time)"
    }

    fileprivate static func time(of date: Date) -> CivilTime {
        CivilTime(secondsSince1970: Int(date.timeIntervalSince1970.rounded(.down)))
    }
}

extension DynamicValues {
    static let financeFunctions: [String: Function] = [
        "randomBankAccount": { $0.digits(8) },
        "randomBankAccountName": { $0.pick(["Auto Loan", "Checking", "Credit Card", "Home Loan", "Investment", "Savings"]) + " Account" },
        "randomCreditCardMask": { $0.digits(4) },
        "randomBankAccountBic": { $0.characters(letters.uppercased(), 6) + $0.characters(letters.uppercased() + "0123456789", 2) },
        "randomBankAccountIban": { $0.iban() },
        "randomTransactionType": { $0.pick(["deposit", "invoice", "payment", "withdrawal"]) },
        "randomCurrencyCode": { $0.pick(currencies.map(\.code)) },
        "randomCurrencyName": { $0.pick(currencies.map(\.name)) },
        "randomCurrencySymbol": { $0.pick(["$", "£", "€", "¥", "₹", "kr", "zł", "฿"]) },
        "randomBitcoin": { $0.pick(["1", "3"]) + $0.characters("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz", 33) },
    ]

    static let businessFunctions: [String: Function] = [
        "randomCompanyName": { "\($0.pick(lastNames)) \($0.pick(companySuffixes))" },
        "randomCompanySuffix": { $0.pick(companySuffixes) },
        "randomBs": { "\($0.pick(buzzVerbs)) \($0.pick(buzzAdjectives)) \($0.pick(buzzNouns))" },
        "randomBsAdjective": { $0.pick(buzzAdjectives) },
        "randomBsBuzz": { $0.pick(buzzVerbs) },
        "randomBsNoun": { $0.pick(buzzNouns) },
        "randomCatchPhrase": { "\($0.pick(phraseAdjectives)) \($0.pick(phraseDescriptors)) \($0.pick(phraseNouns))" },
        "randomCatchPhraseAdjective": { $0.pick(phraseAdjectives) },
        "randomCatchPhraseDescriptor": { $0.pick(phraseDescriptors) },
        "randomCatchPhraseNoun": { $0.pick(phraseNouns) },
    ]

    static let storeFunctions: [String: Function] = [
        "randomPrice": { $0.decimal(0...1000, digits: 2) },
        "randomProduct": { $0.pick(products) },
        "randomProductAdjective": { $0.pick(productAdjectives) },
        "randomProductMaterial": { $0.pick(materials) },
        "randomProductName": { "\($0.pick(productAdjectives)) \($0.pick(materials)) \($0.pick(products))" },
        "randomDepartment": {
            $0.pick([
                "Automotive", "Books", "Clothing", "Electronics", "Garden", "Health", "Home", "Movies", "Music", "Shoes", "Tools", "Toys",
            ])
        },
    ]

    /// A German IBAN: two check digits so that the number modulo 97 is 1 (ISO 13616).
    private mutating func iban() -> String {
        let account = digits(18)
        let rest = (account + "131400").reduce(0) { ($0 * 10 + ($1.wholeNumberValue ?? 0)) % 97 }  // D is 13, E is 14.
        let check = String(98 - rest)
        return "DE" + (check.count < 2 ? "0" : "") + check + account
    }

    private static let currencies: [(code: String, name: String)] = [
        ("AUD", "Australian Dollar"), ("BRL", "Brazilian Real"), ("CAD", "Canadian Dollar"), ("CHF", "Swiss Franc"),
        ("CZK", "Czech Koruna"),
        ("DKK", "Danish Krone"), ("EUR", "Euro"), ("GBP", "Pound Sterling"), ("INR", "Indian Rupee"), ("JPY", "Yen"),
        ("KES", "Kenyan Shilling"),
        ("MXN", "Mexican Peso"), ("NOK", "Norwegian Krone"), ("PLN", "Zloty"), ("SEK", "Swedish Krona"), ("THB", "Baht"),
        ("TRY", "Turkish Lira"),
        ("UAH", "Hryvnia"), ("USD", "US Dollar"), ("ZAR", "Rand"),
    ]
    private static let companySuffixes = ["and Sons", "Group", "Inc", "LLC"]
    private static let buzzVerbs = [
        "aggregate", "benchmark", "deliver", "deploy", "drive", "embrace", "empower", "enable", "engage", "evolve", "expedite", "extend",
        "facilitate", "generate", "grow", "harness", "incubate", "innovate", "integrate", "iterate", "leverage", "monetize", "optimize",
        "orchestrate", "repurpose", "scale", "streamline", "synergize", "transform", "transition", "unleash", "visualize",
    ]
    private static let buzzAdjectives = [
        "24/7", "back-end", "best-of-breed", "bleeding-edge", "compelling", "cross-platform", "cutting-edge", "distributed", "dynamic",
        "efficient", "end-to-end", "extensible", "frictionless", "front-end", "global", "granular", "holistic", "innovative", "interactive",
        "intuitive", "killer", "open-source", "plug-and-play", "proactive", "real-time", "robust", "scalable", "seamless", "sticky",
        "strategic", "turn-key", "value-added", "viral", "world-class",
    ]
    private static let buzzNouns = [
        "applications", "architectures", "bandwidth", "channels", "communities", "content", "convergence", "deliverables", "e-services",
        "experiences", "functionalities", "infrastructures", "initiatives", "interfaces", "markets", "methodologies", "metrics", "models",
        "networks", "niches", "paradigms", "partnerships", "platforms", "portals", "relationships", "schemas", "solutions", "synergies",
        "systems", "technologies", "users",
    ]
    private static let phraseAdjectives = [
        "Adaptive", "Advanced", "Balanced", "Business-focused", "Centralized", "Compatible", "Configurable", "Cross-platform",
        "Customizable", "Decentralized", "Distributed", "Down-sized", "Enhanced", "Ergonomic", "Extended", "Fully-configurable",
        "Fundamental", "Future-proofed", "Grass-roots", "Innovative", "Integrated", "Intuitive", "Managed", "Multi-layered", "Networked",
        "Open-source", "Optimized", "Persistent", "Polarised", "Proactive", "Quality-focused", "Reactive", "Robust", "Secured",
        "Self-enabling", "Sharable", "Stand-alone", "Streamlined", "Synchronised", "User-friendly", "Versatile",
    ]
    private static let phraseDescriptors = [
        "actuating", "analyzing", "asynchronous", "background", "bandwidth-monitored", "client-driven", "composite", "context-sensitive",
        "directional", "dynamic", "executive", "explicit", "fault-tolerant", "full-range", "heuristic", "high-level", "homogeneous",
        "hybrid", "incremental", "interactive", "intermediate", "leading edge", "local", "logistical", "mission-critical", "modular",
        "multi-state", "national", "needs-based", "optimizing", "real-time", "regional", "responsive", "scalable", "secondary", "stable",
        "static", "systematic", "tangible", "transitional", "upward-trending", "zero tolerance",
    ]
    private static let phraseNouns = [
        "ability", "access", "adapter", "algorithm", "alliance", "application", "approach", "archive", "array", "benchmark", "capability",
        "capacity", "collaboration", "concept", "core", "database", "definition", "encoding", "extranet", "firmware", "forecast",
        "framework", "function", "groupware", "hierarchy", "hub", "implementation", "installation", "interface", "knowledge base", "matrix",
        "middleware", "model", "moderator", "monitoring", "open architecture", "paradigm", "policy", "portal", "protocol", "secured line",
        "software", "strategy", "superstructure", "throughput", "toolset", "utilisation", "website", "workforce",
    ]
    private static let products = [
        "Bacon", "Ball", "Bike", "Car", "Chair", "Cheese", "Chicken", "Chips", "Computer", "Fish", "Gloves", "Hat", "Keyboard", "Mouse",
        "Pants",
        "Pizza", "Salad", "Sausages", "Shirt", "Shoes", "Soap", "Table", "Towels", "Tuna",
    ]
    private static let productAdjectives = [
        "Awesome", "Ergonomic", "Fantastic", "Generic", "Gorgeous", "Handcrafted", "Handmade", "Incredible", "Intelligent", "Licensed",
        "Practical", "Refined", "Rustic", "Sleek", "Small", "Tasty", "Unbranded",
    ]
    private static let materials = [
        "Concrete", "Cotton", "Fresh", "Frozen", "Granite", "Metal", "Plastic", "Rubber", "Soft", "Steel", "Wooden",
    ]
}

// MARK: Arguments

extension DynamicValues {
    /// The functions with arguments: numbers from the first up to, but not including, the second; a count of characters; an offset to the
    /// time (`-1 d`); a format of the time.
    fileprivate mutating func value(withArguments text: String) -> String? {
        let words = Self.words(text)
        guard let name = words.first, words.count > 1 else { return nil }
        let arguments = Array(words.dropFirst())
        let (format, date) = shifted(arguments)
        switch name {
        case "randomInt":
            let bounds = arguments.compactMap(Int.init)
            guard arguments.count == 2, bounds.count == 2, bounds[0] < bounds[1] else { return nil }
            return String(number(bounds[0]...bounds[1] - 1))
        case "randomAlphaNumeric", "randomAlphabetic", "randomHexadecimal":
            guard arguments.count == 1, let count = Int(arguments[0]), (1...10_000).contains(count) else { return nil }
            let letters = Self.letters + Self.letters.uppercased()
            return characters(
                name == "randomHexadecimal" ? Self.hexDigits : name == "randomAlphabetic" ? letters : Self.alphanumerics, count)
        case "timestamp" where format.isEmpty: return date.map { String(Int($0.timeIntervalSince1970.rounded(.down))) }
        case "isoTimestamp" where format.isEmpty: return date.map(DateWords.iso)
        case "datetime" where format.contains { !$0.isEmpty }: return date.flatMap { DateWords.text(of: $0, format.joined(separator: " ")) }
        default: return nil
        }
    }

    /// The words of a text; quotes around one are removed, and it may contain spaces.
    private static func words(_ text: String) -> [String] {
        var words: [String] = []
        var rest = text.drop { $0 == " " }
        while let first = rest.first {
            let inner = rest.dropFirst()
            if first == "\"" || first == "'", let end = inner.firstIndex(of: first), inner[end...].dropFirst().first ?? " " == " " {
                words.append(String(inner[..<end]))
                rest = inner[end...].dropFirst()
            } else {
                words.append(String(rest.prefix { $0 != " " }))
                rest = rest.drop { $0 != " " }
            }
            rest = rest.drop { $0 == " " }
        }
        return words
    }

    private static let seconds: [String: Double] = ["ms": 0.001, "s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 604_800]
    private static let months = ["M": 1, "Q": 3, "y": 12]

    /// The time with the offset at the end of the words, and the words before it; nil for a time outside of the years 0 to 9999.
    private func shifted(_ words: [String]) -> (rest: [String], date: Date?) {
        guard words.count > 1, let unit = words.last, let count = Int(words[words.count - 2]) else { return (words, now) }
        let rest = Array(words.dropLast(2))
        guard abs(Double(count)) <= 1e12 else { return (rest, nil) }
        if let seconds = Self.seconds[unit] {
            let date = now.addingTimeInterval(Double(count) * seconds)
            return (rest, DateWords.time(of: date).isValid ? date : nil)
        }
        guard let months = Self.months[unit] else { return (words, now) }
        var time = DateWords.time(of: now)
        let fraction = now.timeIntervalSince1970 - Double(time.secondsSince1970)
        let month = time.year * 12 + time.month - 1 + count * months
        guard month >= 0 else { return (rest, nil) }
        (time.year, time.month) = (month / 12, month % 12 + 1)
        // The last day of a shorter month.
        while !time.isValid, time.day > 28 { time.day -= 1 }
        return (rest, time.isValid ? Date(timeIntervalSince1970: Double(time.secondsSince1970) + fraction) : nil)
    }
}

extension DateWords {
    /// The date in UTC in a format of Day.js (`YYYY-MM-DD`, with literal text in brackets), or as `iso8601` or `rfc1123`; nil for other
    /// letters.
    fileprivate static func text(of date: Date, _ format: String) -> String? {
        let time = time(of: date)
        if format == "iso8601" { return iso(date) }
        if format == "rfc1123" { return time.httpDate }
        func padded(_ number: Int, _ count: Int = 2) -> String {
            String(repeating: "0", count: max(0, count - "\(number)".count)) + "\(number)"
        }
        let (month, day, hour) = (months[(time.month - 1) % 12], weekdays[time.weekday], (time.hour + 11) % 12 + 1)
        let tokens: [(String, String)] = [
            ("YYYY", padded(time.year, 4)), ("YY", padded(time.year % 100)), ("MMMM", month), ("MMM", "\(month.prefix(3))"),
            ("MM", padded(time.month)), ("M", "\(time.month)"), ("DD", padded(time.day)), ("D", "\(time.day)"), ("dddd", day),
            ("ddd", "\(day.prefix(3))"), ("dd", "\(day.prefix(2))"), ("d", "\(time.weekday)"), ("HH", padded(time.hour)),
            ("H", "\(time.hour)"), ("hh", padded(hour)), ("h", "\(hour)"), ("mm", padded(time.minute)), ("m", "\(time.minute)"),
            ("SSS", "\(iso(date).dropLast().suffix(3))"), ("ss", padded(time.second)), ("s", "\(time.second)"),
            ("A", time.hour < 12 ? "AM" : "PM"), ("a", time.hour < 12 ? "am" : "pm"), ("ZZ", "+0000"), ("Z", "+00:00"),
        ]
        var result = ""
        var rest = format[...]
        while let first = rest.first {
            if first == "[", let end = rest.firstIndex(of: "]") {
                result += rest[rest.index(after: rest.startIndex)..<end]
                rest = rest[end...].dropFirst()
            } else if let token = tokens.first(where: { rest.hasPrefix($0.0) }) {
                result += token.1
                rest = rest.dropFirst(token.0.count)
            } else {
                // The letter between day and time is no token.
                guard !(first.isASCII && first.isLetter) || first == "T" else { return nil }
                result.append(first)
                rest = rest.dropFirst()
            }
        }
        return result
    }
}
