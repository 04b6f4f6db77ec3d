internal import JSON
internal import RegularExpressions

/// Describes rules and values in plain words.
enum SchemaText {
    /// The unmet rule of a keyword for a single value as the rest of a sentence; nil if the value meets it.
    ///
    /// `namesValue` is true if the value belongs to the message.
    static func expectation(of check: SchemaCheck, unmetBy value: JSONValue) -> (text: String, namesValue: Bool)? {
        switch check {
        case .kinds(let kinds): return kinds.contains(value) ? nil : (kinds.phrase, true)
        case .values(let keys, let text): return keys.contains(value.comparisonKey) ? nil : (text, true)
        case .multiple(let divisor):
            guard let number = value.number, !DecimalNumber(number).isMultiple(of: divisor) else { return nil }
            return ("a multiple of \(plain(divisor))", true)
        case .bound(let bound, let isMaximum, let isExclusive): return unmet(bound, isMaximum, isExclusive, by: value)
        case .count(let thing, let isMaximum, let limit): return unmet(thing, isMaximum, limit, by: value)
        case .pattern(let pattern, let text):
            guard let string = value.string else { return nil }
            switch pattern.matches(string) {
            case true?: return nil
            case false?: return ("a text that matches \(text)", true)
            case nil: return ("a text that can be matched with \(text) in reasonable time", true)
            }
        case .format(let format):
            guard let string = value.string, !format.matches(string) else { return nil }
            return (format.phrase, true)
        case .content(let encoding, let mediaType):
            guard let string = value.string else { return nil }
            return SchemaFormat.unmetContent(string, encoding: encoding, mediaType: mediaType).map { ($0, false) }
        default: return nil
        }
    }

    private static func unmet(
        _ bound: DecimalNumber, _ isMaximum: Bool, _ isExclusive: Bool, by value: JSONValue
    ) -> (text: String, namesValue: Bool)? {
        guard let number = value.number.map(DecimalNumber.init) else { return nil }
        let isMet = isMaximum ? (isExclusive ? number < bound : number <= bound) : (isExclusive ? number > bound : number >= bound)
        if isMet { return nil }
        let relation = isExclusive ? (isMaximum ? "less than" : "greater than") : isMaximum ? "of at most" : "of at least"
        return ("a number \(relation) \(plain(bound))", true)
    }

    private static func unmet(
        _ thing: SchemaCheck.Counted, _ isMaximum: Bool, _ limit: Int, by value: JSONValue
    ) -> (text: String, namesValue: Bool)? {
        let count: Int
        let noun: String
        switch (thing, value) {
        case (.characters, .string(let text)): (count, noun) = (text.unicodeScalars.count, "character")
        case (.items, .array(let elements)): (count, noun) = (elements.count, "element")
        case (.properties, .object(let object)): (count, noun) = (Set(object.map(\.name)).count, "member")
        default: return nil
        }
        guard isMaximum ? count > limit : count < limit else { return nil }
        return ("at \(isMaximum ? "most" : "least") \(limit) \(noun)\(limit == 1 ? "" : "s"), not \(count)", false)
    }

    private static func plain(_ number: DecimalNumber) -> String { number.plainText }

    /// A short form of the value with its kind: `the string "abc"`.
    static func described(_ value: JSONValue) -> String {
        switch value {
        case .null, .array, .object: value.kindDescription
        case .bool: shown(value)
        case .number: "the number \(shown(value))"
        case .string: "the string \(shown(value))"
        }
    }

    /// The value on one line, cut to a few words.
    static func shown(_ value: JSONValue) -> String {
        switch value {
        case .array(let elements) where elements.count > 5: return "an array of \(elements.count) elements"
        case .object(let object) where object.count > 3: return "an object of \(object.count) members"
        case .string(let text): return JSONValue.string(String(text.prefix(60)) + (text.count > 60 ? "…" : "")).compactText
        default:
            let text = value.compactText
            return text.count > 60 ? text.prefix(60) + "…" : text
        }
    }
}
