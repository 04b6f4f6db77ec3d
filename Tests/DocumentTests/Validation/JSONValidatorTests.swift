import Foundation
import Testing

@testable import Document

@Suite struct JSONValidatorTests {
    @Test(arguments: [
        "{}", "[]", " [ ] ", "1", "-0.5e+10", "\"\"", "null", "[1,2,[3],{\"a\":[]}]", "{\"a\":{\"b\":null},\"c\":\"\\u00e9\\n\\\\\"}",
        "[\"\\ud800\"]", "[1e9999]", "\"\u{7F}\"", "[true , false]", "{\"a\":1,\"a\":2}",
    ])
    func acceptsJSON(_ text: String) {
        #expect(fault(text) == nil)
    }

    @Test(
        arguments: [
            ("", .empty, 0), ("[1,]", .trailingComma, 3), ("{\"a\":1,}", .trailingComma, 7), ("[1 2]", .expectedSeparator, 3),
            ("{\"a\" 1}", .expectedColon, 5), ("{a:1}", .expectedKey, 1), ("[,1]", .expectedValue, 1), ("{\"a\":}", .expectedValue, 5),
            ("[1}", .wrongBracket, 2), ("]", .bracketWithoutPartner, 0), ("[01]", .number, 1), ("[1.]", .number, 1), ("[-]", .number, 1),
            ("[+1]", .word, 1), ("[NaN]", .word, 1), ("[tru]", .word, 1), ("[\"a\nb\"]", .controlCharacter, 3), ("[\"\\x\"]", .escape, 2),
            ("[\"\\u12g4\"]", .escape, 2), ("[\"a", .unfinishedString, 1), ("[1", .unfinished, 2), ("{\"a\":1", .unfinished, 6),
            ("1 2", .secondValue, 2), ("{} x", .secondValue, 3), ("[1] // no", .comment, 4), ("// no\n1", .comment, 0),
            ("[\"a\" \"b\"]", .expectedSeparator, 5), ("[1\u{A0}]", .number, 1), ("\u{FEFF}1", .word, 0), ("[\u{0C}1]", .word, 1),
            ("{\"a\":1 \"b\":2}", .expectedSeparator, 7), ("{\"a\",\"b\"}", .expectedColon, 4), ("{:1}", .expectedKey, 1),
        ] as [(String, JSONFault.Kind, Int)])
    func reportsTheProblemAndItsPosition(_ text: String, _ kind: JSONFault.Kind, _ offset: Int) {
        #expect(fault(text) == JSONFault(kind: kind, offset: offset))
    }

    @Test func valuesMayFollowEachOtherInJSONLines() {
        #expect(fault("{\"a\":1}\n[2]\n3\n", allowsManyValues: true) == nil)
    }

    @Test(arguments: UInt64(0)..<20)
    func validatesPiecesLikeTheWhole(_ seed: UInt64) {
        var random = RandomJSON(seed: seed)
        let bytes = random.damaged(Array(random.value(size: 2000).utf8), times: Int(seed % 3))
        var validator = JSONValidator()
        bytes.withUnsafeBytes { bytes in
            var end = 0
            while end < bytes.count {
                end = min(bytes.count, end + Int.random(in: 0...40, using: &random))
                validator.advance(over: UnsafeRawBufferPointer(rebasing: bytes[..<end]), isComplete: end == bytes.count)
            }
        }
        #expect(validator.fault == fault(String(decoding: bytes, as: UTF8.self)) || String(validating: bytes, as: UTF8.self) == nil)
    }

    @Test(arguments: UInt64(0)..<40)
    func agreesWithFoundation(_ seed: UInt64) {
        var random = RandomJSON(seed: seed)
        let bytes = random.damaged(Array(random.value(size: 300).utf8), times: Int(seed % 4))
        guard let text = String(validating: bytes, as: UTF8.self), !text.contains("\\ud83d") || seed % 4 == 0 else { return }
        let isJSON = (try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) != nil
        #expect((fault(text) == nil) == isJSON, "\(text)")
    }

    /// Cases of others (JSONTestSuite among them), where they are at hand.
    @Test(.enabled(if: Corpora.has("json_parse"), "APUS_CORPORA is not set")) func agreesWithOtherParsers() throws {
        for example in try Corpora.cases("json_parse") {
            let expected = try #require(example["expected"] as? String)
            let bytes = try #require(Data(base64Encoded: example["input_b64"] as? String ?? ""))
            var validator = JSONValidator()
            bytes.withUnsafeBytes { validator.advance(over: $0, isComplete: true) }
            guard !expected.hasPrefix("either"), String(validating: bytes, as: UTF8.self) != nil else { continue }
            #expect((validator.fault == nil) == (expected == "accept"), "\(example["id"] ?? "")")
        }
    }

    private func fault(_ text: String, allowsManyValues: Bool = false) -> JSONFault? {
        var validator = JSONValidator(allowsManyValues: allowsManyValues)
        Array(text.utf8).withUnsafeBytes { validator.advance(over: $0, isComplete: true) }
        return validator.fault
    }
}
