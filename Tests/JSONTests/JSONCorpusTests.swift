import Foundation
import JSON
import Testing

/// Agreement with the JSONTestSuite and other texts in the folder that `APUS_CORPORA` names.
struct JSONCorpusTests {
    private static let folder = ProcessInfo.processInfo.environment["APUS_CORPORA"] ?? ""

    private static var isThere: Bool { FileManager.default.fileExists(atPath: folder + "/cases") }

    private func cases(_ name: String) throws -> [(id: String, bytes: [UInt8], expected: String)] {
        let lines = try Data(contentsOf: URL(fileURLWithPath: "\(Self.folder)/cases/\(name).jsonl")).split(separator: UInt8(ascii: "\n"))
        return try lines.map { line in
            let value = try JSONValue(parsing: Array(line))
            let bytes = Data(base64Encoded: value["input_b64"]?.string ?? "") ?? Data()
            return (value["id"]?.string ?? "", Array(bytes), value["expected"]?.string ?? "")
        }
    }

    @Test(.enabled(if: isThere, "APUS_CORPORA is not set")) func agreesWithOtherParsers() throws {
        for item in try cases("json_parse") where !item.expected.hasPrefix("either") {
            let isAccepted = (try? JSONValue(parsing: item.bytes, limits: JSONLimits(depth: 600))) != nil
            #expect(isAccepted == (item.expected == "accept"), "\(item.id)")
        }
    }

    @Test(.enabled(if: isThere, "APUS_CORPORA is not set")) func prettyPrintingPreservesValues() throws {
        for item in try cases("json_transform") {
            guard let value = try? JSONValue(parsing: item.bytes) else { continue }
            #expect(try JSONValue(parsing: value.prettyBytes) == value, "\(item.id)")
            #expect(try JSONValue(parsing: value.compactBytes) == value, "\(item.id)")
        }
    }
}
