import Foundation
import Screen
import Testing

@testable import Themes

/// Each theme has a picture in the documentation, in its own colours: `scripts/screenshot` updates them.
@Suite struct ThemePictureTests {
    private static let docs = URL(filePath: #filePath).appending(path: "../../../docs").standardizedFileURL
    /// The colours used in pictures for the terminal's default colours.
    private static let terminal: Set<String> = ["#d6d9e0", "#14161b", "#24292f", "#ffffff"]
    /// The notation of black in pictures whose first colours are those of the palette.
    private static let black = "#000010"

    @Test(arguments: ShippedThemes.all.map(\.name).filter { !["sixteen-colours", "no-colours"].contains($0) })
    func `a picture has the colours of its theme`(name: String) throws {
        let theme = try #require(ShippedThemes.named(name))
        let styles = StyleRole.allCases.map { theme[$0] }
        let own = Set(styles.flatMap { [$0.foreground, $0.background] }.compactMap(Self.hexadecimal))
        let svg = try String(contentsOf: Self.docs.appending(path: "themes/\(name).svg"), encoding: .utf8)
        let shown = Set(svg.matches(of: #/fill="(#[0-9a-f]+)"/#).map { String($0.output.1) })
        #expect(shown.count > 5 && shown.subtracting(own).subtracting(Self.terminal.union([Self.black])) == [], "run scripts/screenshot")
    }

    @Test func `the page shows them all`() throws {
        let page = try String(contentsOf: Self.docs.appending(path: "themes.md"), encoding: .utf8)
        for name in ShippedThemes.all.map(\.name) { #expect(page.contains("(themes/\(name).svg)")) }
    }

    private static func hexadecimal(_ color: Color) -> String? {
        guard case .rgb(let red, let green, let blue) = color else { return nil }
        return "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
