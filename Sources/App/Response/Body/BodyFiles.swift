import Workspace
import Document
import HTTP
import Screen
import Widgets

/// Saves what is shown, or opens it in another program.
enum BodyFiles {
    static func update(_ state: inout AppState, _ message: ResponseMessage) -> [Effect] {
        switch message {
        case .save(let piece, let path, let overwrites): return [.body(.save(piece, path: path, overwrites: overwrites))]
        case .askToOverwrite(let piece, let path): ask(&state, piece, path)
        case .notSaved(let reason):
            return PromptUpdate.endSaving(&state, problem: reason) ? [] : state.say(.error, reason)
        case .saved(let path, let byteCount):
            PromptUpdate.endSaving(&state)
            return state.say(.done, "Saved \(ByteText.count(Int64(byteCount))) to \(path)")
        default: return state.response.shown.body.map { update(&state, message, $0) } ?? []
        }
        return []
    }

    private static func update(_ state: inout AppState, _ message: ResponseMessage, _ body: BodyHandle) -> [Effect] {
        switch message {
        case .startSaving:
            prompt(&state, BodyPiece(body: body), "Save the body to", name(state))
        case .startSavingValue:
            guard let range = state.response.shown.underCursor.flatMap({ $0.view.valueRange(atRow: $0.row) }) else {
                return state.say(.warning, "No value begins here.")
            }
            prompt(&state, BodyPiece(body: body, range: range), "Save the value to", "value" + suffix(body.document.kind, state))
        case .openPager: return [.body(.openPager(body))]
        case .openEditor: return [.body(.openEditor(body, suffix: suffix(body.document.kind, state)))]
        case .openOutside: return [.body(.openOutside(body, suffix: suffix(body.document.kind, state)))]
        default: break
        }
        return []
    }

    private static func prompt(_ state: inout AppState, _ piece: BodyPiece, _ title: String, _ name: String) {
        state.windows.append(.prompt(PromptState(purpose: .saveBody(piece), title: title, field: TextFieldState(text: name))))
    }

    private static func ask(_ state: inout AppState, _ piece: BodyPiece, _ path: String) {
        let write = Message.response(.save(piece, path: path, overwrites: true))
        let another = Message.response(.notSaved("\(path) is there already."))
        state.windows.append(
            .confirm(
                Question(
                    title: "The file is there already", text: "\(path) would be replaced.",
                    choices: [Question<Message>.Choice("k", "keep it", [another]), Question<Message>.Choice("o", "overwrite", [write])],
                    cancelMessages: [another])))
    }

    // MARK: Names

    /// What the answer calls it, or the last step of the URL; never a path, whatever the server says (RFC 6266, section 4.3).
    private static func name(_ state: AppState) -> String {
        let disposition = state.response.answer?.headers["Content-Disposition"].flatMap { ContentDisposition($0).parameters["filename"] }
        let url = state.response.exchange?.request.url ?? ""
        let path = url.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").dropFirst(2).last.map(String.init)
        let wanted = disposition ?? path ?? "body"
        let last = wanted.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? "body"
        let safe = String(String.UnicodeScalarView(last.unicodeScalars.filter { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }))
        let name = safe.drop { $0 == "." }.isEmpty ? "body" : String(safe.drop { $0 == "." })
        let isPlain = state.response.query?.viewer.body == nil
        guard isPlain else { return "result" + suffix(state.response.shown.body?.document.kind ?? .text, state) }
        return name.contains(".") ? name : name + suffix(state.response.shown.body?.document.kind ?? .text, state)
    }

    /// The ending that programs know a kind by.
    private static func suffix(_ kind: ContentKind, _ state: AppState) -> String {
        switch kind {
        case .json: ".json"
        case .jsonLines: ".jsonl"
        case .xml: ".xml"
        case .html: ".html"
        case .css: ".css"
        case .javascript: ".js"
        case .yaml: ".yaml"
        case .image: imageSuffix(state.response.answer?.headers["Content-Type"])
        case .binary: binarySuffix(state.response.answer?.headers["Content-Type"])
        case .form, .headers, .eventStream, .multipart, .text: ".txt"
        }
    }

    private static func imageSuffix(_ mediaType: String?) -> String {
        let known = ["png": ".png", "jpeg": ".jpg", "gif": ".gif", "webp": ".webp", "svg+xml": ".svg", "avif": ".avif", "bmp": ".bmp"]
        let type = mediaType?.prefix { $0 != ";" }.lowercased().split(separator: "/").last?.trimmed
        return type.flatMap { known[$0] } ?? ".img"
    }

    private static func binarySuffix(_ mediaType: String?) -> String {
        let known = ["application/pdf": ".pdf", "application/zip": ".zip", "application/gzip": ".gz", "application/wasm": ".wasm"]
        return mediaType.flatMap { known[$0.prefix { $0 != ";" }.lowercased().trimmed] } ?? ".bin"
    }
}
