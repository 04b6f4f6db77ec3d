/// Undo and redo of changes to the tree.
public struct TreeHistory: Sendable, Equatable {
    /// How a change came about.
    public enum Way: Sendable, Equatable {
        /// A person asked for it.
        case new
        /// It took another back.
        case undo
        /// It brought one again that was taken back.
        case redo
    }

    /// The effects that undo the last changes, the newest last.
    private(set) var undoable: [FileEffect] = []
    /// The effects that redo what was undone, the newest last.
    private(set) var redoable: [FileEffect] = []

    /// Keeps the opposite of a change that was made.
    mutating func note(_ opposite: FileEffect, of way: Way) {
        switch way {
        case .new:
            undoable.append(opposite)
            redoable = []
        case .undo: redoable.append(opposite)
        case .redo: undoable.append(opposite)
        }
    }

    /// The effect that undoes the last change; taken off the list until it fails.
    mutating func undo() -> FileEffect? { undoable.popLast().map { .again($0, .undo) } }

    /// The effect that redoes the last undone change; taken off the list until it fails.
    mutating func redo() -> FileEffect? { redoable.popLast().map { .again($0, .redo) } }

    /// Puts back what could not be done, so that it can be tried once more.
    mutating func restore(_ effect: FileEffect, of way: Way) {
        if way == .redo { redoable.append(effect) } else { undoable.append(effect) }
    }
}
