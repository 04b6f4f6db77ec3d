import Foundation
import Screen
import Testing
import Themes

@testable import TerminalNCurses

/// Themes on terminals with 256 colours, where each colour becomes the nearest that there is.
@Suite struct ThemeColorsTests {
    private static let names = ShippedThemes.all.map(\.name).filter { !["sixteen-colours", "no-colours"].contains($0) }
    private static let map = ColorMap(depth: .indexed, paletteCount: 16)

    @Test(arguments: names)
    func `controls can be read and stand out from their surface`(name: String) throws {
        let theme = try #require(ShippedThemes.named(name))
        for role in StyleRole.allCases where role.isFilled && role != .shadow {
            let contrast = Self.contrast(theme[role].foreground, theme[role].background, theme)
            #expect(contrast >= 2.5, "\(role) has \(contrast)")
        }
        let (pane, window) = (Self.number(.surfaceRaised, theme), Self.number(.surfaceOverlay, theme))
        for role in [.field, .chipSelected, .button, .suggestionSelected] as [StyleRole] {
            #expect(![pane, window].contains(Self.number(role, theme)), "\(role)")
        }
        for role in [.statusChipSuccess, .methodChipGet, .environmentChip] as [StyleRole] {
            #expect(pane != Self.number(role, theme), "\(role)")
        }
    }

    @Test(arguments: names)
    func `a chosen row differs from its surface`(name: String) throws {
        let theme = try #require(ShippedThemes.named(name))
        let surfaces = [StyleRole.surfaceRaised, .surfaceOverlay]
        for role in [StyleRole.cursorRowFocused, .selection, .suggestionSelected] {
            let below = surfaces.map { theme[$0].background }
            guard !theme[role].attributes.contains(.reverse) else {
                for surface in surfaces { #expect(Self.number(role, theme) != Self.number(surface, theme), "\(role) on \(surface)") }
                continue
            }
            let new = Self.map.number(for: theme[role].background, visibleOn: below)
            for surface in surfaces { #expect((new ?? Self.number(role, theme)) != Self.number(surface, theme), "\(role) on \(surface)") }
            guard let new else { continue }
            let grey = UInt8(ColorMap.xterm(Int(new)).red)
            let contrast = Self.contrast(theme[.text].foreground, .rgb(grey, grey, grey), theme)
            #expect(contrast >= 3.5, "\(role) has \(contrast)")
        }
    }

    @Test func `tints keep their hue`() throws {
        let theme = try #require(ShippedThemes.named("dark"))
        let numbers = StyleTable.tinted.map { Self.map.number(forTint: theme[$0].background, below: theme[$0].foreground) }
        #expect(numbers.allSatisfy { $0.map { (16..<232).contains($0) } == true } && Set(numbers).count == numbers.count)
    }

    /// Their text has a hue; a saturated background would be louder than all else on the screen.
    @Test(arguments: ["dark", "tokyo-night"])
    func `chips of methods and of the environment are grey`(name: String) throws {
        let theme = try #require(ShippedThemes.named(name))
        let methods: [StyleRole] = [
            .methodChipGet, .methodChipPost, .methodChipPut, .methodChipPatch, .methodChipDelete, .methodChipOther,
        ]
        for role in methods + [.environmentChip] {
            #expect(Self.number(role, theme) >= 232 && !StyleTable.tinted.contains(role), "\(role)")
        }
        #expect(Set(methods.map { Self.map.number(for: theme[$0].foreground) }).count == methods.count)
    }

    @Test(arguments: names)
    func `text on tints can be read`(name: String) throws {
        let theme = try #require(ShippedThemes.named(name))
        for role in StyleTable.tinted {
            guard let number = Self.map.number(forTint: theme[role].background, below: theme[role].foreground) else { continue }
            let (red, green, blue) = ColorMap.xterm(Int(number))
            let contrast = Self.contrast(theme[role].foreground, .rgb(UInt8(red), UInt8(green), UInt8(blue)), theme)
            #expect(contrast >= 3.5, "\(role) has \(contrast)")
        }
    }

    @Test func `a tint is replaced only where it would be grey`() {
        let (green, text) = (Color.rgb(52, 69, 56), Color.rgb(143, 201, 139))
        #expect(Self.map.number(forTint: green, below: text) == 22)
        for other in [Color.rgb(68, 68, 68), .rgb(0, 95, 0), .terminal, .ansi(2)] {
            #expect(Self.map.number(forTint: other, below: text) == nil)
        }
        #expect(ColorMap(depth: .direct, paletteCount: 16).number(forTint: green, below: text) == nil)
    }

    @Test func `a background is replaced only where it cannot be seen`() {
        let (pane, window) = (Color.rgb(58, 58, 58), Color.rgb(68, 68, 68))
        #expect(Self.map.number(for: .rgb(68, 68, 68), visibleOn: [pane, window]) == 240)
        #expect(Self.map.number(for: .rgb(228, 228, 228), visibleOn: [.rgb(255, 255, 255), .rgb(238, 238, 238)]) == 252)
        #expect(Self.map.number(for: .rgb(128, 128, 128), visibleOn: [pane, window]) == nil)
        #expect(Self.map.number(for: window, visibleOn: [pane, .terminal]) == 239)
        #expect(Self.map.number(for: window, visibleOn: [.terminal]) == nil)
        #expect(ColorMap(depth: .direct, paletteCount: 16).number(for: window, visibleOn: [pane, window]) == nil)
    }

    /// The number of the colour that fills a cell.
    private static func number(_ role: StyleRole, _ theme: Theme) -> Int32 {
        map.number(for: theme[role].attributes.contains(.reverse) ? theme[role].foreground : theme[role].background)
    }

    private static func contrast(_ first: Color, _ second: Color, _ theme: Theme) -> Double {
        let isDark = theme.appearance == .dark
        let (first, second) = (luminance(first, own: isDark ? 1 : 0), luminance(second, own: isDark ? 0 : 1))
        return (max(first, second) + 0.05) / (min(first, second) + 0.05)
    }

    /// WCAG 2.2, "relative luminance".
    private static func luminance(_ color: Color, own: Double) -> Double {
        let number = Int(map.number(for: color))
        guard number >= 16 else { return own }
        let (red, green, blue) = ColorMap.xterm(number)
        let channels = [red, green, blue].map { (channel: Int) -> Double in
            let value = Double(channel) / 255
            return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2]
    }
}
