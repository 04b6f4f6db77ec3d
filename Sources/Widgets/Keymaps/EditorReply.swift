/// What an interpreter of keys made of one.
enum EditorReply: Equatable {
    /// The key is not for the text.
    case ignored
    /// It is done, and this came of it.
    case done(TextInputOutcome)
    /// A place to type what to look for.
    case openFind(backward: Bool)
    /// The next place of what was looked for last; 1 in the same direction, -1 in the other.
    case findAgain(Int)
    /// What is under the cursor, looked for as a word.
    case findWord(String, backward: Bool)
    /// The view by so many rows.
    case scroll(Int)
    /// The cursor's row at this part of the view: 0 the top, 1 the bottom.
    case align(Double)

    /// What `outcome` says, nil being a key for somebody else.
    init(_ outcome: TextInputOutcome?) {
        self = outcome.map(EditorReply.done) ?? .ignored
    }
}
