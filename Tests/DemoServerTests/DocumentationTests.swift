import Foundation
import Testing

@testable import DemoServer

@Suite struct DocumentationTests {
    private static let page = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/demo-server.md")
        .standardized
    private static let start = "<!-- endpoints -->\n"
    private static let end = "<!-- /endpoints -->"

    @Test func thePageListsTheRouteTable() throws {
        let text = try String(contentsOf: Self.page, encoding: .utf8)
        let from = try #require(text.firstRange(of: Self.start)).upperBound
        let to = try #require(text.firstRange(of: Self.end)).lowerBound
        if ProcessInfo.processInfo.environment["UPDATE_SNAPSHOTS"] == "1" {
            try (text[..<from] + Self.tables + text[to...]).write(to: Self.page, atomically: true, encoding: .utf8)
        } else {
            #expect(text[from..<to] == Self.tables, "run `make docs`")
        }
    }

    private static var tables: String {
        RouteTable.groups(services: .live).map { group in
            let rows = group.routes.map(\.endpoint).map { "| \($0.method) | `\($0.path)` | \($0.summary) |\n" }
            return "\n### \(group.title)\n\n| method | path | what it does |\n| --- | --- | --- |\n\(rows.joined())"
        }.joined() + "\n"
    }
}
