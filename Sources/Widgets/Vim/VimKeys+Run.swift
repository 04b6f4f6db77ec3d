extension VimKeys {
    /// Executes a command.
    mutating func run(_ command: VimCommand, on text: inout EditableText, page: Int) -> EditorReply {
        if command.isChange {
            lastChange = repeatable(command, in: text).map { Change(command: $0) }
            recordsTyping = lastChange != nil
        }
        switch command.verb {
        case .move(let motion): move(motion, command.count, on: &text, page: page)
        case .operate(let vimOperator, let target): return operate(vimOperator, target, command, on: &text, page: page)
        case .insert(let insertion): begin(insertion, count: command.count ?? 1, in: &text)
        case .replace(let new): replaceCharacters(command.count ?? 1, with: new, in: &text)
        case .put(let before): return put(command, before: before, in: &text)
        case .join(let keepsSpace): join(command.count, keepsSpace: keepsSpace, in: &text)
        case .undo: repeated(command.count) { text.undo() ? text.goToChange(text.history.redoable.last) : false }
        case .redo: repeated(command.count) { text.redo() ? text.goToChange(text.history.undoable.last) : false }
        case .again: doAgain(command.count, on: &text, page: page)
        case .visual(let isLinewise): switchVisual(isLinewise, &text)
        case .select(let object): select(object, command.count ?? 1, in: &text)
        case .swapEnds: swapEnds(&text)
        case .openFind(let backward): return .openFind(backward: backward)
        case .findAgain(let direction): return .findAgain(direction * (command.count ?? 1))
        case .findWord(let backward): return findWord(backward: backward, command.count ?? 1, in: &text)
        case .scroll(let rows): return .scroll(rows * (command.count ?? 1))
        case .align(let share): return .align(share)
        case .row(let share): return .goToRow(share, count: command.count ?? 1)
        case .leave: leaveVisual(&text)
        }
        if mode == .normal { rest(&text) }
        return .done(.moved)
    }

    /// The command that `.` repeats. A change of a selection is repeated on the same amount of text; nil if that is not possible.
    private func repeatable(_ command: VimCommand, in text: EditableText) -> VimCommand? {
        guard mode != .normal else { return command }
        guard let extent = selected(in: text).map({ VimExtent(of: $0, in: text) }) else { return nil }
        var command = command
        switch command.verb {
        case .operate(let vimOperator, .selection): command.verb = .operate(vimOperator, .extent(extent))
        case .join: command.count = max(2, extent.lines)
        case .replace where extent.lines == 1 && extent.graphemes != nil: command.count = extent.graphemes
        default: return nil
        }
        return command
    }

    private func repeated(_ count: Int?, _ step: () -> Bool) {
        var remaining = count ?? 1
        while remaining > 0, step() { remaining -= 1 }
    }

    private mutating func move(_ motion: VimMotion, _ count: Int?, on text: inout EditableText, page: Int) {
        if case .find(let find) = motion { lastFind = find }
        let targets = VimTargets(text: text, page: page, lastFind: lastFind)
        guard let target = targets.target(of: motion, count: count, forOperator: false) else { return }
        let keepsColumn = motion == .up || motion == .down
        let column = text.goalColumn ?? text.lines[text.cursor.line].column(at: text.cursor.offset)
        text.moveCursor(to: target)
        if motion == .right, mode != .normal { rest(&text) }
        if keepsColumn { text.goalColumn = column }
        if motion == .lineEnd { text.goalColumn = Self.farRight }
    }

    /// The column that vertical movement keeps after `$`: the end of every line.
    private static let farRight = 1 << 40

    private mutating func begin(_ insertion: VimInsertion, count: Int, in text: inout EditableText) {
        text.beginStep()
        let line = text.cursor.line
        switch insertion {
        case .here: break
        case .after: if text.cursor.offset < text.lines[line].count { text.move(.right) }
        case .lineStart: text.moveCursor(to: TextPosition(line: line, offset: text.lines[line].indentation))
        case .lineEnd: text.move(.lineEnd)
        case .lineBelow:
            text.move(.lineEnd)
            text.insertNewline()
        case .lineAbove:
            let indentation = String(text.lines[line].slice(0..<text.lines[line].indentation))
            text.moveCursor(to: TextPosition(line: line, offset: 0))
            text.insert(indentation + "\n")
            text.moveCursor(to: TextPosition(line: line, offset: indentation.utf8.count))
        }
        beginInsert(count, asLines: insertion == .lineBelow || insertion == .lineAbove)
    }

    /// Replaces `count` characters, or all selected ones, by `new`.
    private mutating func replaceCharacters(_ count: Int, with new: String, in text: inout EditableText) {
        if let range = mode == .normal ? nil : selection(in: text) {
            let replaced = text.text(in: range).map { $0 == "\n" ? "\n" : new }.joined()
            text.replace(range, with: replaced)
            text.moveCursor(to: range.lowerBound)
            return leaveVisual(&text)
        }
        var end = text.cursor
        for _ in 0..<count {
            guard end.offset < text.lines[end.line].count else { return }
            end = text.after(end)
        }
        let start = text.cursor
        text.replace(start..<end, with: new == "\n" ? new : String(repeating: new, count: count))
        if new != "\n" { text.moveCursor(to: text.before(text.cursor)) }
    }

    private mutating func join(_ count: Int?, keepsSpace: Bool, in text: inout EditableText) {
        var joins = max(1, (count ?? 2) - 1)
        if let range = mode == .normal ? nil : selection(in: text) {
            joins = max(1, text.before(range.upperBound).line - range.lowerBound.line)
            text.moveCursor(to: range.lowerBound)
            mode = .normal
        }
        text.joinNextLines(joins, keepsSpace: keepsSpace)
    }

    private mutating func switchVisual(_ isLinewise: Bool, _ text: inout EditableText) {
        switch mode {
        case .visual(isLinewise): leaveVisual(&text)
        case .visual: mode = .visual(isLinewise: isLinewise)
        default:
            mode = .visual(isLinewise: isLinewise)
            visualAnchor = text.cursor
        }
    }

    /// Selects a text object, or extends a selection of more than one character by it.
    private mutating func select(_ object: VimTextObject, _ count: Int, in text: inout EditableText) {
        let isNew = text.clamped(visualAnchor) == text.cursor
        var found = isNew ? VimObjects(text: text).span(of: object, count: count) : selected(in: text)
        for _ in 0..<(isNew ? 0 : count) {
            found = found.flatMap { VimObjects(text: text).span(of: object, beyond: $0.range) } ?? found
        }
        guard let span = found, !span.range.isEmpty else { return }
        mode = .visual(isLinewise: span.isLinewise)
        visualAnchor = span.range.lowerBound
        let end = span.range.upperBound
        text.moveCursor(to: span.isLinewise && end.offset == 0 ? end : text.before(end))
    }

    private mutating func swapEnds(_ text: inout EditableText) {
        let anchor = text.clamped(visualAnchor)
        visualAnchor = text.cursor
        text.moveCursor(to: anchor)
    }

    private mutating func findWord(backward: Bool, _ count: Int, in text: inout EditableText) -> EditorReply {
        let line = text.lines[text.cursor.line]
        var place = text.cursor
        while let character = line.character(at: place.offset), CharacterClass(character) != .word { place = text.after(place) }
        guard place.line == text.cursor.line, line.character(at: place.offset) != nil else { return .done(.moved) }
        let word = text.word(at: place)
        text.moveCursor(to: word.lowerBound)
        return .findWord(text.text(in: word), backward: backward, count: count)
    }

    // MARK: Operators

    /// Applies an operator to the range that `target` describes.
    mutating func operate(
        _ vimOperator: VimOperator, _ target: VimTarget, _ command: VimCommand, on text: inout EditableText, page: Int
    ) -> EditorReply {
        let found = span(of: target, for: vimOperator, command.count, in: text, page: page)
        guard let span = found ?? emptyLine(for: vimOperator, target, in: text) else { return .done(.moved) }
        let start = text.cursor
        if case .visual = mode { mode = .normal }
        let reply = apply(vimOperator, to: span, command, start: start, on: &text)
        if mode == .normal { rest(&text) }
        return reply
    }

    private mutating func apply(
        _ vimOperator: VimOperator, to span: VimObjects.Span, _ command: VimCommand, start: TextPosition, on text: inout EditableText
    ) -> EditorReply {
        let range = span.range
        switch vimOperator {
        case .yank:
            let register = store(span, in: command.register, isYank: true, of: text)
            text.moveCursor(to: span.isLinewise ? TextPosition(line: range.lowerBound.line, offset: start.offset) : range.lowerBound)
            return .done(.copied(register.clipboardText))
        case .delete:
            store(span, in: command.register, isYank: false, of: text)
            if span.isLinewise { text.deleteLines(range.lowerBound.line...range.upperBound.line) } else { text.replace(range, with: "") }
        case .change:
            store(span, in: command.register, isYank: false, of: text)
            text.beginStep()
            if span.isLinewise {
                text.clearLines(range.lowerBound.line...range.upperBound.line)
            } else {
                text.replace(range, with: "")
                text.moveCursor(to: range.lowerBound)
            }
            beginInsert(1)
        case .indent, .outdent:
            text.shiftLines(range.lowerBound.line...range.upperBound.line, outward: vimOperator == .outdent, levels: levels(of: command))
        case .lowercase, .uppercase, .toggleCase:
            text.replace(range, with: vimOperator.changingCase(text.text(in: range)))
            let column = span.isLinewise ? start.offset : range.lowerBound.offset
            text.moveCursor(to: isStep(command) ? text.cursor : TextPosition(line: range.lowerBound.line, offset: column))
        }
        return .done(.moved)
    }

    /// The number of levels by which `>` and `<` shift lines: the count if there is a selection, else one.
    private func levels(of command: VimCommand) -> Int {
        switch command.verb {
        case .operate(_, .selection), .operate(_, .extent): min(command.count ?? 1, Self.maxLevels)
        default: 1
        }
    }

    private static let maxLevels = 100

    /// True for the command `~`, which moves on to the next character.
    private func isStep(_ command: VimCommand) -> Bool { command.verb == .operate(.toggleCase, .motion(.right)) }

    /// The range of text for an operator.
    private mutating func span(
        of target: VimTarget, for vimOperator: VimOperator, _ count: Int?, in text: EditableText, page: Int
    ) -> VimObjects.Span? {
        switch target {
        case .selection: return selected(in: text)
        case .extent(let extent): return span(of: extent, in: text)
        case .object(let object): return VimObjects(text: text).span(of: object, count: count ?? 1)
        case .lines:
            let last = min(text.cursor.line + (count ?? 1) - 1, text.lines.count - 1)
            return text.span(ofLines: text.cursor.line...last)
        case .motion(let motion):
            if case .find(let find) = motion { lastFind = find }
            let found = span(of: motion, for: vimOperator, count, in: text, page: page)
            return vimOperator == .delete ? found.map { wholeLines(around: $0, in: text) } : found
        }
    }

    /// Vim's rule for deleting several lines by a motion: whole lines if only blanks are left of the first and the last one.
    private func wholeLines(around span: VimObjects.Span, in text: EditableText) -> VimObjects.Span {
        let (start, end) = (span.range.lowerBound, span.range.upperBound)
        let rest = text.lines[end.line].slice(end.offset..<text.lines[end.line].count)
        let isWhole = start.offset <= text.lines[start.line].indentation && rest.allSatisfy(\.isWhitespace)
        return start.line < end.line && isWhole ? text.span(ofLines: start.line...end.line) : span
    }

    /// The empty range on an empty line: `s`, `C` and `cw` start INSERT there, though there is nothing to change.
    private func emptyLine(for vimOperator: VimOperator, _ target: VimTarget, in text: EditableText) -> VimObjects.Span? {
        guard vimOperator == .change, text.lines[text.cursor.line].count == 0 else { return nil }
        switch target {
        case .motion(.right), .motion(.lineEnd), .motion(.wordForward): return VimObjects.Span(range: text.cursor..<text.cursor)
        default: return nil
        }
    }

    private func selected(in text: EditableText) -> VimObjects.Span? {
        guard case .visual(let isLinewise) = mode, let range = selection(in: text) else { return nil }
        let lines = min(text.clamped(visualAnchor), text.cursor).line...max(text.clamped(visualAnchor), text.cursor).line
        return isLinewise ? text.span(ofLines: lines) : VimObjects.Span(range: range)
    }

    private func span(
        of motion: VimMotion, for vimOperator: VimOperator, _ count: Int?, in text: EditableText, page: Int
    ) -> VimObjects.Span? {
        let targets = VimTargets(text: text, page: page, lastFind: lastFind)
        let cursor = text.cursor
        // On a word, `cw` changes the word without the spaces after it.
        if vimOperator == .change, case .wordForward(let big) = motion, !text.isSpace(at: cursor) {
            return VimObjects.Span(range: cursor..<text.afterOnLine(targets.endOfWord(count ?? 1, big: big)))
        }
        guard let target = targets.target(of: motion, count: count, forOperator: true) else { return nil }
        let (start, end) = (min(cursor, target), max(cursor, target))
        switch shape(of: motion) {
        case .linewise: return text.span(ofLines: start.line...end.line)
        case .inclusive: return VimObjects.Span(range: start..<text.afterOnLine(end))
        case .exclusive: return exclusive(start..<end, motion, in: text)
        }
    }

    private func shape(of motion: VimMotion) -> VimMotion.Shape {
        guard case .findAgain(let reversed) = motion, let lastFind else { return motion.shape }
        return VimMotion.find(lastFind.turned(reversed)).shape
    }

    private func span(of extent: VimExtent, in text: EditableText) -> VimObjects.Span {
        let last = min(text.cursor.line + extent.lines - 1, text.lines.count - 1)
        guard let graphemes = extent.graphemes else { return text.span(ofLines: text.cursor.line...last) }
        var end = last == text.cursor.line ? text.cursor : TextPosition(line: last, offset: 0)
        for _ in 0..<graphemes { end = text.afterOnLine(end) }
        // An empty line has only its line end.
        if extent.reachesLineEnd || text.lines[last].count == 0 {
            end = text.after(TextPosition(line: last, offset: text.lines[last].count))
        }
        return VimObjects.Span(range: text.cursor..<end)
    }

    /// Applies vim's rule for exclusive motions that end at the start of a line: they end at the previous line end instead, and cover whole
    /// lines if they start in the indentation.
    private func exclusive(_ range: Range<TextPosition>, _ motion: VimMotion, in text: EditableText) -> VimObjects.Span? {
        let (start, end) = (range.lowerBound, range.upperBound)
        guard end.line > start.line else { return range.isEmpty ? nil : VimObjects.Span(range: range) }
        if case .wordForward = motion {
            let isWhole = text.lines[end.line].indentation >= end.offset && end.offset < text.lines[end.line].count
            guard isWhole || end.offset == 0 else { return VimObjects.Span(range: range) }
            let lineEnd = TextPosition(line: end.line - 1, offset: text.lines[end.line - 1].count)
            return start < lineEnd ? VimObjects.Span(range: start..<lineEnd) : nil
        }
        // `$` includes the end of its line, also of an empty one.
        guard end.offset == 0, motion != .lineEnd else { return VimObjects.Span(range: range) }
        if start.offset <= text.lines[start.line].indentation { return text.span(ofLines: start.line...(end.line - 1)) }
        return VimObjects.Span(range: start..<TextPosition(line: end.line - 1, offset: text.lines[end.line - 1].count))
    }
}

extension VimExtent {
    fileprivate init(of span: VimObjects.Span, in text: EditableText) {
        let (start, end) = (span.range.lowerBound, span.range.upperBound)
        let last = span.isLinewise || start == end ? end : text.before(end)
        lines = last.line - start.line + 1
        guard !span.isLinewise else { return }
        let from = lines == 1 ? start : TextPosition(line: last.line, offset: 0)
        graphemes = max(1, text.text(in: from..<max(from, text.afterOnLine(last))).count)
        reachesLineEnd = end.line > last.line && text.lines[last.line].count > 0
    }
}

extension EditableText {
    /// Moves the cursor to the first change of a step that was undone or redone.
    fileprivate mutating func goToChange(_ step: EditHistory.Step?) -> Bool {
        guard let edit = step?.edits.first else { return true }
        let below = edit.start.line + 1
        let restoresLines = edit.inserted.isEmpty && edit.removed.hasPrefix("\n") && below < lines.count
        moveCursor(to: restoresLines ? TextPosition(line: below, offset: lines[below].indentation) : edit.start)
        return true
    }

    /// Appends up to `count` lines to the cursor's line with one space before each, or as they are, and moves the cursor before the last one.
    fileprivate mutating func joinNextLines(_ count: Int, keepsSpace: Bool) {
        let first = lines[cursor.line]
        let last = min(cursor.line + count, lines.count - 1)
        guard last > cursor.line else { return }
        let end = TextPosition(line: cursor.line, offset: first.count)
        var (joined, place) = ("", 0)
        for next in lines[(cursor.line + 1)...last] {
            place = joined.utf8.count
            if keepsSpace {
                joined += next.slice(0..<next.count)
                continue
            }
            let before = joined.utf8.last ?? first.text.utf8.last
            let isGlued = next.count == next.indentation || before == nil || next.byte(at: next.indentation) == UInt8(ascii: ")")
            joined += (isGlued || before == UInt8(ascii: " ") ? "" : " ") + next.slice(next.indentation..<next.count)
        }
        replace(end..<TextPosition(line: last, offset: lines[last].count), with: joined)
        moveCursor(to: TextPosition(line: end.line, offset: end.offset + place))
    }
}

extension VimOperator {
    fileprivate func changingCase(_ text: String) -> String {
        switch self {
        case .lowercase: text.lowercased()
        case .uppercase: text.uppercased()
        default: text.map { $0.isUppercase ? $0.lowercased() : $0.uppercased() }.joined()
        }
    }
}
