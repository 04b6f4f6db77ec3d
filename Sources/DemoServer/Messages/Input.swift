/// A text from a path or a query that is converted to a number, a size or a choice. The error says what was expected.
struct Input: Sendable {
    let name: String
    let text: String

    func integer(in range: ClosedRange<Int>) throws(Problem) -> Int {
        guard let number = Int(text), range.contains(number) else {
            throw wrong("a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// A time in seconds, with or without a fraction.
    func seconds(upTo most: Double) throws(Problem) -> Duration {
        guard let number = Double(text), number >= 0, number <= most else {
            throw wrong("a number of seconds from 0 to \(Int(most))")
        }
        return .seconds(number)
    }

    /// A number of bytes: `500`, `10k`, `5m`, `1g` in powers of 1000, `10ki`, `5mi`, `1gi` in powers of 1024.
    func byteCount(upTo most: Int) throws(Problem) -> Int {
        guard let count = ByteSize.parse(text), count <= most else {
            throw wrong("a size such as 500, 10k, 5m or 1g (powers of 1000; ki, mi, gi for powers of 1024), at most \(most)")
        }
        return count
    }

    /// One of a few words.
    func choice<Choice: CaseIterable & RawRepresentable<String>>(of type: Choice.Type) throws(Problem) -> Choice {
        guard let choice = Choice(rawValue: text.lowercased()) else {
            throw wrong("one of " + Choice.allCases.map(\.rawValue).joined(separator: ", "))
        }
        return choice
    }

    func wrong(_ expected: String) -> Problem {
        Problem(status: 400, title: "Bad value", detail: "“\(name)” is “\(text)”, expected \(expected).")
    }
}

extension Request {
    /// The value of a parameter in the route's pattern; nil if an optional one is missing.
    func parameter(optional name: String) -> Input? {
        parameters[name].map { Input(name: name, text: $0) }
    }

    /// The value of a parameter in the route's pattern.
    func parameter(_ name: String) -> Input {
        parameter(optional: name) ?? Input(name: name, text: "")
    }

    /// The first value of that name in the query, or the default.
    func input(_ name: String, default text: String) -> Input {
        Input(name: name, text: query(name) ?? text)
    }
}

/// Sizes as users write them.
enum ByteSize {
    private static let factors: [String: Int] = [
        "": 1, "k": 1000, "m": 1_000_000, "g": 1_000_000_000, "ki": 1 << 10, "mi": 1 << 20, "gi": 1 << 30,
    ]

    /// The number of bytes; nil if the text is not a size, or too large. The unit may end with a `b`.
    static func parse(_ text: String) -> Int? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let suffix = text.dropFirst(digits.count).lowercased()
        let unit = suffix.hasSuffix("b") ? String(suffix.dropLast()) : suffix
        guard let number = Int(digits), let factor = factors[unit] else { return nil }
        let (product, overflow) = number.multipliedReportingOverflow(by: factor)
        return overflow ? nil : product
    }
}
