extension DynamicValues {
    static let grammarFunctions: [String: Function] = [
        "randomNoun": { $0.pick(nouns) },
        "randomVerb": { $0.pick(verbs.map(\.plain)) },
        "randomIngverb": { $0.pick(verbs.map(\.ing)) },
        "randomAdjective": { $0.pick(adjectives) },
        "randomWord": { $0.pick(nouns + adjectives) },
        "randomWords": { values in values.words(values.number(2...5), of: nouns + adjectives).joined(separator: " ") },
        "randomPhrase": { $0.phrase() },
    ]

    static let loremFunctions: [String: Function] = [
        "randomLoremWord": { $0.pick(lorem) },
        "randomLoremWords": { $0.words(3, of: lorem).joined(separator: " ") },
        "randomLoremSentence": { $0.sentence() },
        "randomLoremSentences": { $0.sentences(2...6, separator: " ") },
        "randomLoremParagraph": { $0.sentences(3...6, separator: " ") },
        "randomLoremParagraphs": { values in (0..<3).map { _ in values.sentences(3...6, separator: " ") }.joined(separator: "\n \r") },
        "randomLoremText": { $0.sentences(1...8, separator: " ") },
        "randomLoremSlug": { $0.words(3, of: lorem).joined(separator: "-") },
        "randomLoremLines": { $0.sentences(1...5, separator: "\n") },
    ]

    private mutating func phrase() -> String {
        let (first, second) = (Self.verbs[number(0...(Self.verbs.count - 1))], Self.verbs[number(0...(Self.verbs.count - 1))])
        return switch number(0...2) {
        case 0: "If we \(first.plain) the \(pick(Self.nouns)), we can \(second.plain) the \(pick(Self.adjectives)) \(pick(Self.nouns))!"
        case 1: "You can't \(first.plain) the \(pick(Self.nouns)) without \(second.ing) the \(pick(Self.adjectives)) \(pick(Self.nouns))!"
        default:
            "I'll \(first.plain) the \(pick(Self.adjectives)) \(pick(Self.abbreviations)) \(pick(Self.nouns)), that should \(second.plain) the \(pick(Self.nouns))!"
        }
    }

    private mutating func sentence() -> String {
        let text = words(number(3...10), of: Self.lorem).joined(separator: " ")
        return text.prefix(1).uppercased() + text.dropFirst() + "."
    }

    private mutating func sentences(_ count: ClosedRange<Int>, separator: String) -> String {
        (0..<number(count)).map { _ in sentence() }.joined(separator: separator)
    }

    static let nouns = [
        "alarm", "application", "array", "bandwidth", "bus", "capacitor", "card", "circuit", "driver", "feed", "firewall", "hard drive",
        "interface", "matrix", "microchip", "monitor", "panel", "pixel", "port", "program", "protocol", "sensor", "system", "transmitter",
    ]
    static let adjectives = [
        "1080p", "auxiliary", "back-end", "bluetooth", "cross-platform", "digital", "haptic", "mobile", "multi-byte", "neural", "online",
        "open-source", "optical", "primary", "redundant", "solid state", "virtual", "wireless",
    ]
    private static let verbs: [(plain: String, ing: String)] = [
        ("back up", "backing up"), ("bypass", "bypassing"), ("calculate", "calculating"), ("compress", "compressing"),
        ("connect", "connecting"),
        ("copy", "copying"), ("generate", "generating"), ("hack", "hacking"), ("index", "indexing"), ("input", "inputting"),
        ("navigate", "navigating"), ("override", "overriding"), ("parse", "parsing"), ("program", "programming"),
        ("quantify", "quantifying"),
        ("reboot", "rebooting"), ("synthesize", "synthesizing"), ("transmit", "transmitting"),
    ]
    private static let lorem = [
        "a", "ab", "accusamus", "ad", "alias", "aliquid", "amet", "animi", "aspernatur", "at", "aut", "autem", "beatae", "consequatur",
        "corporis", "culpa", "cum", "debitis", "delectus", "deserunt", "dicta", "dolor", "dolore", "ducimus", "ea", "eius", "enim", "eos",
        "error", "esse", "est", "et", "eum", "ex", "excepturi", "expedita", "facere", "fugiat", "harum", "hic", "id", "impedit", "in",
        "ipsam",
        "iste", "itaque", "iure", "labore", "laudantium", "libero", "magnam", "maxime", "minima", "modi", "molestiae", "natus", "nemo",
        "nihil",
        "nisi", "nobis", "non", "nostrum", "odio", "odit", "omnis", "optio", "pariatur", "perferendis", "placeat", "porro", "quae",
        "quaerat",
        "quas", "qui", "quia", "quis", "quo", "quod", "ratione", "recusandae", "rem", "repellat", "rerum", "saepe", "sed", "sequi",
        "similique",
        "sint", "sit", "soluta", "sunt", "tempora", "tenetur", "totam", "ullam", "unde", "ut", "vel", "velit", "veniam", "vero", "vitae",
        "voluptas", "voluptate", "voluptatem",
    ]
}
