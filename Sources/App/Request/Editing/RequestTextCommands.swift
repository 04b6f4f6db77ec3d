import Document
import JSON
import Screen
import Widgets
import Workspace

/// Commands on the text with the cursor.
enum RequestTextCommands {
    static func update(_ state: inout AppState, _ message: RequestMessage) -> [Effect] {
        switch message {
        case .copyText(let cuts): return copy(&state, cuts: cuts)
        case .format: return format(state, isCheck: false)
        case .validate: return format(state, isCheck: true)
        case .formatted(let result): return take(&state, result)
        case .find: return find(&state, replacing: false)
        case .replace: return find(&state, replacing: true)
        case .replaceFound(let all): return replaceFound(&state, all: all)
        case .findAgain(let direction): state.request.currentArea.map { state.request[keyPath: $0].findAgain(direction) }
        case .openEditor: return openEditor(&state)
        case .edited(let section, let text): RequestEditing.replaceText(&state, section, with: text)
        default: break
        }
        return []
    }

    private static func copy(_ state: inout AppState, cuts: Bool) -> [Effect] {
        guard let path = state.request.currentArea, let outcome = state.request[keyPath: path].copySelection(cuts: cuts) else {
            return state.say(.warning, "Nothing is selected")
        }
        return RequestEditing.takeText(&state, outcome)
    }

    private static func find(_ state: inout AppState, replacing: Bool) -> [Effect] {
        guard state.focus == .request else { return [] }
        guard let path = state.request.currentArea else { return state.say(.warning, "Find: the cursor is in no text") }
        state.request.completion = nil
        state.request.leavesAfterFinding = !state.request.isEditingText
        state.request[keyPath: path].openFind(replacing: replacing, closesOnEnter: !state.request.isEditingText && !replacing)
        state.request.isEditingText = true
        return []
    }

    private static func replaceFound(_ state: inout AppState, all: Bool) -> [Effect] {
        guard let path = state.request.currentArea else { return [] }
        let outcome = all ? state.request[keyPath: path].replaceAllMatches() : state.request[keyPath: path].replaceOne()
        return RequestEditing.takeText(&state, outcome)
    }

    private static func openEditor(_ state: inout AppState) -> [Effect] {
        guard let section = state.request.section ?? state.request.sections.first(where: { $0.area != nil }), let path = section.area else {
            return []
        }
        return [.editExternally(state.request[keyPath: path].text, suffix: section.fileSuffix, section)]
    }

    private static func format(_ state: AppState, isCheck: Bool) -> [Effect] {
        guard let section = textSection(state), let path = section.area else { return [] }
        return [.format(FormatJob(section: section, area: state.request[keyPath: path], isCheck: isCheck))]
    }

    /// Takes what came of it, unless the text is another one by now.
    private static func take(_ state: inout AppState, _ result: FormatResult) -> [Effect] {
        let section = result.job.section
        guard let path = section.area, state.request[keyPath: path].hasSameText(as: result.job.area) else { return [] }
        switch result.outcome {
        case .wellFormed: return state.say(.done, "The \(BodyFormat.name(of: section)) is well-formed", about: .draft)
        case .broken(let fault): return show(&state, fault, section)
        case .formatted(let formatted):
            state.request[keyPath: path].takeText(of: formatted)
            state.request.noteChange()
            return []
        }
    }

    /// Says what is wrong, with the cursor at its place.
    private static func show(_ state: inout AppState, _ fault: BodyFormat.Fault, _ section: RequestSection) -> [Effect] {
        state.request.reveal(section)
        if let path = section.area {
            state.request[keyPath: path].moveCursor(to: TextPosition(line: fault.line - 1, offset: fault.offset))
        }
        // The column is that which the border says, in cells.
        let column = section.area.map { state.request[keyPath: $0].cursorColumn + 1 } ?? fault.column
        return state.say(
            .error, "No \(BodyFormat.name(of: section)): line \(fault.line), column \(column): \(fault.message)", about: .draft)
    }

    private static func textSection(_ state: AppState) -> RequestSection? {
        if let section = state.request.section, section.area != nil { return section }
        return RequestSection.shown(on: .body, of: state.request).first { $0.area != nil }
    }
}
