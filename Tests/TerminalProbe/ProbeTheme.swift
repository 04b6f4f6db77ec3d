import Screen

/// Themes that the probe's tests know.
enum ProbeTheme {
    static let colorful = Theme(
        name: "colorful", appearance: .dark,
        styles: [
            .titleBar: Style(foreground: .rgb(255, 128, 0), background: .rgb(0, 0, 95), attributes: .bold),
            .error: Style(foreground: .ansi(9), attributes: .underline), .link: Style(foreground: .ansi(4)),
            .cursorRow: Style(background: .rgb(48, 48, 48)), .control: Style(attributes: .reverse),
        ])

    static let plain = Theme(name: "plain", appearance: .dark, styles: [.titleBar: Style(attributes: .reverse)])
}
