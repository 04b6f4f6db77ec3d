import Workspace
import Screen
import Widgets

/// Changes a window with one line to type.
enum PromptUpdate {
    static func press(_ state: inout AppState, _ prompt: PromptState, _ key: Key) -> [Effect] {
        var prompt = prompt
        if key == Key(.tab), let folder = prompt.folder { return chooseFolder(&state, prompt, folder) }
        switch prompt.field.handle(key) {
        case .submitted: return submit(&state, prompt)
        case .cancelled: return cancel(&state, prompt)
        case .changed: prompt.problem = nil
        case .copied(let text), .cut(let text): return keep(&state, prompt) + [.copy(text, name: "the selection")]
        case .wantsPaste: return keep(&state, prompt) + [.paste]
        case .moved, .pasted, nil: break
        }
        return keep(&state, prompt)
    }

    /// Closes the prompt; an action that should follow is dropped as well.
    static func cancel(_ state: inout AppState, _ prompt: PromptState) -> [Effect] {
        state.closesAfterSaving = false
        return []
    }

    static func paste(_ state: inout AppState, _ prompt: PromptState, _ text: String) -> [Effect] {
        var prompt = prompt
        _ = prompt.field.paste(text)
        return keep(&state, prompt)
    }

    static func mouse(_ state: inout AppState, _ prompt: PromptState, _ event: MouseEvent, in frame: Rect) -> [Effect] {
        var prompt = prompt
        _ = state.windows.popLast()
        if event.isPress, PromptView.folder(of: prompt, in: frame).contains(event.position), let folder = prompt.folder {
            return chooseFolder(&state, prompt, folder)
        }
        _ = prompt.field.handle(event, in: PromptView.field(in: frame))
        return keep(&state, prompt)
    }

    private static func chooseFolder(_ state: inout AppState, _ prompt: PromptState, _ folder: String) -> [Effect] {
        state.windows.append(.prompt(prompt))
        state.windows.append(.picker(.foldersToSave(in: folder, state)))
        return []
    }

    /// Takes the folder that was chosen for what is being named.
    static func setFolder(_ state: inout AppState, _ folder: String) {
        guard case .prompt(var prompt)? = state.windows.last, prompt.folder != nil else { return }
        prompt.purpose = .saveRequest(folder: folder)
        state.windows[state.windows.count - 1] = .prompt(prompt)
    }

    private static func keep(_ state: inout AppState, _ prompt: PromptState) -> [Effect] {
        state.windows.append(.prompt(prompt))
        return []
    }

    /// The window stays until the file is written: what was typed may have to be mended.
    private static func saveBody(_ state: inout AppState, _ prompt: PromptState, _ piece: BodyPiece, _ path: String) -> [Effect] {
        guard !prompt.isWaiting else { return keep(&state, prompt) }
        var prompt = prompt
        prompt.isWaiting = true
        return keep(&state, prompt) + [.next(.response(.file(.save(piece, path: path, overwrites: false))))]
    }

    /// Closes the window whose body was written, or has it say why that cannot be; false where there is none.
    @discardableResult
    static func endSaving(_ state: inout AppState, problem: String? = nil) -> Bool {
        let place = state.windows.lastIndex { if case .prompt(let prompt) = $0 { prompt.isWaiting } else { false } }
        guard let place, case .prompt(var prompt) = state.windows[place] else { return false }
        guard let problem else {
            state.windows.remove(at: place)
            return true
        }
        (prompt.problem, prompt.isWaiting) = (problem, false)
        state.windows[place] = .prompt(prompt)
        return true
    }

    private static func submit(_ state: inout AppState, _ prompt: PromptState) -> [Effect] {
        let text = prompt.field.text.trimmed
        guard !text.isEmpty else {
            var prompt = prompt
            prompt.problem = "A name is needed."
            return keep(&state, prompt)
        }
        switch prompt.purpose {
        case .place:
            guard let place = BodyPlace(text) else {
                var prompt = prompt
                prompt.problem = BodyPlace.problem
                return keep(&state, prompt)
            }
            return [.next(.response(.view(.go(place))))]
        case .saveBody(let piece): return saveBody(&state, prompt, piece, text)
        case .renameRequest: return [.next(.request(.file(.setName(text))))]
        case .newRequest(let folder, let sibling):
            return [.workspace(.change(.createRequest(RequestDraft(name: text), folder: folder, after: sibling)))]
        case .newFolder(let folder): return [.workspace(.change(.createFolder(name: text, folder: folder)))]
        case .rename(let path): return [.workspace(.change(.rename(path: path, name: text)))]
        case .newEnvironment(let collection): return [.workspace(.createEnvironment(EnvironmentDraft(name: text), collection: collection))]
        case .secret(let name, let environment): return [.workspace(.setSecret(name: name, value: text, environment: environment))]
        case .saveRequest(let folder):
            return [.next(.request(.file(.saveAs(text, folder: folder))))]
        }
    }
}
