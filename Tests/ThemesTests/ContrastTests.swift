import Foundation
import Screen
import Testing

@testable import Themes

/// Each theme can be read: the contrast of what is written with what is behind it (WCAG 2.2, 1.4.3 and 1.4.6).
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
        .text, .textStrong, .headerValue, .codeLineNumberCurrent, .toast, .modal, .field, .fieldFocused, .button,
    ]
    private static let colored: [StyleRole] = [
        .textMuted, .titleBar, .titleBarAccent, .footer, .footerKey, .footerLayerNav, .footerLayerEdit, .paneTitle, .paneTitleFocused, .tab,
        .tabSelected,
        .tabSelectedFocused, .tableHeader, .fieldLabel, .buttonFocused, .checkOn, .modalTitle, .toastWarning, .toastError, .success,
        .warning, .error,
        .information, .link, .unsaved, .variable, .variableUndefined, .secret, .control, .methodGet, .methodPost, .methodPut, .methodPatch,
        .methodDelete,
        .methodOther, .statusInformational, .statusSuccess, .statusRedirect, .statusClientError, .statusServerError, .headerName, .codeKey,
        .codeString,
        .codeNumber, .codeKeyword, .codePunctuation, .codeTag, .codeAttribute, .codeComment, .codeError, .codeFold, .paneBorderFocused,
        .modalBorder,
        .codeBracketMatch, .differenceAdded, .differenceRemoved, .differenceChanged, .timingQueue, .timingResolve, .timingConnect,
        .timingSecure, .timingSend, .timingWait, .timingReceive,
    ]
    private static let faint: [StyleRole] = [.textDisabled, .placeholder, .codeLineNumber, .buttonDisabled, .checkOff]
    private static let lines: [StyleRole] = [.paneBorder, .codeIndentGuide, .scrollbar, .scrollbarThumb]
    private static let backdrops: [StyleRole] = [.cursorRow, .cursorRowFocused, .selection, .match, .matchCurrent]
    /// Backdrops that a theme may give to what is no row.
    private static let surfaces: [StyleRole] = [.modal, .field, .fieldFocused, .titleBar, .footer]

    @Test(arguments: themes.map(\.name))
    func `text and colours stand out`(name: String) throws {
        let (theme, least) = try theme(name)
        for role in Self.text { expect(theme.style(of: CellStyle(role)), theme, least.text, "\(role)") }
        for role in Self.colored { expect(theme.style(of: CellStyle(role)), theme, least.colored, "\(role)") }
        for backdrop in Self.backdrops + Self.surfaces {
            for role in [.text, .textStrong] as [StyleRole] {
                expect(theme.style(of: CellStyle(role, on: backdrop)), theme, 4.5, "\(role) on \(backdrop)")
            }
            for role in Self.colored where ![.footerLayerNav, .footerLayerEdit, .buttonFocused, .toastWarning, .toastError].contains(role) {
                expect(theme.style(of: CellStyle(role, on: backdrop)), theme, least.onBackdrops, "\(role) on \(backdrop)")
            }
        }
    }

    @Test(arguments: themes.map(\.name))
    func `what is faint can be made out`(name: String) throws {
        let (theme, _) = try theme(name)
        for role in Self.faint { expect(theme[role], theme, 2.5, "\(role)") }
        for role in Self.lines { expect(theme[role], theme, 1.4, "\(role)") }
    }

    /// A new role has a place in one of the lists. Nothing is written on a shadow.
    @Test func `no role is left out`() {
        let checked = Set(Self.text + Self.colored + Self.faint + Self.lines + Self.backdrops + [.shadow])
        #expect(StyleRole.allCases.filter { !checked.contains($0) } == [])
    }

    @Test(arguments: themes.map(\.name))
    func `every text role of a high contrast theme has seven to one`(name: String) throws {
        guard name.hasPrefix("high-contrast") else { return }
        let (theme, _) = try theme(name)
        for role in StyleRole.allCases where !Self.lines.contains(role) {
            expect(theme[role], theme, 7, "\(role)")
        }
    }

    @Test(arguments: themes.map(\.name))
    func `what must be told apart looks apart`(name: String) throws {
        let (theme, _) = try theme(name)
        let pairs: [(StyleRole, StyleRole)] = [
            (.cursorRow, .text), (.cursorRowFocused, .cursorRow), (.selection, .cursorRowFocused), (.match, .matchCurrent),
            (.selection, .match),
            (.paneBorder, .paneBorderFocused), (.tab, .tabSelected), (.tabSelected, .tabSelectedFocused), (.button, .buttonFocused),
            (.footerLayerNav, .footerLayerEdit), (.statusSuccess, .statusServerError), (.differenceAdded, .differenceRemoved),
            (.field, .fieldFocused),
        ]
        for (first, second) in pairs { #expect(theme[first] != theme[second], "\(first) and \(second)") }
    }

    private func theme(_ name: String) throws -> (Theme, (name: String, text: Double, colored: Double, onBackdrops: Double)) {
        (try #require(ShippedThemes.named(name)), try #require(Self.themes.first { $0.name == name }))
    }

    private func expect(_ style: Style, _ theme: Theme, _ least: Double, _ what: String) {
        let contrast = Contrast.ratio(style, appearance: theme.appearance)
        #expect(contrast >= least, "\(theme.name): \(what) has \(contrast)")
    }
}

/// The contrast of two colours.
enum Contrast {
    /// From 1 to 21; the terminal's own colours are taken as white on black or black on white.
    static func ratio(_ style: Style, appearance: Theme.Appearance) -> Double {
        let isDark = appearance == .dark
        let first = luminance(style.foreground, else: isDark ? 1 : 0)
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
