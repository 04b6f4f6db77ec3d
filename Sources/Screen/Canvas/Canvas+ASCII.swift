extension Canvas {
    /// Puts ASCII in the place of every line, arrow and sign that this program draws with, for terminals and fonts without them and for
    /// screen readers. Letters of any script stay.
    public mutating func useASCII() {
        // The thumb would look as its track does.
        replaceGlyphs { glyph, role in role == .scrollbarThumb ? Self.asciiThumb : Self.asciiForms[glyph] }
    }

    private static let asciiThumb = UInt32(UInt8(ascii: "#"))

    /// What each sign becomes: one narrow glyph for another.
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
