import Foundation
import Screen
import Testing

@testable import Themes

/// Each theme is legible: the contrast of text with its background (WCAG 2.2, 1.4.3 and 1.4.6).
@Suite struct ContrastTests {
    /// The themes with colours of their own, and the least contrast of ordinary text, of coloured text and of text on backdrops.
    ///
    /// `sixteen-colours` and `no-colours` are not among them: how their colours look is the terminal's own affair.
    private static let themes: [(name: String, text: Double, colored: Double, onBackdrops: Double)] = [
        ("dark", 7, 4.5, 3), ("light", 7, 4.5, 3), ("high-contrast-dark", 7, 7, 6), ("high-contrast-light", 7, 7, 6),
        ("catppuccin-latte", 4.5, 3, 3), ("catppuccin-mocha", 7, 3, 3), ("dracula", 7, 3, 3), ("gruvbox-dark", 7, 3, 3),
        ("gruvbox-light", 7, 3, 3), ("nord", 7, 3, 3), ("one-dark", 4.5, 3, 3), ("solarized-dark", 4.5, 3, 3),
        ("solarized-light", 4.5, 3, 3), ("tokyo-night", 7, 3, 3),
    ]

    private static let text: [StyleRole] = [
        .text, .textStrong, .headerValue, .codeLineNumberCurrent, .toast, .surfaceBase, .surfaceRaised,
    ]
    /// Surfaces and controls with ordinary text, which has 4.5:1 on them.
    private static let surfaces: [StyleRole] = [
        .surfaceOverlay, .field, .fieldFocused, .fieldInvalid, .titleBar, .footer, .button, .suggestionSelected,
    ]
    private static let colored: [StyleRole] = [
        .textMuted, .titleBarAccent, .footerKey, .footerLayerNav, .footerLayerEdit, .paneTitle, .paneTitleFocused, .tab, .tabSelected,
        .tabSelectedFocused, .tabCount, .tabIndicator, .progress, .tableHeader, .fieldLabel, .buttonFocused, .buttonDanger, .checkOn,
        .suggestionMatch, .chip, .chipSelected, .modalTitle, .toastWarning, .toastError, .success, .warning, .error, .information, .link,
        .unsaved, .variable, .variableUndefined, .secret, .control, .environmentChipNone, .environmentChip, .environmentChipProtected,
        .urlDimmed, .methodGet, .methodPost, .methodPut, .methodPatch, .methodDelete, .methodOther, .methodChipGet, .methodChipPost,
        .methodChipPut, .methodChipPatch, .methodChipDelete, .methodChipOther, .statusInformational, .statusSuccess, .statusRedirect,
        .statusClientError, .statusServerError, .statusChipInformational, .statusChipSuccess, .statusChipRedirect, .statusChipClientError,
        .statusChipServerError, .headerName, .codeKey, .codeString, .codeNumber, .codeKeyword, .codePunctuation, .codeTag, .codeAttribute,
        .codeComment, .codeError, .codeFold, .paneBorderFocused, .modalBorder, .codeBracketMatch, .differenceAdded, .differenceRemoved,
        .differenceChanged, .timingQueue, .timingResolve, .timingConnect, .timingSecure, .timingSend, .timingWait, .timingReceive,
    ]
    private static let faint: [StyleRole] = [.textDisabled, .codeLineNumber, .checkOff]
    /// Text that is quieter than others, but tells what to do or what is sent.
    private static let quiet: [StyleRole] = [.textMuted, .placeholder, .urlDimmed]
    private static let lines: [StyleRole] = [.fieldLine, .scrollbar, .scrollbarThumb, .tabRule, .progressTrack]
    private static let rows: [StyleRole] = [.cursorRow, .cursorRowFocused, .selection, .match, .matchCurrent]
    /// The backgrounds that coloured text is written on.
    private static let backdrops: [StyleRole] =
        rows + [
            .surfaceBase, .surfaceRaised, .surfaceOverlay, .toast, .toastWarning, .toastError, .field, .fieldFocused, .titleBar,
            .footer, .suggestionSelected,
        ]

    @Test(arguments: themes.map(\.name))
    func `text and colours stand out`(name: String) throws {
        let (theme, least) = try theme(name)
        for role in Self.text { expect(theme[role], theme, least.text, "\(role)") }
        for role in Self.surfaces {
            expect(theme.style(of: CellStyle(.text, on: role)), theme, 4.5, "\(role)")
        }
        for role in Self.colored { expect(theme[role], theme, least.colored, "\(role)") }
        for backdrop in Self.backdrops {
            for role in [.text, .textStrong] as [StyleRole] {
                expect(theme.style(of: CellStyle(role, on: backdrop)), theme, 4.5, "\(role) on \(backdrop)")
            }
            for role in Self.colored where !role.isFilled {
                expect(theme.style(of: CellStyle(role, on: backdrop)), theme, least.onBackdrops, "\(role) on \(backdrop)")
            }
        }
    }

    /// Matches keep the colours of the text that contains them.
    private static let quietBackdrops = backdrops.filter { ![.match, .matchCurrent].contains($0) }

    @Test(arguments: themes.map(\.name))
    func `quiet text is legible in fields and selected rows`(name: String) throws {
        let (theme, _) = try theme(name)
        for role in Self.quiet {
            expect(theme[role], theme, 4.5, "\(role)")
            for backdrop in Self.quietBackdrops {
                expect(theme.style(of: CellStyle(role, on: backdrop)), theme, 4.5, "\(role) on \(backdrop)")
            }
        }
    }

    @Test(arguments: themes.map(\.name))
    func `faint text is readable`(name: String) throws {
        let (theme, _) = try theme(name)
        for role in Self.faint { expect(theme[role], theme, 2.5, "\(role)") }
        for role in Self.lines { expect(theme[role], theme, 1.4, "\(role)") }
    }

    /// A new role has a place in one of the lists. Nothing is written on a shadow.
    @Test func `the checks of contrast cover every role`() {
        let texts = Self.text + Self.colored + Self.quiet + Self.faint
        let checked = Set(texts + Self.surfaces + Self.lines + Self.rows + [.shadow, .paneBorder])
        #expect(StyleRole.allCases.filter { !checked.contains($0) } == [])
    }

    @Test(arguments: themes.map(\.name).filter { $0.hasPrefix("high-contrast") })
    func `text of a high contrast theme has a contrast of seven to one`(name: String) throws {
        let (theme, _) = try theme(name)
        for role in StyleRole.allCases where role != .paneBorder && !Self.lines.contains(role) {
            expect(theme[role], theme, 7, "\(role)")
        }
    }

    @Test(arguments: themes.map(\.name))
    func `roles that must be distinct look different`(name: String) throws {
        let (theme, _) = try theme(name)
        let pairs: [(StyleRole, StyleRole)] = [
            (.cursorRow, .text), (.cursorRowFocused, .cursorRow), (.selection, .cursorRowFocused), (.match, .matchCurrent),
            (.selection, .match), (.field, .fieldFocused), (.field, .fieldInvalid),
        ]
        for (first, second) in pairs + Self.distinct { #expect(theme[first] != theme[second], "\(first) and \(second)") }
    }

    /// Pairs that differ in every theme, also without colours.
    private static let distinct: [(StyleRole, StyleRole)] = [
        (.paneBorder, .paneBorderFocused), (.tab, .tabSelected), (.tabSelected, .tabSelectedFocused), (.tabRule, .tabIndicator),
        (.progress, .progressTrack), (.button, .buttonFocused), (.button, .buttonDanger), (.field, .surfaceRaised),
        (.field, .surfaceOverlay), (.suggestionSelected, .surfaceOverlay), (.chip, .chipSelected), (.text, .urlDimmed),
        (.footerLayerNav, .footerLayerEdit), (.methodChipGet, .methodChipDelete), (.statusSuccess, .statusServerError),
        (.statusChipSuccess, .statusChipServerError), (.environmentChipNone, .environmentChip),
        (.environmentChip, .environmentChipProtected), (.differenceAdded, .differenceRemoved),
    ]

    @Test(arguments: ["sixteen-colours", "no-colours"])
    func `roles that must be distinct look different with few colours`(name: String) throws {
        let theme = try #require(ShippedThemes.named(name))
        // The footer names the layer in words.
        for (first, second) in Self.distinct where (first, second) != (.footerLayerNav, .footerLayerEdit) {
            #expect(theme[first] != theme[second], "\(first) and \(second)")
        }
    }

    /// The cursor is in the row of the current match, whose text may be bold for another reason.
    @Test(arguments: themes.map(\.name) + ["sixteen-colours", "no-colours"])
    func `the current match stands out in the cursor's row and from other matches`(name: String) throws {
        let theme = try #require(ShippedThemes.named(name))
        func shown(on backdrop: StyleRole) -> Style { theme.style(of: CellStyle(.textStrong, on: backdrop)) }
        #expect(shown(on: .matchCurrent) != shown(on: .cursorRowFocused))
        #expect(shown(on: .matchCurrent) != shown(on: .match))
    }

    /// Panes differ from the ground around them by their background, or by their frame.
    @Test(arguments: themes.map(\.name))
    func `panes stand out from the ground`(name: String) throws {
        let (theme, _) = try theme(name)
        let ground = Style(foreground: theme[.surfaceRaised].background, background: theme[.surfaceBase].background)
        let isRaised = ground.foreground != .terminal && Contrast.ratio(ground, appearance: theme.appearance) >= 1.1
        if !isRaised { expect(theme[.paneBorder], theme, 1.4, "paneBorder") }
        expect(theme.framed[.paneBorder], theme, 1.4, "framed paneBorder")
    }

    @Test(arguments: themes.map(\.name))
    func `surfaces above each other differ visibly`(name: String) throws {
        let (theme, _) = try theme(name)
        let levels: [(StyleRole, StyleRole)] = [
            (.surfaceRaised, .surfaceOverlay), (.surfaceOverlay, .field), (.surfaceRaised, .field),
            (.surfaceRaised, .chip), (.surfaceRaised, .button),
        ]
        for (lower, upper) in levels {
            let step = Style(foreground: theme[upper].background, background: theme[lower].background)
            // The terminal's own background is known only to be dark or light.
            expect(step, theme, 1.06, "\(upper) over \(lower)", own: theme.appearance == .dark ? 0 : 1)
        }
    }

    /// The row that Enter takes, in palettes, lists and menus. Themes whose muted text would be lost on such a row reverse it.
    @Test(arguments: themes.map(\.name))
    func `the chosen row of a list stands out from its window`(name: String) throws {
        let (theme, _) = try theme(name)
        let row = theme[.suggestionSelected]
        let fill = row.attributes.contains(.reverse) ? row.foreground : row.background
        let step = Style(foreground: fill, background: theme[.surfaceOverlay].background)
        expect(step, theme, name.hasPrefix("high-contrast") ? 3 : 1.5, "suggestionSelected")
    }

    /// The environment is a chip on the title bar, whatever the background of the terminal.
    @Test(arguments: themes.map(\.name))
    func `the chip of the environment has a surface`(name: String) throws {
        let (theme, _) = try theme(name)
        for background in [Color.rgb(0x10, 0x10, 0x14), .rgb(0x2E, 0x34, 0x40), .rgb(0xFF, 0xFF, 0xFF), .rgb(0xEF, 0xF1, 0xF5)] {
            let isLight = background == .rgb(0xFF, 0xFF, 0xFF) || background == .rgb(0xEF, 0xF1, 0xF5)
            guard isLight == (theme.appearance == .light) else { continue }
            for shown in [theme, theme.shown(on: TerminalBackground(theme.appearance, color: background))] {
                for role in [.environmentChipNone, .environmentChip] as [StyleRole] {
                    let step = Style(foreground: shown[role].background, background: shown[.titleBar].background)
                    expect(step, theme, 1.19, "\(role) on \(background)", own: isLight ? 1 : 0)
                }
            }
        }
    }

    /// A theme with the terminal's background on the backgrounds of common terminals and colour schemes.
    @Test(arguments: [
        ("dark", Color.rgb(0, 0, 0)), ("dark", .rgb(0x10, 0x10, 0x14)), ("dark", .rgb(0x1E, 0x1E, 0x1E)), ("dark", .rgb(0x28, 0x2A, 0x36)),
        ("dark", .rgb(0x2E, 0x34, 0x40)), ("dark", .rgb(0, 0x2B, 0x36)), ("light", .rgb(0xFF, 0xFF, 0xFF)),
        ("light", .rgb(0xFD, 0xF6, 0xE3)),
        ("light", .rgb(0xEF, 0xF1, 0xF5)),
    ])
    func `surfaces differ from the terminal's background`(name: String, background: Color) throws {
        let (theme, _) = try theme(name)
        let shown = theme.shown(on: TerminalBackground(theme.appearance, color: background))
        func step(_ role: StyleRole, to other: Color) -> Double {
            Contrast.ratio(Style(foreground: shown[role].background, background: other), appearance: theme.appearance)
        }
        // Panes keep the background, except on one that is almost black: there they are lighter, and the ground keeps it.
        let isLifted = shown[.surfaceRaised].background != .terminal
        let pane = isLifted ? shown[.surfaceRaised].background : background
        #expect(isLifted == (shown[.surfaceBase].background == background) && shown[.text] == theme[.text])
        for role in [.surfaceBase, .field, .titleBar, .button, .surfaceOverlay] as [StyleRole] {
            #expect(step(role, to: pane) >= 1.06, "\(role)")
        }
        #expect([.titleBar, .titleBarAccent, .footer, .footerKey].allSatisfy { shown[$0].background == shown[.surfaceBase].background })
        #expect(shown[.paneBorder].foreground == pane && shown.framed[.paneBorder] == theme[.tabRule])
        for backdrop in Self.backdrops where shown[backdrop].background != .terminal {
            for role in [.text, .textStrong] as [StyleRole] {
                expect(shown.style(of: CellStyle(role, on: backdrop)), theme, 4.5, "\(role) on \(backdrop)")
            }
            for role in Self.colored where !role.isFilled {
                expect(shown.style(of: CellStyle(role, on: backdrop)), theme, 2.5, "\(role) on \(backdrop)")
            }
            for role in Self.quiet where Self.quietBackdrops.contains(backdrop) {
                expect(shown.style(of: CellStyle(role, on: backdrop)), theme, 4, "\(role) on \(backdrop)")
            }
        }
    }

    @Test(arguments: ["sixteen-colours", "no-colours", "dracula"])
    func `themes that fit every background stay`(name: String) throws {
        let theme = try #require(ShippedThemes.named(name))
        #expect(theme.shown(on: TerminalBackground(.light, color: .rgb(0xFD, 0xF6, 0xE3))) == theme)
    }

    private func theme(_ name: String) throws -> (Theme, (name: String, text: Double, colored: Double, onBackdrops: Double)) {
        (try #require(ShippedThemes.named(name)), try #require(Self.themes.first { $0.name == name }))
    }

    private func expect(_ style: Style, _ theme: Theme, _ least: Double, _ what: String, own: Double? = nil) {
        let contrast = Contrast.ratio(style, appearance: theme.appearance, ownForeground: own)
        #expect(contrast >= least, "\(theme.name): \(what) has \(contrast)")
    }
}

/// The contrast of two colours.
enum Contrast {
    /// From 1 to 21; the terminal's own colours are taken as white on black or black on white.
    static func ratio(_ style: Style, appearance: Theme.Appearance, ownForeground: Double? = nil) -> Double {
        let isDark = appearance == .dark
        let first = luminance(style.foreground, else: ownForeground ?? (isDark ? 1 : 0))
        let second = luminance(style.background, else: isDark ? 0 : 1)
        return (max(first, second) + 0.05) / (min(first, second) + 0.05)
    }

    /// WCAG 2.2, "relative luminance".
    private static func luminance(_ color: Color, else own: Double) -> Double {
        guard case .rgb(let red, let green, let blue) = color else { return own }
        let channels = [red, green, blue].map { (channel: UInt8) -> Double in
            let value = Double(channel) / 255
            return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2]
    }
}
