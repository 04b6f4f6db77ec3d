#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The functions of `{{$name}}`: those of Postman, by their names (learning.postman.com, “Dynamic variables”), and `$uuid`.
///
/// Each use gives another value. Names, words and places are made up or everyday; addresses are of `example` domains where they would
/// reach somebody.
public struct DynamicValues: Sendable {
    typealias Function = @Sendable (inout DynamicValues) -> String

    /// What `$timestamp` and the dates go by.
    let now: Date
    private var random: any RandomNumberGenerator & Sendable

    /// Takes the time of the request, and where chance comes from.
    public init(now: Date, random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()) {
        self.now = now
        self.random = random
    }

    /// All names without the dollar sign, sorted.
    public static let names: [String] = functions.keys.sorted()

    /// A value of the function; nil where there is none of that name.
    public mutating func value(of name: String) -> String? { Self.functions[name]?(&self) }

    private static let functions: [String: Function] = [
        commonFunctions, internetFunctions, personFunctions, placeFunctions, imageFunctions, financeFunctions, businessFunctions,
        databaseFunctions, dateFunctions, domainFunctions, fileFunctions, storeFunctions, grammarFunctions, loremFunctions,
    ].reduce(into: [:]) { all, group in all.merge(group) { first, _ in first } }
}

extension DynamicValues {
    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

    mutating func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }

    /// One of them; the lists here are never empty.
    mutating func pick(_ words: [String]) -> String { words[number(0...(words.count - 1))] }

    mutating func digits(_ count: Int) -> String { characters("0123456789", count) }

    mutating func characters(_ alphabet: String, _ count: Int) -> String {
        let all = Array(alphabet)
        return String((0..<count).map { _ in all[number(0...(all.count - 1))] })
    }

    mutating func words(_ count: Int, of list: [String]) -> [String] { (0..<count).map { _ in pick(list) } }

    /// With so many digits after the point.
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
}
