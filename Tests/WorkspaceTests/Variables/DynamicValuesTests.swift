import Foundation
import Testing
import Workspace

/// Postman's functions.
struct DynamicValuesTests {
    private static let now = Date(timeIntervalSince1970: 1_591_737_036.177)

    @Test(
        arguments: [
            ("randomInt 5 6", "5"), ("randomInt -2 -1", "-2"), ("timestamp -1 d", "1591650636"), ("timestamp 1500 ms", "1591737037"),
            ("isoTimestamp 1 y", "2021-06-09T21:10:36.177Z"), ("datetime rfc1123", "Tue, 09 Jun 2020 21:10:36 GMT"),
            (#"datetime "YYYY MM""#, "2020 06"),
            ("datetime 'YYYY' -1 y", "2019"), ("datetime iso8601 1 x", nil), (#"datetime YYYY-MM-DD "Europe/Berlin""#, nil),
            ("datetime Do", nil), ("datetime YYYY年M月", "2020年6月"), (#"datetime """#, nil),
            ("datetime YYYY-MM-DDTHH:mm", "2020-06-09T21:10"),
            ("datetime iso8601 -3 M", "2020-03-09T21:10:36.177Z"), ("datetime YYYY-MM-DD", "2020-06-09"),
            ("datetime D/M/YY hh:mm:ss.SSS A [at] dddd 1 w", "16/6/20 09:10:36.177 PM at Tuesday"),
            ("randomInt 5", nil), ("randomInt 6 5", nil), ("randomInt a b", nil), ("uuid 1", nil), ("datetime", nil),
            ("timestamp 1 x", nil),
            ("datetime YYYY 99999 y", nil), ("randomAlphaNumeric 0", nil), ("none 1", nil),
        ] as [(String, String?)])
    func `a function takes arguments`(name: String, expected: String?) {
        var values = DynamicValues(now: Self.now, random: CountingGenerator())
        #expect(values.value(of: name) == expected)
        #expect(DynamicValues.has(name) == (expected != nil))
    }

    @Test func `characters have a number`() {
        var values = DynamicValues(now: Self.now, random: CountingGenerator())
        for name in ["randomAlphaNumeric", "randomAlphabetic", "randomHexadecimal"] { #expect(values.value(of: "\(name) 12")?.count == 12) }
    }

    @Test func givesAValueForEveryName() {
        var values = DynamicValues(now: Self.now, random: CountingGenerator())
        #expect(DynamicValues.names.count >= 110)
        for name in DynamicValues.names {
            let value = values.value(of: name)
            #expect(value?.isEmpty == false, "\(name)")
            #expect(value?.contains("{{") == false, "\(name)")
        }
    }

    @Test(arguments: [
        ("uuid", #"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"#),
        ("guid", #"[0-9a-f-]{36}"#),
        ("timestamp", #"1591737036"#),
        ("isoTimestamp", #"2020-06-09T21:10:36\.177Z"#),
        ("randomInt", #"[0-9]{1,4}"#),
        ("randomBoolean", #"true|false"#),
        ("randomHexColor", #"#[0-9a-f]{6}"#),
        ("randomIP", #"([0-9]{1,3}\.){3}[0-9]{1,3}"#),
        ("randomIPV6", #"([0-9a-f]{4}:){7}[0-9a-f]{4}"#),
        ("randomMACAddress", #"([0-9a-f]{2}:){5}[0-9a-f]{2}"#),
        ("randomPassword", #"[A-Za-z0-9]{15}"#),
        ("randomPhoneNumber", #"[0-9]{3}-[0-9]{3}-[0-9]{4}"#),
        ("randomLatitude", #"-?[0-9]{1,2}\.[0-9]{4}"#),
        ("randomPrice", #"[0-9]{1,4}\.[0-9]{2}"#),
        ("randomEmail", #"[^@]+@example\.(com|net|org)"#), ("randomDomainName", #"[a-z]+\.example\.(com|net|org)"#),
        ("randomUrl", #"https?://[a-z]+\.example\.(com|net|org)"#),
        ("randomExampleEmail", #"[^@]+@example\.(com|net|org)"#),
        ("randomDatePast", #"[A-Z][a-z]{2} [A-Z][a-z]{2} [0-9]{2} (2019|2020) [0-9:]{8} GMT\+0000 \(Coordinated Universal Time\)"#),
        ("randomBankAccountIban", #"DE[0-9]{20}"#),
        ("randomLoremSlug", #"[a-z]+-[a-z]+-[a-z]+"#),
    ])
    func valuesHaveTheFormOfTheirName(name: String, form: String) throws {
        var values = DynamicValues(now: Self.now, random: CountingGenerator())
        let pattern = try Regex(form)
        for _ in 0..<20 {
            let value = values.value(of: name) ?? ""
            #expect(value.wholeMatch(of: pattern) != nil, "\(value)")
        }
    }

    @Test func accountNumbersHaveTheRightCheckDigits() {
        var values = DynamicValues(now: Self.now, random: CountingGenerator())
        let number = values.value(of: "randomBankAccountIban") ?? ""
        let rotated = number.dropFirst(4) + "1314" + number.dropFirst(2).prefix(2)
        #expect(rotated.reduce(0) { ($0 * 10 + ($1.wholeNumberValue ?? 0)) % 97 } == 1)
    }

    @Test func returnsNilForUnknownNames() {
        var values = DynamicValues(now: Self.now)
        #expect(values.value(of: "randomNothing") == nil)
    }
}
