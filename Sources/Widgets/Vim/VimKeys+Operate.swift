extension VimKeys {
    /// Does something to the stretch of text that `target` is.
    mutating func operate(
        _ vimOperator: VimOperator, _ target: VimTarget, _ command: VimCommand, on text: inout EditableText, page: Int
    ) -> EditorReply {
        guard let stretch = stretch(of: target, for: vimOperator, command.count, in: text, page: page) else { return .done(.moved) }
        let start = text.cursor
        if case .visual = mode { mode = .normal }
        let reply = apply(vimOperator, to: stretch, command, start: start, on: &text)
        if mode == .normal { rest(&text) }
        return reply
    }

    private mutating func apply(
        _ vimOperator: VimOperator, to stretch: VimObjects.Stretch, _ command: VimCommand, start: TextPosition, on text: inout EditableText
    ) -> EditorReply {
        let range = stretch.range
        switch vimOperator {
        case .yank:
            let register = keep(stretch, in: command.register, isYank: true, of: text)
            text.moveCursor(to: stretch.isLinewise ? TextPosition(line: range.lowerBound.line, offset: start.offset) : range.lowerBound)
            return .done(.copied(register.clipboardText))
        case .delete:
            keep(stretch, in: command.register, isYank: false, of: text)
            if stretch.isLinewise { text.deleteLines(range.lowerBound.line...range.upperBound.line) } else { text.replace(range, with: "") }
        case .change:
            keep(stretch, in: command.register, isYank: false, of: text)
            text.beginStep()
            if stretch.isLinewise { text.clearLines(range.lowerBound.line...range.upperBound.line) } else { text.replace(range, with: "") }
            beginInsert(1)
        case .indent, .outdent:
            text.shiftLines(range.lowerBound.line...range.upperBound.line, outward: vimOperator == .outdent)
        case .lowercase, .uppercase, .toggleCase:
            text.replace(range, with: vimOperator.changingCase(text.text(in: range)))
            text.moveCursor(to: isStep(command) ? text.cursor : range.lowerBound)
        }
        return .done(.moved)
    }

    /// Whether a command is `~`, which goes on to the next character.
    private func isStep(_ command: VimCommand) -> Bool { command.verb == .operate(.toggleCase, .motion(.right)) }

    /// The stretch of text that an operator takes.
    private mutating func stretch(
        of target: VimTarget, for vimOperator: VimOperator, _ count: Int?, in text: EditableText, page: Int
    ) -> VimObjects.Stretch? {
        switch target {
        case .selection: return selected(in: text)
        case .object(let object): return VimObjects(text: text).stretch(of: object)
        case .lines:
            let last = min(text.cursor.line + (count ?? 1) - 1, text.lines.count - 1)
            return text.stretch(ofLines: text.cursor.line...last)
        case .motion(let motion):
            if case .find(let find) = motion { lastFind = find }
            return stretch(of: motion, for: vimOperator, count, in: text, page: page)
        }
    }

    private func selected(in text: EditableText) -> VimObjects.Stretch? {
        guard case .visual(let isLinewise) = mode, let range = selection(in: text) else { return nil }
        let lines = min(text.clamped(visualAnchor), text.cursor).line...max(text.clamped(visualAnchor), text.cursor).line
        return isLinewise ? text.stretch(ofLines: lines) : VimObjects.Stretch(range: range)
    }

    private func stretch(
        of motion: VimMotion, for vimOperator: VimOperator, _ count: Int?, in text: EditableText, page: Int
    ) -> VimObjects.Stretch? {
        let targets = VimTargets(text: text, page: page, lastFind: lastFind)
        let cursor = text.cursor
        // On a word, `cw` takes the word and not the spaces behind it.
        if vimOperator == .change, case .wordForward(let big) = motion, !text.isSpace(at: cursor) {
            return VimObjects.Stretch(range: cursor..<text.afterOnLine(targets.endOfWord(count ?? 1, big: big)))
        }
        guard let target = targets.target(of: motion, count: count, forOperator: true) else { return nil }
        let (start, end) = (min(cursor, target), max(cursor, target))
        switch motion.shape {
        case .linewise: return text.stretch(ofLines: start.line...end.line)
        case .inclusive: return VimObjects.Stretch(range: start..<text.afterOnLine(end))
        case .exclusive: return exclusive(start..<end, motion, in: text)
        }
    }

    /// An exclusive motion that ends at a line's start takes the line before to its end, and whole lines when it began a line.
    private func exclusive(_ range: Range<TextPosition>, _ motion: VimMotion, in text: EditableText) -> VimObjects.Stretch? {
        let (start, end) = (range.lowerBound, range.upperBound)
        guard end.line > start.line else { return range.isEmpty ? nil : VimObjects.Stretch(range: range) }
        if case .wordForward = motion {
            let isWhole = text.lines[end.line].indentation >= end.offset && end.offset < text.lines[end.line].count
            guard isWhole || end.offset == 0 else { return VimObjects.Stretch(range: range) }
            let lineEnd = TextPosition(line: end.line - 1, offset: text.lines[end.line - 1].count)
            return start < lineEnd ? VimObjects.Stretch(range: start..<lineEnd) : nil
        }
        guard end.offset == 0 else { return VimObjects.Stretch(range: range) }
        if start.offset <= text.lines[start.line].indentation { return text.stretch(ofLines: start.line...(end.line - 1)) }
        return VimObjects.Stretch(range: start..<TextPosition(line: end.line - 1, offset: text.lines[end.line - 1].count))
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
