import JSON
import Workspace

/// The environments and headers in the settings of the editors: `http-client.env.json` with its private companion, and
/// `.vscode/settings.json`.
struct HTTPFileSettings {
    private static let sharedFile = "http-client.env.json"
    private static let privateFile = "http-client.private.env.json"

    private(set) var context: ImportContext
    /// The headers of every request.
    private(set) var defaultHeaders: [Row] = []
    /// The options of every request.
    private(set) var options = RequestOptions()
    /// The fields of the logins in the environments, by the names of the logins.
    private var logins: [String: [String: String]] = [:]

    init(_ context: ImportContext) { self.context = context }

    /// True for the name of a file of environments of JetBrains' client.
    static func isFile(_ name: String) -> Bool { name.hasSuffix(sharedFile) || name.hasSuffix(privateFile) }

    /// The environments of such a file that is imported on its own, with its private companion next to it.
    mutating func environments(of source: ImportSource) throws(ImportError) -> [CollectionTree.Environment] {
        guard let document = source.document, document.object != nil else {
            throw source.documentError ?? ImportError("Expected an object with an object for each environment.")
        }
        if source.name.hasSuffix(Self.privateFile) { return environments(.null, document, of: source.name) }
        let secret = context.folder.map { self.document(Self.privateFile, in: $0) } ?? .null
        return environments(document, secret, of: source.name)
    }

    /// The environments of both editors; those of JetBrains' client come first.
    mutating func environments() -> [CollectionTree.Environment] {
        guard let folder = context.folder else { return [] }
        var environments = environments(
            document(Self.sharedFile, in: folder), document(Self.privateFile, in: folder), of: Self.sharedFile)
        let settings = document(".vscode/settings.json", in: folder)
        defaultHeaders = (settings["rest-client.defaultHeaders"]?.object ?? JSONObject()).map {
            Row($0.name, HTTPFileReader.reference($0.value.looseText))
        }
        readOptions(settings)
        let known = Set(environments.map(\.draft.name))
        let others = self.environments(settings["rest-client.environmentVariables"] ?? .null, .null, of: ".vscode/settings.json")
        environments += others.filter { !known.contains($0.draft.name) }
        return environments
    }

    /// Reads the settings of REST Client that are options of every request.
    private mutating func readOptions(_ settings: JSONValue) {
        if settings["rest-client.followredirect"] == false { options.redirects.follow = false }
        if settings["rest-client.rememberCookiesForSubsequentRequests"] == false { options.cookies = false }
        if let limit = settings["rest-client.timeoutinmilliseconds"]?.double, limit > 0 { options.timeout = limit / 1000 }
        options.proxy = settings["http.proxy"]?.string.flatMap { $0.isEmpty ? nil : $0 }
        if let certificates = settings["rest-client.certificates"]?.object, !certificates.isEmpty {
            context.report(.lost, of: ".vscode/settings.json", at: .file, "certificates", "set tls.certificate and tls.key in requests")
        }
    }

    private mutating func environments(_ shared: JSONValue, _ secret: JSONValue, of file: String) -> [CollectionTree.Environment] {
        let base = shared["$shared"]?.object ?? JSONObject()
        let names = (shared.memberNames + secret.memberNames).filter { $0 != "$shared" && $0 != "$schema" }
        var seen: Set<String> = []
        return names.filter { seen.insert($0).inserted }.map { name in
            var environment = CollectionTree.Environment(EnvironmentDraft(name: context.name(name, at: .file)))
            var members = base
            for member in shared[name]?.object ?? JSONObject() { members[member.name] = member.value }
            for row in loginRows(members.first { $0.name == "Security" }?.value) {
                environment.draft.variables.append(Row(row.name, Self.value(row.value, base)))
            }
            for row in loginRows(secret[name]?["Security"]) {
                environment.draft.secrets.append(SecretEntry(row.name, .file))
                environment.secretValues[row.name] = row.value
            }
            let headers = members.first { $0.name == "$default_headers" }?.value.object ?? JSONObject()
            environment.draft.headers = headers.map { Row($0.name, Self.value($0.value.looseText, base)) }
            for member in members where member.name != "$default_headers" && isText(member, of: name, in: file) {
                environment.draft.variables.append(Row(member.name, Self.value(member.value.looseText, base)))
            }
            for member in secret[name]?.object ?? JSONObject() where isText(member, of: name, in: Self.privateFile) {
                environment.draft.variables.removeAll { $0.name == member.name }
                environment.draft.secrets.append(SecretEntry(member.name, .file))
                environment.secretValues[member.name] = member.value.looseText
            }
            return environment
        }
    }

    /// The variables of the logins of an environment, `auth.NAME.FIELD`: the member `Security`.
    private mutating func loginRows(_ security: JSONValue?) -> [Row] {
        var rows: [Row] = []
        for login in security?["Auth"]?.object ?? JSONObject()
        where login.value.text("Type").lowercased().hasPrefix("oauth2") || logins[login.name] != nil {
            var fields = logins[login.name] ?? [:]
            for member in login.value.object ?? JSONObject() where member.value.string != nil {
                if member.name == "Grant Type" { fields["grant"] = Self.grants[member.value.looseText] ?? fields["grant"] }
                guard let field = Self.loginFields[member.name] else {
                    if Self.usedWithoutField.contains(member.name) { continue }
                    context.report(
                        .lost, of: context.file, at: .file, "“\(member.name)” of the login “\(login.name)”", "Apus has no such setting")
                    continue
                }
                let name = "auth.\(login.name).\(field)"
                fields[field] = "{{\(name)}}"
                rows.append(Row(name, member.value.looseText))
            }
            logins[login.name] = fields
        }
        return rows
    }

    private static let grants = [
        "Authorization Code": "authorization_code", "Client Credentials": "client_credentials", "Password": "password",
        "Device Authorization": "device_code",
    ]
    /// The fields that Apus does not need, or reads elsewhere.
    private static let usedWithoutField: Set = ["Type", "Grant Type", "Acquire Automatically", "PKCE"]
    private static let loginFields = [
        "Auth URL": "authorizationURL", "Token URL": "tokenURL", "Device Auth URL": "deviceURL", "Client ID": "clientID",
        "Client Secret": "clientSecret", "Scope": "scope", "Redirect URL": "redirectURL", "Username": "username", "Password": "password",
    ]

    /// Replaces `Authorization: Bearer {{$auth.token("NAME")}}` by the login of that name.
    func insertLogin(into draft: inout RequestDraft) {
        guard let index = draft.headers.firstIndex(where: { $0.isNamed("authorization") }),
            let match = draft.headers[index].value.wholeMatch(of: /Bearer\s+\{\{\s*\$auth\.token\(\s*["']([^"']+)["']\s*\)\s*\}\}/),
            let fields = logins[String(match.1)], fields["grant"] != nil
        else { return }
        draft.headers.remove(at: index)
        draft.auth = AuthDraft(.oauth2, fields: fields)
    }

    /// The variables of the file `.env` next to the file, or above it, that its requests name.
    mutating func dotenv(for file: HTTPFile) -> [Row] {
        guard !file.dotenvNames.isEmpty, let folder = context.folder, let found = folder.nearest(".env", to: context.file) else {
            return []
        }
        do throws(ImportError) {
            let source = try ImportSource(
                name: found.shown, bytes: try found.folder.read(found.path), limits: context.limits, allowsEmpty: true)
            if found.folder == folder { context.markRead([found.path]) }
            var inner = ImportContext(file: found.shown, limits: context.limits)
            let rows = DotenvFile.variables(in: source.text, reportingTo: &inner).filter { file.dotenvNames.contains($0.name) }
            if !rows.isEmpty {
                context.report(
                    .note, of: found.shown, at: .file, "variables", "those that requests use become variables of the collection")
            }
            return rows
        } catch {
            context.reportFile(found.shown, error)
            return []
        }
    }

    /// True for a value that a variable can have; reports others.
    private mutating func isText(_ member: JSONMember, of environment: String, in file: String) -> Bool {
        guard member.value.object != nil || member.value.array != nil else { return true }
        if member.name == "Security", member.value["Auth"]?.object != nil { return false }
        context.report(
            .lost, of: file, at: .pointer(JSONPointer().member(environment).member(member.name)), "“\(member.name)”",
            member.name == "SSLConfiguration"
                ? "collections and requests have it: the options tls.verify and tls.certificate" : "variables in environments must be text")
        return false
    }

    /// The value of a variable: `{{$shared NAME}}` is the value that all environments share.
    private static func value(_ text: String, _ shared: JSONObject) -> String {
        var text = text
        for member in shared {
            for reference in ["{{$shared \(member.name)}}", "{{ $shared \(member.name) }}"] {
                text = text.replacing(reference, with: member.value.looseText)
            }
        }
        return HTTPFileReader.reference(text)
    }

    private mutating func document(_ name: String, in folder: ImportFolder) -> JSONValue {
        guard let found = folder.nearest(name, to: context.file) else { return .null }
        if found.folder == folder { context.markRead([found.path]) }
        do throws(ImportError) {
            let bytes = try found.folder.read(found.path)
            let isEditorFile = name.hasPrefix(".vscode")
            let source = try ImportSource(
                name: found.shown, bytes: isEditorFile ? Self.withoutComments(bytes) : bytes, limits: context.limits)
            if let error = source.documentError { throw error }
            let document = source.document ?? .null
            let isUsed = !isEditorFile || document.memberNames.contains { $0.hasPrefix("rest-client.") }
            if found.folder != folder, isUsed {
                context.report(.note, of: found.shown, at: .file, "environments", "read from a folder above the imported files")
            }
            return document
        } catch {
            context.reportFile(found.shown, error)
            return .null
        }
    }

    /// The text of an editor's settings without comments and without commas before a closing bracket. Lines keep their numbers.
    static func withoutComments(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var rest = bytes[...]
        /// The position of the last comma, while only white space and comments have followed it.
        var comma: Int?
        while let byte = rest.first {
            if let end = endOfComment(rest) {
                result += rest[..<end].filter { $0 == UInt8(ascii: "\n") }
                rest = rest[end...]
                continue
            }
            let end = byte == UInt8(ascii: "\"") ? endOfString(rest) : rest.startIndex + 1
            switch byte {
            case UInt8(ascii: ","): comma = result.count
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): break
            default:
                if let comma, byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") { result[comma] = UInt8(ascii: " ") }
                comma = nil
            }
            result += rest[..<end]
            rest = rest[end...]
        }
        return result
    }

    /// The end of the comment with which a text begins; nil if it begins with none.
    fileprivate static func endOfComment(_ text: ArraySlice<UInt8>) -> Int? {
        if text.starts(with: "//".utf8) { return text.firstIndex(of: UInt8(ascii: "\n")) ?? text.endIndex }
        guard text.starts(with: "/*".utf8) else { return nil }
        var rest = text.dropFirst(2)
        while !rest.isEmpty, !rest.starts(with: "*/".utf8) { rest = rest.dropFirst() }
        return rest.dropFirst(2).startIndex
    }

    /// The end of the text in quotes with which a text begins.
    fileprivate static func endOfString(_ text: ArraySlice<UInt8>) -> Int {
        var index = text.startIndex + 1
        while index < text.endIndex, text[index] != UInt8(ascii: "\"") { index += text[index] == UInt8(ascii: "\\") ? 2 : 1 }
        return min(index + 1, text.endIndex)
    }
}

/// The text of settings, which are JSON with comments, in which single members change. Everything else stays as it is written.
struct SettingsText {
    private let bytes: [UInt8]
    private var position = 0
    /// The names of the members and the places of their values.
    private var members: [(name: String, value: Range<Int>)] = []
    /// The end of the last member or comment.
    private var end = 0
    /// The place of the bracket at the end.
    private var close = 0
    private var endsWithComma = false
    /// The spaces before the first member.
    private var indentation: String?

    /// The text with a value for the member at that path; nil if the text is no object.
    ///
    /// - Parameter outer: the spaces before the line of the object.
    static func setting(_ value: JSONValue, at path: ArraySlice<String>, in text: String, outer: String = "") -> String? {
        guard let name = path.first, let object = SettingsText(text) else { return nil }
        let indentation = object.indentation ?? outer + "    "
        let rest = path.dropFirst()
        guard let member = object.members.last(where: { $0.name == name }) else {
            let whole = rest.reversed().reduce(value) { [$1: $0] }
            return object.adding("\(JSONValue.string(name).compactText): " + lines(of: whole, indentation, outer), indentation, outer)
        }
        let old = String(decoding: object.bytes[member.value], as: UTF8.self)
        let isNested = !rest.isEmpty && old.hasPrefix("{")
        let nested = isNested ? setting(value, at: rest, in: old, outer: indentation) : nil
        if isNested, nested == nil { return nil }
        let new = nested ?? lines(of: rest.reversed().reduce(value) { [$1: $0] }, indentation, outer)
        return object.replacing([(member.value, new)])
    }

    private init?(_ text: String) {
        bytes = Array(text.utf8)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
        skipComments()
        guard consume("{"), readMembers() else { return nil }
        let end = end
        skipComments()
        self.end = end
        guard position == bytes.count else { return nil }
    }

    private mutating func readMembers() -> Bool {
        end = position
        while true {
            let start = position
            skipComments()
            if position < bytes.count, bytes[position] == UInt8(ascii: "}") {
                close = position
                position += 1
                return true
            }
            guard members.isEmpty || endsWithComma, let name = string() else { return false }
            if members.isEmpty { indentation = Self.indentation(before: position - name.length, after: start, in: bytes) }
            skipComments()
            guard consume(":") else { return false }
            skipComments()
            let value = position
            guard skipValue() else { return false }
            members.append((name.text, value..<position))
            end = position
            skipComments()
            endsWithComma = consume(",")
            if endsWithComma { end = position }
        }
    }

    /// The spaces between the line break and a member; nil for a member on the line of the bracket.
    private static func indentation(before end: Int, after start: Int, in bytes: [UInt8]) -> String? {
        guard let newline = bytes[start..<end].lastIndex(of: UInt8(ascii: "\n")) else { return nil }
        let blanks = bytes[(newline + 1)..<end]
        return blanks.allSatisfy { $0 == 0x20 || $0 == 0x09 } ? String(decoding: blanks, as: UTF8.self) : nil
    }

    private mutating func consume(_ sign: Unicode.Scalar) -> Bool {
        guard position < bytes.count, bytes[position] == UInt8(ascii: sign) else { return false }
        position += 1
        return true
    }

    private mutating func string() -> (text: String, length: Int)? {
        guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else { return nil }
        let next = HTTPFileSettings.endOfString(bytes[position...])
        let text = String(decoding: bytes[position..<next], as: UTF8.self)
        defer { position = next }
        return (try? JSONValue(parsing: text))?.string.map { ($0, next - position) }
    }

    /// Skips spaces and comments. The end of the content includes the comments.
    private mutating func skipComments() {
        while position < bytes.count {
            if let next = HTTPFileSettings.endOfComment(bytes[position...]) {
                position = next
                end = next
            } else if [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) {
                position += 1
            } else {
                return
            }
        }
    }

    private mutating func skipValue() -> Bool {
        let start = position
        var depth = 0
        while position < bytes.count {
            let byte = bytes[position]
            if byte == UInt8(ascii: "\"") {
                position = HTTPFileSettings.endOfString(bytes[position...])
            } else if let next = HTTPFileSettings.endOfComment(bytes[position...]) {
                if depth == 0 { break }
                position = next
            } else if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
                depth += 1
                position += 1
            } else if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") {
                if depth == 0 { break }
                depth -= 1
                position += 1
            } else if depth == 0, [0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ",")].contains(byte) {
                break
            } else {
                position += 1
            }
        }
        return depth == 0 && position > start
    }

    // MARK: Changes

    private func adding(_ member: String, _ indentation: String, _ outer: String) -> String {
        let isOnOwnLine = bytes[end..<close].contains(UInt8(ascii: "\n"))
        let text = "\n\(indentation)\(member)" + (isOnOwnLine ? "" : "\n\(outer)")
        let comma = members.last.map { $0.value.upperBound..<$0.value.upperBound }
        return replacing((endsWithComma ? [] : comma.map { [($0, ",")] } ?? []) + [(end..<(isOnOwnLine ? end : close), text)])
    }

    private func replacing(_ changes: [(place: Range<Int>, text: String)]) -> String {
        var result: [UInt8] = []
        var start = 0
        for change in changes {
            result += bytes[start..<change.place.lowerBound] + Array(change.text.utf8)
            start = change.place.upperBound
        }
        return String(decoding: result + bytes[start...], as: UTF8.self)
    }

    /// A value in lines that begin with these spaces.
    private static func lines(of value: JSONValue, _ indentation: String, _ outer: String) -> String {
        let unit = indentation.hasPrefix(outer) ? String(indentation.dropFirst(outer.count)) : "    "
        let lines = value.prettyText.trimmingEnd("\n").split(separator: "\n", omittingEmptySubsequences: false)
        return lines.enumerated().map { index, line in
            let blanks = line.prefix { $0 == " " }.count
            return (index == 0 ? "" : indentation + String(repeating: unit, count: blanks / 2)) + line.dropFirst(blanks)
        }.joined(separator: "\n")
    }
}
