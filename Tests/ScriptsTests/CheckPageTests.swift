import Foundation
import Testing

/// `docs/ux-check.md` names tests, which are there.
@Suite struct CheckPageTests {
    private static let root = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL

    /// The text of all test files.
    private static func sources() throws -> [String] {
        let folder = root.appending(path: "Tests").path
        return try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".swift") }.map {
            try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8)
        }
    }

    @Test func `every test and every scene that the page names is there`() throws {
        let sources = try Self.sources()
        let page = try String(contentsOf: Self.root.appending(path: "docs/ux-check.md"), encoding: .utf8)
        let scenes = Self.root.appending(path: "Tests/__Snapshots__/AppTests/AppearanceSnapshotTests").path
        let pictures = try FileManager.default.contentsOfDirectory(atPath: scenes)
        for row in page.split(separator: "\n") where row.hasPrefix("| ") {
            var suite = ""
            for match in row.matches(of: #/`([A-Z]\w*(?:Tests|Scenarios))?(?:\.(\w+))?`/#) where match.output.0.count > 2 {
                if let name = match.output.1 { suite = String(name) }
                let declared = sources.filter { $0.contains("struct \(suite) {") || $0.contains("enum \(suite) {") }
                #expect(!declared.isEmpty, "\(suite)")
                guard let test = match.output.2 else { continue }
                #expect(declared.contains { $0.contains("func \(test)(") }, "\(suite).\(test)")
            }
            for match in row.matches(of: #/scenes? ((?:`[a-z-]+\*?`(?:, )?)+)/#) {
                for name in match.output.1.matches(of: #/[a-z-]+\*?/#).map(\.output) {
                    let isThere = pictures.contains { name.hasSuffix("*") ? $0.hasPrefix(name.dropLast()) : $0 == "\(name).txt" }
                    #expect(isThere, "scene \(name)")
                }
            }
        }
    }
}
