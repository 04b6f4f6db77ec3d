/// The columns of a grapheme.
enum TextWidth {
    static func columns(of character: Character) -> Int { 1 }
}
