/// What undo takes back in the tree, and redo brings again.
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

    /// What undoes the last changes, the last one last.
    private(set) var undoable: [FileEffect] = []
    /// What brings back what was undone, the last one last.
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

    /// What takes the last change back; it is off the list until it fails.
    mutating func undo() -> FileEffect? { undoable.popLast().map { .again($0, .undo) } }

    /// What brings the last change again that was taken back; it is off the list until it fails.
    mutating func redo() -> FileEffect? { redoable.popLast().map { .again($0, .redo) } }

    /// Puts back what could not be done, so that it can be tried once more.
    mutating func restore(_ effect: FileEffect, of way: Way) {
        if way == .redo { redoable.append(effect) } else { undoable.append(effect) }
    }
}
