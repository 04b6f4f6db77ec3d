import JSON
import Testing

/// Agreement with JSONTestSuite on every text of which it says what a parser must do.
@Suite struct JSONTestSuiteTests {
    private static func isAccepted(_ bytes: [UInt8]) -> Bool { (try? JSONValue(parsing: bytes)) != nil }

    @Test func acceptsValidTexts() {
        #expect(AcceptedTexts.texts.count == 95)
        #expect(AcceptedTexts.texts.filter { !Self.isAccepted($0.text.bytes) }.map(\.name) == [])
    }

    @Test func refusesInvalidTexts() {
        #expect(RefusedTexts.texts.count == 188)
        #expect(RefusedTexts.texts.filter { Self.isAccepted($0.text.bytes) }.map(\.name) == [])
    }
}

/// A text of the suite: characters, or bytes where they are no UTF-8.
struct SuiteText: ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
    let bytes: [UInt8]

    init(stringLiteral value: String) { bytes = Array(value.utf8) }
    init(arrayLiteral elements: UInt8...) { bytes = elements }
}
