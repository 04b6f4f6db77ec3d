import Document
import HTTP
import JSON
import Widgets
import Workspace

/// Makes captures and assertions from the line under the cursor.
enum LineTests {
    /// A place in the response, with its current value.
    private struct Place {
        let source: CaptureSource
        let query: String
        /// The key or the header's name.
        let name: String
        let value: JSONValue

        var subject: String { query.isEmpty ? source.rawValue : "\(source.rawValue) \(query)" }
    }

    /// The maximum length of an asserted value; for longer ones only their existence is asserted.
    private static let maxValueBytes = 1 << 10

    static func capture(_ state: ResponseState, _ context: ResponseContext) -> ResponseOutcome {
        if let note = hiddenTrailerNote(state, context) { return .notify(.warning, note) }
        guard let place = place(state, context) else {
            return .notify(.warning, isOfResult(state) ? unknownPlace : "Select a header or a value of the body to capture")
        }
        return [.output(.capture(Capture(variable: variable(place.name), from: place.source.rawValue, query: place.query)))]
    }

    /// Asserts the value on the line, or only its existence for containers, long texts and secrets, which no file may contain. On a line
    /// without a value, asserts the status.
    static func assert(_ state: ResponseState, _ context: ResponseContext) -> ResponseOutcome {
        if let note = hiddenTrailerNote(state, context) { return .notify(.warning, note) }
        if let place = place(state, context) {
            let isPlain = place.value.object == nil && place.value.array == nil && place.value.compactText.utf8.count <= maxValueBytes
            let isSecret = isPlain && isSecret(place, state, context)
            let predicate: AssertionPredicate = isPlain && !isSecret && !place.value.isNull ? .equals : .exists
            let value = predicate == .equals ? place.value : .null
            let assertion = Assertion(subject: place.subject, predicate: predicate.rawValue, value: value)
            return [.output(.assert(assertion))] + (isSecret ? .notify(.warning, secretNote) : [])
        }
        if isOfResult(state) { return .notify(.warning, unknownPlace) }
        guard let status = state.head?.status.rawValue else { return [] }
        return [.output(.assert(Assertion(subject: "status", predicate: "equals", value: .number(JSONNumber(status)))))]
    }

    /// True if the line is one of the result of a query.
    private static func isOfResult(_ state: ResponseState) -> Bool { state.tab == .body && state.query?.viewer.body != nil }

    private static let unknownPlace = "The place of this result in the body is not known: select one value with jq or JSONPath"
    private static let secretNote = "The value is a secret: only that it exists is asserted"

    /// True for a string whose name is that of a credential, that equals a captured secret, or that is masked in the history.
    private static func isSecret(_ place: Place, _ state: ResponseState, _ context: ResponseContext) -> Bool {
        guard let text = place.value.string, !text.isEmpty else { return false }
        if SecretName.isCredential(place.name, at: place.source == .header ? .header : .item) { return true }
        if context.captured.values.contains(CapturedValue(text, isSecret: true)) { return true }
        guard let response = state.exchange?.response else { return false }
        if place.source == .header {
            let fields = response.headers.fields + state.headerParts.trailers.fields
            return fields.contains { $0.isNamed(place.query) && SecretMask.isSeen(in: $0.value) }
        }
        guard case .bytes(let stored) = response.body.storage, response.body.isComplete else { return false }
        let kept = String(decoding: stored, as: UTF8.self)
        return SecretMask.isSeen(in: kept) && !kept.contains(String(JSONValue.string(text).compactText.dropFirst().dropLast()))
    }

    private static func place(_ state: ResponseState, _ context: ResponseContext) -> Place? {
        switch state.tab {
        case .body: bodyPlace(state)
        case .headers: headerPlace(state, context)
        case .cookies, .timing, .trace, .tls, .sent, .tests: nil
        }
    }

    /// The place of a value in the body as it arrived, or in the result of a query.
    private static func bodyPlace(_ state: ResponseState) -> Place? {
        let viewer = state.shown
        guard let (view, row) = viewer.underCursor, let path = view.path(atRow: row), !path.isTruncated,
            let range = view.valueRange(atRow: row)
        else { return nil }
        let result = isOfResult(state) ? state.query : nil
        let query =
            result.map { $0.query(at: path, offset: range.lowerBound, of: state.viewer) } ?? (view.document.kind == .json ? path.jq : nil)
        guard let query else { return nil }
        let text = range.count > maxValueBytes ? nil : viewer.body?.document.text.bytes(in: range)
        let value = text.flatMap { try? JSONValue(parsing: String(decoding: $0, as: UTF8.self)) } ?? .null
        return Place(source: .body, query: query, name: name(of: path) ?? lastWord(of: result?.field.text ?? ""), value: value)
    }

    private static func headerPlace(_ state: ResponseState, _ context: ResponseContext) -> Place? {
        selectedField(state, context).map {
            Place(source: .header, query: $0.field.name, name: $0.field.name, value: .string($0.field.value))
        }
    }

    /// The field on the selected line of the Headers tab; nil on other lines.
    private static func selectedField(_ state: ResponseState, _ context: ResponseContext) -> (field: HTTPHeaderField, isTrailer: Bool)? {
        let rows = ResponseRows.rows(of: state, context)
        let index = state.lines.selected
        let lines = ResponseLines.headers(of: state)
        guard rows.indices.contains(index), lines.indices.contains(rows[index].line), let field = lines[rows[index].line].field else {
            return nil
        }
        return (field, rows[index].line >= state.head?.headers.fields.count ?? 0)
    }

    /// The reason why the selected trailer cannot be tested: tests read the header of its name. Nil for any other line.
    private static func hiddenTrailerNote(_ state: ResponseState, _ context: ResponseContext) -> String? {
        guard state.tab == .headers, let (field, isTrailer) = selectedField(state, context), isTrailer,
            state.head?.headers.fields.contains(where: { $0.isNamed(field.name) }) == true
        else { return nil }
        return "Tests read the header \(field.name), not the trailer of the same name"
    }

    /// The last key of a path; nil if it has none.
    private static func name(of path: DocumentPath) -> String? {
        for component in path.components.reversed() {
            if case .key(let key) = component { return key }
        }
        return nil
    }

    /// The last key in a query that is a path: `token` for `.data.token`.
    private static func lastWord(of query: String) -> String {
        let word = query.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.last { $0.first?.isLetter == true }
        return word.map(String.init) ?? "value"
    }

    /// The text as a valid variable name.
    private static func variable(_ name: String) -> String {
        let allowed = name.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" || $0 == ".") ? $0 : "_" }
        return allowed.first?.isLetter == true ? String(allowed) : "value_" + String(allowed)
    }
}
