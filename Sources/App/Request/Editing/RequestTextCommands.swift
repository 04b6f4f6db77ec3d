import Engine
import Widgets

/// Commands on the text with the cursor.
enum RequestTextCommands {
    static func reduce(_ state: inout RequestState, _ message: RequestTextMessage, _ context: RequestContext) -> RequestOutcome {
        switch message {
        case .copy(let cuts): return copy(&state, context, cuts: cuts)
        case .format: return format(&state, context, .format)
        case .validate: return format(&state, context, .validate)
        case .cancelFormat:
            state.formatNumber += 1
            return [.dismissToasts(about: .draft)]
        case .formatted(let result): return apply(&state, result)
        case .find: return find(&state, context, replacing: false)
        case .replace: return find(&state, context, replacing: true)
        case .replaceFound(let all): return replaceFound(&state, context, all: all)
        case .findAgain(let direction): state.currentArea.map { state[keyPath: $0].findAgain(direction) }
        case .vimLine(let command): return run(&state, context, command)
        case .openEditor: return openEditor(&state, context)
        case .edited(let section, let text): RequestEditing.replaceText(&state, section, with: text)
        case .paste: return [.paste]
        }
        return []
    }

    private static func copy(_ state: inout RequestState, _ context: RequestContext, cuts: Bool) -> RequestOutcome {
        guard let path = state.currentArea, let outcome = state[keyPath: path].copySelection(cuts: cuts) else {
            return .notify(.warning, "Nothing is selected")
        }
        return RequestEditing.applyText(&state, context, outcome)
    }

    private static func find(_ state: inout RequestState, _ context: RequestContext, replacing: Bool) -> RequestOutcome {
        guard context.isSelected else { return [] }
        guard let path = state.currentArea else {
            guard !replacing, let rows = RequestRows.finder(state, context) else {
                return .notify(.warning, "Find: nothing to search here")
            }
            RequestEditing.finish(&state, context)
            return [.show(.picker(rows))]
        }
        state.completion = nil
        state.leavesAfterFinding = !state.isEditingText
        state[keyPath: path].openFind(replacing: replacing, closesOnEnter: !state.isEditingText && !replacing)
        state.isEditingText = true
        return []
    }

    private static func replaceFound(_ state: inout RequestState, _ context: RequestContext, all: Bool) -> RequestOutcome {
        guard let path = state.currentArea else { return [] }
        let outcome = all ? state[keyPath: path].replaceAllMatches() : state[keyPath: path].replaceOne()
        return RequestEditing.applyText(&state, context, outcome)
    }

    private static func run(_ state: inout RequestState, _ context: RequestContext, _ command: VimLineCommand) -> RequestOutcome {
        guard let path = state.currentArea, let count = state[keyPath: path].run(command) else { return [] }
        if case .delete = command {
            return count > 0
                ? RequestEditing.applyText(&state, context, .changed) : .notify(.warning, "The text has fewer lines", about: .draft)
        }
        guard count > 0 else { return .notify(.warning, "Pattern not found", about: .draft) }
        return RequestEditing.applyText(&state, context, .changed)
            + .notify(.done, "Replaced \(CountText.of(count, "match", "matches"))", about: .draft)
    }

    private static func openEditor(_ state: inout RequestState, _ context: RequestContext) -> RequestOutcome {
        guard let section = state.section ?? state.sections.first(where: { $0.area != nil }), let path = section.area else {
            return []
        }
        let (text, suffix) = (state[keyPath: path].text, section.syntax.fileSuffix)
        return [.effect(.openEditor(text, suffix: suffix, section, of: context.tab, state.typedText(tab: nil)))]
    }

    /// The length of a text from which a message says that it is being formatted.
    private static let minAnnounced = 1 << 20

    private static func format(_ state: inout RequestState, _ context: RequestContext, _ purpose: FormatJob.Purpose) -> RequestOutcome {
        guard let section = textSection(state), let area = section.area.map({ state[keyPath: $0] }) else { return [] }
        state.formatNumber += 1
        let job = FormatJob(section: section, area: area, purpose: purpose, number: state.formatNumber)
        guard area.isLonger(than: minAnnounced) else { return [.effect(.format(job, of: context.tab))] }
        let cancel = Toast<RequestMessage>.Action(label: "cancel", message: .text(.cancelFormat))
        return .notify(.done, purpose == .format ? "Formatting…" : "Validating…", about: .draft, action: cancel, stays: true)
            + [.effect(.format(job, of: context.tab))]
    }

    /// Applies the result, unless the text has changed since or the command was cancelled.
    private static func apply(_ state: inout RequestState, _ result: FormatResult) -> RequestOutcome {
        let section = result.job.section
        let isWanted = result.job.purpose == .mark || result.job.number == state.formatNumber
        guard isWanted else { return [] }
        guard let path = section.area, state[keyPath: path].hasSameText(as: result.job.area) else {
            return result.job.purpose == .mark ? [] : [.dismissToasts(about: .draft)]
        }
        switch result.outcome {
        case .wellFormed where result.job.purpose == .mark: state.syntaxProblems[section] = nil
        case .broken(let fault) where result.job.purpose == .mark: state.syntaxProblems[section] = fault
        case .wellFormed: return .notify(.done, "Valid \(section.syntax.name)", about: .draft)
        case .broken(let fault): return show(&state, fault, section)
        case .formatted(let formatted):
            state[keyPath: path].copyText(of: formatted)
            state.noteChange()
            return [.dismissToasts(about: .draft)]
        }
        return []
    }

    /// Shows a syntax error and moves the cursor to it.
    private static func show(_ state: inout RequestState, _ fault: BodyFormat.SyntaxError, _ section: RequestSection) -> RequestOutcome {
        state.reveal(section)
        if let path = section.area {
            state[keyPath: path].moveCursor(to: TextPosition(line: fault.line - 1, offset: fault.offset))
        }
        // The column in cells, as on the border.
        let column = section.area.map { state[keyPath: $0].cursorColumn + 1 } ?? fault.column
        return .notify(
            .error, "Invalid \(section.syntax.name): line \(fault.line), column \(column): \(fault.message)", about: .draft)
    }

    private static func textSection(_ state: RequestState) -> RequestSection? {
        if let section = state.section, section.area != nil { return section }
        return RequestSection.shown(on: .body, of: state).first { $0.area != nil }
    }
}
