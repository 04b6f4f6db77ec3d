import HTTP
import Document
import Screen
import Workspace

/// Reads the body as another kind or in another character set, and explains its problems.
enum BodyCommands {
    /// Finishes indexing the received part of the body after a cancelled request.
    static func finish(_ state: ResponseState, _ exchange: Exchange) -> ResponseOutcome {
        guard exchange.id == state.shownID, let body = state.viewer.body, body.document.ending == nil, body.source != nil
        else { return [] }
        return [.effect(.finishReading(body, Interpretation(mediaType: state.head?.headers["Content-Type"])))]
    }

    /// Decodes a picture once it has arrived completely.
    static func decode(_ state: inout ResponseState, _ context: ResponseContext) -> ResponseOutcome {
        let viewer = state.viewer
        guard context.showsPictures, let body = viewer.body, body.document.kind == .image, body.document.isComplete, viewer.picture == nil
        else { return [] }
        state.viewer.isDecoding = true
        return [.effect(.decodePicture(body))]
    }

    static func picker(_ state: ResponseState) -> Picker<ResponseMessage> {
        let document = state.viewer.body?.document
        let kinds = ContentKind.allCases.map { kind in
            Picker<ResponseMessage>.Item(
                title: "as \(title(kind))", detail: kind == document?.kind ? "now" : "", message: .view(.read(kind: kind, charset: nil)))
        }
        let charsets = Charset.common.map { charset in
            Picker<ResponseMessage>.Item(
                title: "in \(charset.name)", detail: charset == document?.charset ? "now" : "",
                message: .view(.read(kind: document?.kind, charset: charset)))
        }
        let declared = Picker<ResponseMessage>.Item(title: "as the response says", message: .view(.read(kind: nil, charset: nil)))
        return Picker("Read body as another type", [declared] + kinds + charsets) { text in
            .view(.read(kind: document?.kind, charset: Charset(text)))
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

    static func read(_ state: inout ResponseState, _ kind: ContentKind?, _ charset: Charset?) -> ResponseOutcome {
        guard let body = kind == nil && charset == nil ? state.wholeBody : state.viewer.body else { return [] }
        if kind == nil, charset == nil { state.part = nil }
        state.readingLayer = state.newLayer()
        state.query = nil
        state.bodySearch = nil
        let interpretation = Interpretation(mediaType: state.head?.headers["Content-Type"], kind: kind, charset: charset)
        return [.cancel(.queryBody(state.owner)), .effect(.read(body, interpretation, layer: state.readingLayer))]
    }

    static func showProblem(_ state: inout ResponseState, _ context: ResponseContext) {
        guard let problem = state.shown.body?.document.problem else { return }
        state.tab = .body
        let height = ResponseReducer.contentArea(state, context).height
        state.shown.show(match: problem.offset..<problem.offset + 1, height: height)
    }
}
