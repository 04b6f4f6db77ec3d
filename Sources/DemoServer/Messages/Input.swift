/// A value from a path or a query, on its way to being a number. What is no such number is the client's mistake, and the
/// problem that is thrown says what was expected.
struct Input: Sendable {
    let name: String
    let text: String

    func integer(in range: ClosedRange<Int>) throws(Problem) -> Int {
        guard let number = Int(text), range.contains(number) else {
            throw wrong("a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// A time in seconds, also with a fraction.
    func seconds(upTo most: Double) throws(Problem) -> Duration {
        guard let number = Double(text), number >= 0, number <= most else {
            throw wrong("a number of seconds from 0 to \(Int(most))")
        }
        return .seconds(number)
    }

    /// A byte count: `500`, `10k`, `5m`, `1g` in powers of 1000, `10ki`, `5mi`, `1gi` in powers of 1024.
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
    /// What stood in the path for that name of the route's pattern, `nil` where an optional one was left out.
    func parameter(optional name: String) -> Input? {
        parameters[name].map { Input(name: name, text: $0) }
    }

    /// What stood in the path for that name of the route's pattern.
    func parameter(_ name: String) -> Input {
        parameter(optional: name) ?? Input(name: name, text: "")
    }

    /// The first value of that name in the query.
    func input(_ name: String, default text: String) -> Input {
        Input(name: name, text: query(name) ?? text)
    }
}
