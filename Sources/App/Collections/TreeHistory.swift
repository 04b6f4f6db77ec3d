/// Undo and redo of changes to the tree.
public struct TreeHistory: Sendable, Equatable {
    /// The origin of a change.
    public enum Way: Sendable, Equatable {
        /// A person asked for it.
        case new
        /// It undid another change.
        case undo
        /// It made a change again that was undone.
        case redo
    }

    /// The changes that undo the last changes, the newest last.
    private(set) var undoable: [WorkspaceChange] = []
    /// The changes that redo what was undone, the newest last.
    private(set) var redoable: [WorkspaceChange] = []

    /// Keeps the opposite of a change that was made.
    mutating func note(_ opposite: WorkspaceChange, of way: Way) {
        switch way {
        case .new:
            undoable.append(opposite)
            redoable = []
        case .undo: redoable.append(opposite)
        case .redo: undoable.append(opposite)
        }
    }

    /// The effect that undoes the last change; taken off the list until it fails.
    mutating func undo() -> WorkspaceEffect? { undoable.popLast().map { .change($0, .undo) } }

    /// The effect that redoes the last undone change; taken off the list until it fails.
    mutating func redo() -> WorkspaceEffect? { redoable.popLast().map { .change($0, .redo) } }

    /// Puts back a change that was not made, so that it can be tried again.
    mutating func restore(_ effect: WorkspaceChange, of way: Way) {
        if way == .redo { redoable.append(effect) } else { undoable.append(effect) }
    }
}
