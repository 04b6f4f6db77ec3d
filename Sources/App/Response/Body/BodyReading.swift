import HTTP
import Document
import Screen
import Workspace

/// Reads the body as another kind or in another character set, and shows what is wrong with it.
enum BodyReading {
    static func update(_ state: inout AppState, _ message: ResponseMessage) -> [Effect] {
        switch message {
        case .chooseReading: state.windows.append(.picker(picker(state)))
        case .read(let kind, let charset): return read(&state, kind, charset)
        case .showProblem: showProblem(&state)
        default: break
        }
        return []
    }

    /// Ending a request ends the look at its body too: what came is looked at to its end all the same.
    static func finish(_ state: AppState, _ exchange: Exchange) -> [Effect] {
        guard exchange.id == state.response.shownID, let body = state.response.viewer.body, body.document.ending == nil, body.source != nil
        else { return [] }
        return [.body(.finishReading(body, Interpretation(mediaType: state.response.answer?.headers["Content-Type"])))]
    }

    /// A picture is decoded once, when all of it is here.
    static func decode(_ state: AppState) -> [Effect] {
        let viewer = state.response.viewer
        guard state.showsPictures, let body = viewer.body, body.document.kind == .image, body.document.isComplete, viewer.picture == nil
        else { return [] }
        return [.body(.decodePicture(body))]
    }

    private static func picker(_ state: AppState) -> Picker<Message> {
        let document = state.response.viewer.body?.document
        let kinds = ContentKind.allCases.map { kind in
            Picker<Message>.Item(
                "as \(title(kind))", detail: kind == document?.kind ? "now" : "", sends: .response(.read(kind: kind, charset: nil)))
        }
        let charsets = Charset.common.map { charset in
            Picker<Message>.Item(
                "in \(charset.name)", detail: charset == document?.charset ? "now" : "",
                sends: .response(.read(kind: document?.kind, charset: charset)))
        }
        let answer = Picker<Message>.Item("as the answer says", sends: .response(.read(kind: nil, charset: nil)))
        return Picker("Read the body", [answer] + kinds + charsets) { text in
            .response(.read(kind: document?.kind, charset: Charset(text)))
        }
    }

    private static func title(_ kind: ContentKind) -> String {
        switch kind {
        case .json: "JSON"
        case .jsonLines: "JSON lines"
        case .xml: "XML"
        case .html: "HTML"
        case .css: "CSS"
        case .javascript: "JavaScript"
        case .yaml: "YAML"
        case .form: "form data"
        case .headers: "header fields"
        case .eventStream: "event stream"
        case .multipart: "multipart"
        case .text: "text"
        case .image: "image"
        case .binary: "bytes"
        }
    }

    private static func read(_ state: inout AppState, _ kind: ContentKind?, _ charset: Charset?) -> [Effect] {
        guard let body = kind == nil && charset == nil ? state.response.wholeBody : state.response.viewer.body else { return [] }
        if kind == nil, charset == nil { state.response.part = nil }
        state.response.readingLayer = state.response.newLayer()
        state.response.query = nil
        state.response.bodySearch = nil
        let interpretation = Interpretation(mediaType: state.response.answer?.headers["Content-Type"], kind: kind, charset: charset)
        return [.cancel(.queryBody(state.response.owner)), .body(.read(body, interpretation, layer: state.response.readingLayer))]
    }

    private static func showProblem(_ state: inout AppState) {
        guard let problem = state.response.shown.body?.document.problem else { return }
        state.response.tab = .body
        let height = ResponseUpdate.contentRect(state).height
        state.response.shown.show(match: problem.offset..<problem.offset + 1, height: height)
    }
}
