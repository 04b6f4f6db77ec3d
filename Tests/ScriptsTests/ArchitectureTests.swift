import Foundation
import Testing

/// The functions that docs/architecture.md walks through exist under these names.
@Suite struct ArchitectureTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The walks: a title and the functions, as `Type.function`.
    private static func walks() throws -> [(title: String, functions: [String])] {
        let page = try String(contentsOf: root.appending(path: "docs/architecture.md"), encoding: .utf8)
        let section = try #require(page.components(separatedBy: "## Four walks\n").last?.components(separatedBy: "\n## ").first)
        return section.components(separatedBy: "\n\n").filter { $0.hasPrefix("**") }.map { walk in
            let functions = walk.matches(of: /`([A-Z]\w+\.[a-z]\w*)`/).map { String($0.1) }
            return (walk.components(separatedBy: "**")[1], functions.filter { !$0.hasPrefix("Effect.") })
        }
    }

    private static func sources() throws -> String {
        let files = FileManager.default.enumerator(at: root.appending(path: "Sources"), includingPropertiesForKeys: nil)
        let swift = (files?.allObjects as? [URL] ?? []).filter { $0.pathExtension == "swift" }
        return try swift.map { try String(contentsOf: $0, encoding: .utf8) }.joined(separator: "\n")
    }

    @Test func `there are four walks of at most twelve steps each`() throws {
        let walks = try Self.walks()
        #expect(walks.count == 4)
        for walk in walks { #expect((4...12).contains(walk.functions.count), "\(walk.title)") }
    }

    @Test func `every function of a walk exists`() throws {
        let sources = try Self.sources()
        for name in try Self.walks().flatMap(\.functions) {
            let parts = name.split(separator: ".")
            #expect(sources.contains(try Regex("(enum|struct|class|actor|extension) \(parts[0])\\b")), "\(name): no such type")
            #expect(sources.contains(try Regex("func \(parts[1])[(<]")), "\(name): no such function")
        }
    }
}
