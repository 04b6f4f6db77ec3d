import Foundation
import Screen
import ScreenTesting
import Testing

/// The pictures of the documentation show the program as it is: `scripts/screenshot` renders them again.
@Suite struct PictureTests {
    private static let picture = URL(filePath: #filePath).appending(path: "../../../../docs/themes/dark.svg").standardizedFileURL

    @Test func `a new picture equals the one in the documentation`() async throws {
        let kept = Self.words(of: try String(contentsOf: Self.picture, encoding: .utf8))
        let machine = try await Machine()
        try FileManager.default.createDirectory(atPath: "\(machine.home)/config/apus", withIntermediateDirectories: true)
        try #"{ "theme": "dark" }"#.write(toFile: "\(machine.home)/config/apus/config.json", atomically: true, encoding: .utf8)
        let robot = try machine.spawn(["demo"], environment: ["COLORTERM": "truecolor"], size: Size(width: 100, height: 28))
        try await robot.see("▾ Demo")
        try await robot.click(on: "What there is")
        try await robot.see("2 What")
        robot.press(.function(5))
        // The last frame may still be on its way.
        _ = try? await robot.wait(until: "the picture", timeout: .seconds(5)) { Self.words(of: ScreenPicture($0.screen).svg) == kept }
        let rows = Self.words(of: ScreenPicture(robot.screen).svg)
        for (row, picture) in zip(rows, kept) where row != picture {
            Issue.record("\(row) is \(picture) in docs/themes/dark.svg: run scripts/screenshot")
        }
        #expect(rows.count == kept.count)
        try await robot.quit()
    }

    /// The words of each row with their colours, without positions, lines and numbers, since times and sizes vary.
    private static func words(of svg: String) -> [String] {
        svg.split(separator: "\n").map(String.init).reduce(into: [(y: Substring, words: String)]()) { rows, line in
            guard let text = line.firstMatch(of: #/<text x="\d+" y="(\d+)"[^>]* fill="(#\w+)"[^>]*>([^<]*)</#)?.output else { return }
            let word = text.3.replacing(#/[\d.]+ m?s\b/#, with: "time").filter { !$0.isNumber && !" ─━".contains($0) }
            guard !word.isEmpty else { return }
            if rows.last?.y != text.1 { rows.append((text.1, "")) }
            rows[rows.count - 1].words += "\(text.2) \(word) "
        }.map(\.words)
    }
}
