import Workspace

/// Files of open requests that another program changed.
enum OutsideChanges {
    /// Takes what the file says now where nothing is lost by that, else asks.
    static func update(_ state: inout AppState, _ path: String, _ draft: RequestDraft?) -> [Effect] {
        guard let index = TabUpdate.index(of: path, in: state) else { return [] }
        let request = state.openRequests[index]
        guard let draft else { return gone(&state, path, request) }
        if draft == request.saved || state.workspace.seenOutside[path] == draft { return [] }
        state.workspace.seenOutside[path] = draft
        guard request.hasUnsavedChanges else {
            let preset = state.editorPreset
            state.forEachRequest { open in
                guard open.path == path else { return }
                let isKept = open.isKept
                open = RequestState(draft, path: path, preset: preset)
                open.isKept = isKept
            }
            return [.workspace(.noteRequest(path: path))] + state.say(.done, "“\(request.name)” was changed outside and is read anew")
        }
        ask(&state, path, mine: request.draft, theirs: draft)
        return []
    }

    /// Asks whose version counts.
    static func ask(_ state: inout AppState, _ path: String, mine: RequestDraft, theirs: RequestDraft?) {
        let isAsked = state.overlays.contains { if case .confirm(let question) = $0 { question.title == title } else { false } }
        guard !isAsked else { return }
        var choices = [
            ConfirmState.Choice("c", "keep editing", []),
            ConfirmState.Choice("m", "write mine", [.perform(.workspace(.overwriteRequest(path: path, draft: mine)))]),
            ConfirmState.Choice("t", "read theirs", [.perform(.workspace(.readRequest(path: path)))]),
        ]
        if let theirs {
            let question = ConfirmState(title: title, text: text(path), choices: choices)
            let look = TextOverlay.difference(between: theirs, and: mine, closing: .overlay(.show(.confirm(question))))
            choices.append(ConfirmState.Choice("l", "look", [.overlay(.show(.text(look)))]))
        }
        state.overlays.append(.confirm(ConfirmState(title: title, text: text(path), choices: choices)))
    }

    private static let title = "The file has changed outside"

    private static func text(_ path: String) -> String { "\(path) is not as it was when it was opened. Nothing was written." }

    /// A removed file leaves what is in the editor as a request without a file.
    private static func gone(_ state: inout AppState, _ path: String, _ request: RequestState) -> [Effect] {
        state.forEachRequest { open in
            if open.path == path { open.forgetFile() }
        }
        return state.say(.warning, "The file of “\(request.name)” was removed; ^S saves it again")
    }
}
