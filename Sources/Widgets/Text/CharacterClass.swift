/// What a character is for moving by words.
enum CharacterClass: Equatable {
    case space, word, punctuation

    init(_ character: Character) {
        if character.isWhitespace {
            self = .space
        } else if character == "_" || character.isLetter || character.isNumber {
            self = .word
        } else {
            self = .punctuation
        }
    }
}
