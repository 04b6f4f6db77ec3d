/// What undo takes back and redo brings again.
///
/// A step is what a person thinks of as one change: a word typed, a run of deletions, a paste, a replacement everywhere. What is held is
/// bounded; the oldest steps go first.
struct EditHistory: Equatable, Sendable {
    /// What a change was made by; only changes of the same kind become one step.
    enum Kind: Equatable, Sendable {
        case typing, deletingBackward, deletingForward
        /// A step of its own.
        case other
    }

    /// Changes that are undone together.
    struct Step: Equatable, Sendable {
        var edits: [TextEdit]
        var kind: Kind
        /// The selection before the first change.
        var before: TextSelection
        /// The selection after the last one.
        var after: TextSelection
        /// Grows from step to step.
        var number: Int
        /// Which text there is after it; no two texts have the same.
        var version: Int
        var byteCount: Int { edits.reduce(0) { $0 + $1.byteCount } }
    }

    static let mostSteps = 1_000
    static let mostBytes = 64 << 20
    /// A longer change is not made longer, so that a key costs the same however much was typed before it.
    static let mostMergedBytes = 4_096

    private(set) var undoable: [Step] = []
    private(set) var redoable: [Step] = []
    private var byteCount = 0
    private var isOpen = false
    private var groupDepth = 0
    private var lastNumber = 0
    private var lastVersion = 0
    /// The version before the oldest step.
    private var firstVersion = 0

    /// Which text there is now: the same again after a change was undone, and another after every other change.
    var version: Int { undoable.last?.version ?? firstVersion }
    /// The number of the step that would be undone next; 0 when there is none.
    var stepNumber: Int { undoable.last?.number ?? 0 }

    /// Notes a change that has been made.
    mutating func record(_ edit: TextEdit, kind: Kind, before: TextSelection, after: TextSelection) {
        byteCount -= redoable.reduce(0) { $0 + $1.byteCount }
        redoable = []
        byteCount += edit.byteCount
        lastVersion += 1
        if !join(edit, kind: kind, after: after) {
            lastNumber += 1
            undoable.append(Step(edits: [edit], kind: kind, before: before, after: after, number: lastNumber, version: lastVersion))
        }
        isOpen = groupDepth > 0 || kind != .other
        dropOldest()
    }

    /// Ends the last step, so that the next change begins one.
    mutating func close() {
        if groupDepth == 0 { isOpen = false }
    }

    /// Makes one step of all changes until the matching `endGroup`.
    mutating func beginGroup() {
        close()
        groupDepth += 1
    }

    /// Ends what the matching `beginGroup` began, with `selection` as it is then.
    mutating func endGroup(selection: TextSelection) {
        groupDepth = max(0, groupDepth - 1)
        if isOpen, let last = undoable.indices.last { undoable[last].after = selection }
        close()
    }

    /// The step to take back, which redo can bring again.
    mutating func popUndo() -> Step? {
        isOpen = false
        guard let step = undoable.popLast() else { return nil }
        redoable.append(step)
        return step
    }

    /// The step to bring again, which undo can take back.
    mutating func popRedo() -> Step? {
        isOpen = false
        guard let step = redoable.popLast() else { return nil }
        undoable.append(step)
        return step
    }

    private mutating func join(_ edit: TextEdit, kind: Kind, after: TextSelection) -> Bool {
        guard isOpen, let last = undoable.indices.last else { return false }
        guard groupDepth > 0 || undoable[last].kind == kind else { return false }
        if kind == .other || undoable[last].kind != kind || !merge(edit, kind: kind, into: last) {
            guard groupDepth > 0 else { return false }
            undoable[last].edits.append(edit)
        }
        undoable[last].after = after
        undoable[last].version = lastVersion
        return true
    }

    /// Makes the step's last change longer by `edit`, when that continues it.
    private mutating func merge(_ edit: TextEdit, kind: Kind, into step: Int) -> Bool {
        guard let last = undoable[step].edits.last, let place = undoable[step].edits.indices.last,
            last.byteCount <= Self.mostMergedBytes
        else { return false }
        switch kind {
        case .typing:
            guard edit.removed.isEmpty, edit.start == last.insertedEnd, !startsWord(edit, after: last) else { return false }
            undoable[step].edits[place].inserted += edit.inserted
        case .deletingBackward:
            guard edit.inserted.isEmpty, last.inserted.isEmpty, edit.removedEnd == last.start else { return false }
            undoable[step].edits[place].removed = edit.removed + last.removed
            undoable[step].edits[place].start = edit.start
        case .deletingForward:
            guard edit.inserted.isEmpty, last.inserted.isEmpty, edit.start == last.start else { return false }
            undoable[step].edits[place].removed += edit.removed
        case .other:
            return false
        }
        return true
    }

    private func startsWord(_ edit: TextEdit, after last: TextEdit) -> Bool {
        guard let old = last.inserted.last, let new = edit.inserted.first else { return false }
        return old.isWhitespace && !new.isWhitespace
    }

    private mutating func dropOldest() {
        while undoable.count > Self.mostSteps || (byteCount > Self.mostBytes && undoable.count > 1) {
            let dropped = undoable.removeFirst()
            byteCount -= dropped.byteCount
            firstVersion = dropped.version
        }
    }
}

/// One change of a text: what stood at a place, and what stands there now.
struct TextEdit: Equatable, Sendable {
    /// Where it begins.
    var start: TextPosition
    /// What was taken out.
    var removed: String
    /// What was put in.
    var inserted: String

    /// The end of `inserted` once it is in the text.
    var insertedEnd: TextPosition { start.advanced(over: inserted) }
    /// The end of `removed` while it was in the text.
    var removedEnd: TextPosition { start.advanced(over: removed) }
    /// UTF-8 bytes held.
    var byteCount: Int { removed.utf8.count + inserted.utf8.count }
}

extension TextPosition {
    /// The place after `text` when that begins here.
    func advanced(over text: String) -> TextPosition {
        var text = text
        let (lines, tail) = text.withUTF8 { bytes in
            let lineEnd = UInt8(ascii: "\n")
            let lines = bytes.reduce(0) { $1 == lineEnd ? $0 + 1 : $0 }
            return (lines, bytes.count - (lines == 0 ? 0 : (bytes.lastIndex(of: lineEnd) ?? 0) + 1))
        }
        return TextPosition(line: line + lines, offset: lines == 0 ? offset + tail : tail)
    }
}
