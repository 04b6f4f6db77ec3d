import Foundation
import Testing

@testable import Interchange

/// `docs/import.md` against the formats in the code.
@Suite struct ImportDocumentTests {
    private let text: String

    init() throws {
        let url = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../docs/import.md").standardized
        text = try String(contentsOf: url, encoding: .utf8)
    }

    /// The cells of the rows of the table below a heading.
    private func rows(below heading: String) -> [[String]] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).drop { $0 != heading }.dropFirst()
        let table = lines.drop { !$0.hasPrefix("|") }.prefix { $0.hasPrefix("|") }
        return table.dropFirst(2).map { $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) } }
    }

    /// Other names of formats: the programs of commands, and endings.
    private static let others = ["wget": "curl", "PowerShell": "curl", ".rest": ".http"]

    @Test func `the table lists exactly the formats of the code`() {
        let names = rows(below: "## Formats").flatMap { row in
            row[0].replacing("`", with: "").split(separator: ", ").map(String.init)
        }
        let shown = Set(names.map { Self.others[$0] ?? $0 })
        // OpenCollection is a version of Bruno.
        let titles = Set(ImportFormat.all.map { $0.title == "OpenCollection" ? "Bruno" : $0.title })
        #expect(shown == titles)
        #expect(names.count == Set(names).count)
        #expect(ImportFolderFormat.all.allSatisfy { titles.contains($0.title) }, "\(ImportFolderFormat.all.map(\.title))")
        #expect(rows(below: "## Formats").contains { $0[1].contains("OpenCollection") })
    }

    @Test func `the page lists the file name extensions of the code`() throws {
        let sentence = try #require(text.firstMatch(of: /file name extension, if it is known: ([^;]*?)\.\s`?\*/)).output.1
        let shown = sentence.matches(of: /`\.([a-z0-9]+)`/).map { String($0.output.1) }
        #expect(Set(shown) == Set(ImportFormat.all.filter { !$0.readsDocuments }.flatMap(\.endings)))
    }

    @Test func `the page lists the severities of the report`() {
        #expect(
            Set(rows(below: "## The report").map { $0[0].replacing("`", with: "") }) == Set(ImportIssue.Severity.allCases.map(\.rawValue)))
    }
}
