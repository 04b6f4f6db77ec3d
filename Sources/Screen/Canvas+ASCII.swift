extension Canvas {
    /// Replaces the lines, arrows and signs that this program draws by ASCII, for screen readers and for terminals and fonts without those
    /// glyphs. Letters of any script stay.
    public mutating func useASCII() {
        // A separate glyph, because the forms below would give the thumb and its track the same one.
        replaceGlyphs { glyph, role in role == .scrollbarThumb ? Self.asciiThumb : Self.asciiForms[glyph] }
    }

    private static let asciiThumb = UInt32(UInt8(ascii: "#"))

    /// The replacement of each sign, both one column wide.
    private static let asciiForms: [UInt32: UInt32] = {
        let rows: [(String, String)] = [
            ("─┄┈╌", "-"), ("━═", "="), ("│┃║┆┊╎", "|"), ("┌┐└┘╭╮╰╯┏┓┗┛├┤┬┴┼┣┫┳┻╋", "+"), ("▾▼", "v"), ("▸▶", ">"), ("◂◀←", "<"),
            ("→", ">"),
            ("↑", "^"),
            ("↓", "v"), ("●◆", "*"), ("○◇", "o"), ("★☆", "*"), ("▲", "!"), ("✓✔", "+"), ("✗✕×✖", "x"), ("·•∙", "."), ("…⋯", "~"),
            ("–—‐‑", "-"), ("“”„«»", "\""), ("‘’", "'"), ("█▉▊▋▌▍▎▏▓▒▐", "#"), ("░", ":"), ("☐", "o"), ("☑☒", "x"), ("⇧", "S"), ("⏎↵", "<"),
            ("≤≥≈≠", "="), ("␛␀␇␈␉␊␋␌␍␡", "?"),
        ]
        var forms: [UInt32: UInt32] = [:]
        for (signs, form) in rows {
            for sign in signs.unicodeScalars { forms[sign.value] = form.unicodeScalars.first?.value }
        }
        return forms
    }()
}
