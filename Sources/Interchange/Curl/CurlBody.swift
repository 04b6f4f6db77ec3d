#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import HTTP
import JSON
import Workspace

/// The body from the data options of a curl command.
struct CurlBody {
    private let reader: CurlReader

    init(_ reader: CurlReader) { self.reader = reader }

    func put(into imported: inout ImportedRequest) {
        let forms = reader.all([.form, .formString])
        let data = reader.all(CurlReader.data)
        if let path = reader.last(.upload) {
            imported.draft.body = BodyDraft(kind: .file, file: path, fileContentType: BodyDraft.noContentType)
        } else if !forms.isEmpty {
            let parts = forms.map { CurlPart($0.value, isString: $0.meaning == .formString) }
            imported.draft.body = BodyDraft(kind: .multipart, parts: parts.map(\.part))
            imported.losses += parts.compactMap(\.loss)
            imported.losses += data.map { "\(Self.word($0.meaning)) \($0.value) is omitted: curl does not allow it with -F" }
            // The body adds it, with its boundary.
            imported.draft.headers.removeAll { $0.name.lowercased() == "content-type" && $0.value.lowercased() == "multipart/form-data" }
        } else if data.count == 1, !reader.has(.get), Self.namesFile(data[0]), data[0].meaning != .dataURLEncoded {
            let type = noContentType ?? (data[0].meaning == .json ? "application/json" : Self.form)
            imported.draft.body = BodyDraft(kind: .file, file: String(data[0].value.dropFirst()), fileContentType: type)
            if data[0].meaning == .data {
                imported.draft.body.fileLineBreaks = BodyDraft.noLineBreaks
                imported.losses.append("the line breaks of \(data[0].value) are removed, as by curl (Line breaks: keep sends them)")
            }
        } else {
            // A request cannot contain escaped files, or files together with text.
            let texts = data.filter { !Self.namesFile($0) }
            let files = data.filter(Self.namesFile)
            imported.losses += files.map { "\(Self.word($0.meaning)) \($0.value) is omitted" }
            if !texts.isEmpty { put(texts, into: &imported.draft) }
        }
    }

    /// True if curl reads the value of a data option from a file.
    private static func namesFile(_ option: (meaning: CurlOption.Meaning, value: String)) -> Bool {
        switch option.meaning {
        case .dataRaw: false
        case .dataURLEncoded: option.value.contains("@") && !option.value.contains("=")
        default: option.value.hasPrefix("@")
        }
    }

    /// The notation of the command line.
    private static func word(_ meaning: CurlOption.Meaning) -> String {
        switch meaning {
        case .dataBinary: "--data-binary"
        case .dataRaw: "--data-raw"
        case .dataURLEncoded: "--data-urlencode"
        case .json: "--json"
        default: "--data"
        }
    }

    private func put(_ data: [(meaning: CurlOption.Meaning, value: String)], into draft: inout RequestDraft) {
        if reader.has(.get) {
            draft.query += data.flatMap { text($0).split(separator: "&").map { CurlReader.pair($0) } }
            return
        }
        let isJSON = data.contains { $0.meaning == .json }
        let joined = data.map(text).joined(separator: isJSON ? "" : "&")
        if isJSON, !draft.headers.contains(where: { $0.name.lowercased() == "accept" }) {
            draft.headers.append(Row("Accept", "application/json"))
        }
        let said = draft.headers.last { $0.name.lowercased() == "content-type" }?.value
        let type = said ?? noContentType ?? (isJSON ? "application/json" : Self.form)
        draft.body = body(joined, type)
        let own = [BodyDraft.Kind.json: "application/json", .xml: "application/xml", .form: Self.form][draft.body.kind]
        if own == type, !joined.isEmpty {
            // The body adds it.
            draft.headers.removeAll { $0.name.lowercased() == "content-type" && $0.value == type }
        } else if said == nil, own != nil || joined.isEmpty && noContentType == nil {
            draft.headers.append(Row("Content-Type", type))
        }
    }

    /// The content type “none” for a body whose `Content-Type` the command removes; nil if it does not.
    private var noContentType: String? { reader.takesAway("content-type") ? BodyDraft.noContentType : nil }

    private static let form = "application/x-www-form-urlencoded"

    private func body(_ text: String, _ type: String) -> BodyDraft {
        let name = type.prefix { $0 != ";" }.lowercased()
        if name.hasSuffix("json") { return BodyDraft(kind: .json, json: text) }
        if name.hasSuffix("xml") { return BodyDraft(kind: .xml, xml: text) }
        if name == Self.form {
            // Rows are escaped when they are sent, so they replace the text only if that gives the same text.
            let rows = FormText.rows(of: text)
            let form = FormBody(rows.map { URLQueryItem(name: $0.name, value: $0.value) })
            let isSame = (try? form.encode()).map { $0 == Array(text.utf8) } ?? false
            if text.contains("="), isSame || text.contains("{{") && !text.contains(where: \.isNewline) && !text.hasPrefix("{\"") {
                return BodyDraft(kind: .form, form: rows)
            }
            if (try? JSONValue(parsing: text)) != nil { return BodyDraft(kind: .json, json: text) }
        }
        return BodyDraft(kind: .text, text: text, contentType: type)
    }

    /// The text that `--data-urlencode` makes from `name=value`, `=value` and `value`; other data is unchanged, without line breaks if curl
    /// removes them.
    private func text(_ option: (meaning: CurlOption.Meaning, value: String)) -> String {
        guard option.meaning == .dataURLEncoded else { return option.value }
        let sign = option.value.firstIndex(of: "=")
        let name = sign.map { option.value[..<$0] } ?? ""
        let value = sign.map { option.value[$0...].dropFirst() } ?? option.value[...]
        return (name.isEmpty ? "" : "\(name)=") + Self.encoded(String(value)).replacing("%20", with: "+")
    }

    /// RFC 3986, section 2.3; variables stay unchanged.
    static func encoded(_ text: String) -> String {
        Template(text).parts.map { part in
            switch part {
            case .reference(let name, _): "{{\(name)}}"
            case .text(let text):
                text.utf8.map { byte in
                    let character = Character(Unicode.Scalar(byte))
                    let isPlain = byte < 0x80 && (character.isLetter || character.isNumber || "-._~".contains(character))
                    let digits = String(byte, radix: 16, uppercase: true)
                    return isPlain ? String(character) : "%" + (digits.count < 2 ? "0" : "") + digits
                }.joined()
            }
        }.joined()
    }
}
