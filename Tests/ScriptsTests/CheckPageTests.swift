import Foundation
import Testing

/// `docs/promises.md` and `docs/safety.md` name tests, which are there.
@Suite struct CheckPageTests {
    private static let root = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL

    /// The text of the files of each suite.
    private static func suites() throws -> [Substring: String] {
        let folder = root.appending(path: "Tests").path
        var suites: [Substring: String] = [:]
        for file in try FileManager.default.subpathsOfDirectory(atPath: folder) where file.hasSuffix(".swift") {
            let text = String(decoding: try Data(contentsOf: URL(filePath: "\(folder)/\(file)")), as: UTF8.self)
            for line in text.utf8.split(separator: UInt8(ascii: "\n")) where line.last == UInt8(ascii: "{") {
                let words = line.split(separator: UInt8(ascii: " ")).suffix(3)
                guard let name = words.dropLast().last, let kind = words.first,
                    kind.elementsEqual("struct".utf8) || kind.elementsEqual("enum".utf8)
                else { continue }
                suites[Substring(name), default: ""] += text
            }
        }
        return suites
    }

    @Test func `every test and every scene on the page exists`() throws {
        let suites = try Self.suites()
        let page = try String(contentsOf: Self.root.appending(path: "docs/promises.md"), encoding: .utf8)
        let scenes = Self.root.appending(path: "Tests/__Snapshots__/AppTests/AppearanceSnapshotTests").path
        let pictures = try FileManager.default.contentsOfDirectory(atPath: scenes)
        for row in page.split(separator: "\n") where row.hasPrefix("| ") {
            var suite: Substring = ""
            for match in row.matches(of: #/`([A-Z]\w*(?:Tests|Scenarios))?(?:\.(\w+))?`/#) where match.output.0.count > 2 {
                if let name = match.output.1 { suite = name }
                let text = suites[suite]
                #expect(text != nil, "\(suite)")
                guard let test = match.output.2 else { continue }
                #expect(text?.contains("func \(test)(") == true, "\(suite).\(test)")
            }
            for match in row.matches(of: #/scenes? ((?:`[a-z-]+\*?`(?:, )?)+)/#) {
                for name in match.output.1.matches(of: #/[a-z-]+\*?/#).map(\.output) {
                    let isThere = pictures.contains { name.hasSuffix("*") ? $0.hasPrefix(name.dropLast()) : $0 == "\(name).txt" }
                    #expect(isThere, "scene \(name)")
                }
            }
        }
    }

    @Test func `every attack names an existing test`() throws {
        let suites = try Self.suites()
        let page = try String(contentsOf: Self.root.appending(path: "docs/safety.md"), encoding: .utf8)
        let table = try #require(page.components(separatedBy: "\n## Attacks").last)
        let rows = table.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst(2)
        #expect(rows.count > 20)
        for row in rows {
            let tests = row.matches(of: #/`(\w+Tests)` “([^”]+)”/#).map(\.output)
            #expect(!tests.isEmpty, "\(row)")
            for test in tests {
                let text = suites[test.1] ?? ""
                #expect(text.contains("func `\(test.2)`(") || text.contains("func \(test.2)("), "\(test.1) “\(test.2)”")
            }
        }
    }
}
