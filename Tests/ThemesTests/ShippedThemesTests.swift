import Foundation
import JSON
import Screen
import Testing

@testable import Themes

@Suite struct ShippedThemesTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../themes").standardizedFileURL

    private static func source(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: folder.appending(path: "\(name).json")))
    }

    @Test func `every file of themes is compiled in`() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).filter { $0.hasSuffix(".json") }
        #expect(ShippedThemes.all.map(\.name).sorted() == files.map { String($0.dropLast(5)) }.sorted())
    }

    @Test(arguments: ShippedThemes.all.map(\.name))
    func `the embedded data matches the files`(name: String) throws {
        let file = try ThemeFile(parsing: Self.source(name), file: name)
        #expect(file.problems == [])
        #expect(ShippedThemes.named(name) == file.theme, "Run scripts/shipped-themes.")
    }

    @Test(arguments: ShippedThemes.all.map(\.name))
    func `every role is defined`(name: String) throws {
        let styles = try #require(JSONValue(parsing: Self.source(name))["styles"])
        #expect(styles.memberNames == StyleRole.allCases.map(\.name))
    }

    @Test(arguments: [
        (TerminalCapabilities.ColorDepth.direct, Theme.Appearance.dark, "dark"), (.indexed, .light, "light"),
        (.sixteen, .dark, "sixteen-colours"),
        (.none, .light, "no-colours"),
    ])
    func `a terminal gets a theme that it can show`(colors: TerminalCapabilities.ColorDepth, appearance: Theme.Appearance, name: String) {
        #expect(ShippedThemes.preferred(for: TerminalCapabilities(colors: colors), appearance: appearance).name == name)
    }

    @Test(arguments: ["dark", "light", "sixteen-colours", "no-colours"])
    func `the terminal's background stays`(name: String) {
        #expect(ShippedThemes.named(name)?[.text].background == .terminal)
    }

    @Test func `the theme without colours defines none`() throws {
        let theme = try #require(ShippedThemes.named("no-colours"))
        for role in StyleRole.allCases {
            #expect(theme[role].foreground == .terminal && theme[role].background == .terminal)
        }
    }

    @Test func `the theme of sixteen colours leaves them to the user`() throws {
        let theme = try #require(ShippedThemes.named("sixteen-colours"))
        for role in StyleRole.allCases {
            for color in [theme[role].foreground, theme[role].background] {
                if case .rgb = color { Issue.record("\(role) has a colour of its own") }
            }
        }
    }

    @Test func `an unknown name has no theme`() {
        #expect(ShippedThemes.named("nobody's") == nil)
    }
}
