import Document
import HTTP

/// A part of a body in the list of parts.
struct BodyPart: Sendable, Equatable {
    /// The part's name, or the name of its file.
    let title: String
    /// The part's media type and size.
    let detail: String
}

/// Lists the parts of a multipart body, or of JSON lines, and shows one of them as a body of its own.
enum BodyParts {
    static func reduce(_ state: inout ResponseState, _ message: BodyPartsMessage) -> ResponseOutcome {
        guard let body = state.wholeBody else { return [] }
        switch message {
        case .list: return partition(state).map { [.effect(.listParts(body, $0))] } ?? []
        case .listed(let parts): return [.show(.picker(picker(parts)))]
        case .read(let index):
            guard let partition = partition(state) else { return [] }
            state.part = body
            state.readingLayer = state.newLayer()
            state.query = nil
            state.bodySearch = nil
            return [.effect(.readPart(body, partition, index: index, layer: state.readingLayer))]
        }
    }

    /// The reason why there are no parts to list; nil if there are.
    static func reason(_ state: ResponseState) -> String? {
        partition(state) == nil ? "the body is neither multipart nor JSON lines" : nil
    }

    private static func picker(_ parts: [BodyPart]) -> Picker<ResponseMessage> {
        let whole = Picker<ResponseMessage>.Item(title: "Whole body", message: .view(.read(kind: nil, charset: nil)))
        let items = parts.enumerated().map { index, part in
            Picker<ResponseMessage>.Item(title: "\(index + 1). \(part.title)", detail: part.detail, message: .parts(.read(index)))
        }
        return Picker("Parts", items + [whole])
    }

    private static func partition(_ state: ResponseState) -> BodyPartition? {
        if let boundary = state.head?.headers.multipartBoundary { return .multipart(boundary: boundary) }
        return state.wholeBody?.document.kind == .jsonLines ? .lines : nil
    }
}
