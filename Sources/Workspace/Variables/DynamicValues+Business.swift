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
