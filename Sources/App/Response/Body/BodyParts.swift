import Document
import HTTP
import Widgets
import Workspace

/// A part of a body, as a list shows it.
public struct BodyPart: Sendable, Equatable {
    /// Its name, or its file's.
    let title: String
    /// Its media type and size.
    let detail: String
}

/// Lists the parts of a multipart body, or of JSON lines, and shows one of them as a body of its own.
enum BodyParts {
    static func update(_ state: inout AppState, _ message: ResponseMessage) -> [Effect] {
        guard let body = state.response.wholeBody else { return [] }
        switch message {
        case .listParts: return partition(state).map { [.body(.listParts(body, $0))] } ?? []
        case .partsListed(let parts): state.windows.append(.picker(picker(parts)))
        case .readPart(let index):
            guard let partition = partition(state) else { return [] }
            state.response.part = body
            state.response.readingLayer = state.response.newLayer()
            state.response.query = nil
            state.response.bodySearch = nil
            return [.body(.readPart(body, partition, index: index, layer: state.response.readingLayer))]
        default: break
        }
        return []
    }

    /// Why there is nothing to list; nil where there is.
    static func reason(_ state: AppState) -> String? {
        partition(state) == nil ? "the body has no parts: it is neither multipart with a boundary nor JSON lines" : nil
    }

    private static func picker(_ parts: [BodyPart]) -> Picker<Message> {
        let whole = Picker<Message>.Item("the whole body", sends: .response(.read(kind: nil, charset: nil)))
        let items = parts.enumerated().map { index, part in
            Picker<Message>.Item("\(index + 1). \(part.title)", detail: part.detail, sends: .response(.readPart(index)))
        }
        return Picker("Parts of the body", items + [whole])
    }

    private static func partition(_ state: AppState) -> BodyPartition? {
        if let boundary = state.response.answer?.headers.multipartBoundary { return .multipart(boundary: boundary) }
        return state.response.wholeBody?.document.kind == .jsonLines ? .lines : nil
    }
}
