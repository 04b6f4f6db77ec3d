import Foundation
import Testing

@Suite struct LoaderPageTests {
    /// Lines without their indentation and without empty ones: the position of a block does not matter.
    private static func lines(_ text: some StringProtocol) -> [String] {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }

    /// In the order of the page, possibly with set-up of the test in between.
    private static func contains(_ block: [String], in source: [String]) -> Bool {
        source.indices.contains { start in
            var rest = block[...]
            for line in source[start...].prefix(block.count + 3) where line == rest.first { rest = rest.dropFirst() }
            return rest.isEmpty
        }
    }

    @Test func pageShowsTheTestedExamples() throws {
        let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let source = Self.lines(try String(contentsOf: here.appendingPathComponent("LoaderExamples.swift"), encoding: .utf8))
        let root = here.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let page = try String(contentsOf: root.appendingPathComponent("docs/loaders.md"), encoding: .utf8)
        let blocks = page.components(separatedBy: "```swift\n").dropFirst().compactMap { $0.components(separatedBy: "```").first }
        #expect(blocks.count >= 17)
        for block in blocks { #expect(Self.contains(Self.lines(block), in: source), "\(block)") }
    }
}
