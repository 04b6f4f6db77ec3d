import JSON
import Workspace

/// Converts a `.bru` file to the form of OpenCollection, so that one reader reads both formats.
struct BruDocument {
    private static let verbs: Set<String> = ["get", "post", "put", "delete", "patch", "options", "head", "connect", "trace"]
    private static let protocols: Set<String> = ["http", "grpc", "ws"]
    private static let bodyTypes = [
        "formUrlEncoded": "form-urlencoded", "multipartForm": "multipart-form", "form-urlencoded": "form-urlencoded",
        "multipart-form": "multipart-form",
    ]

    private let text: BruText

    init(_ text: BruText) { self.text = text }

    /// The block with the method and the URL; nil for folders, collections and environments.
    private var main: BruText.Block? { text.blocks.first { Self.verbs.contains($0.name) || Self.protocols.contains($0.name) } }

    /// True if the file describes a request.
    var isRequest: Bool { main != nil }

    /// True if the file holds the variables of an environment.
    var isEnvironment: Bool { text.blocks.contains { $0.name == "vars" || $0.name == "vars:secret" } && text["meta"] == nil }

    // MARK: Requests

    var request: JSONValue {
        guard let main else { return .null }
        let pairs = Dictionary(BruText.pairs(main.lines).map { ($0.name, $0.value) }) { first, _ in first }
        let kind = Self.protocols.contains(main.name) && main.name != "http" ? main.name : "http"
        var http: JSONObject = ["method": .string(pairs["method"] ?? main.name.uppercased()), "url": .string(pairs["url"] ?? "")]
        http["headers"] = rows("headers")
        http["params"] = .array(params("params:query", "query") + params("query", "query") + params("params:path", "path"))
        http.set("auth", auth(pairs["auth"] ?? "none"))
        http.set("body", body(pairs["body"] ?? "none"))
        var info = self.info
        info["type"] = .string(kind)
        var result: JSONObject = ["info": .object(info), "http": .object(http), "runtime": .object(runtime)]
        if text["settings"] != nil {
            result["settings"] = .object(
                JSONObject(text.pairs("settings").map { JSONMember($0.name, (try? JSONValue(parsing: $0.value)) ?? .string($0.value)) }))
        }
        result["docs"] = .string(text.text("docs"))
        result["examples"] = .array(text.blocks.filter { $0.name == "example" }.map(Self.example))
        if kind != "http" { result["original"] = .string(text.blocks.map(\.source).joined(separator: "\n\n")) }
        result["blocks"] = otherBlocks([main.name, "auth:\(pairs["auth"] ?? "")"] + Self.bodyBlocks(pairs["body"] ?? "none"))
        return .object(result)
    }

    /// The numbers of the lines at which the blocks begin, by their names.
    var lines: JSONValue { .object(JSONObject(text.blocks.map { JSONMember($0.name, .number($0.line)) })) }

    /// The blocks that every request, folder or collection may have.
    private static let commonBlocks: Set<String> = [
        "meta", "headers", "query", "params:query", "params:path", "vars:pre-request", "vars:post-response", "assert",
        "script:pre-request", "script:post-response", "tests", "docs", "settings", "example",
    ]

    /// The names of the blocks that a mode of the body uses.
    private static func bodyBlocks(_ mode: String) -> [String] {
        let type = bodyTypes[mode] ?? mode
        return type == "graphql" ? ["body:graphql", "body:graphql:vars"] : ["body:\(type)", "body"]
    }

    /// The unused blocks, such as bodies of another mode, each as text.
    private func otherBlocks(_ used: [String]) -> JSONValue {
        let used = Self.commonBlocks.union(used)
        return .array(text.blocks.filter { !used.contains($0.name) }.map { ["name": .string($0.name), "text": .string($0.source)] })
    }

    private var info: JSONObject {
        var info = JSONObject()
        for pair in text.pairs("meta") where pair.name != "tags" { info[pair.name] = .string(pair.value) }
        if let seq = info["seq"]?.looseInteger { info["seq"] = .number(seq) }
        // Tags are a list of lines between brackets.
        let lines = text["meta"]?.lines.map(\.trimmingBlanks) ?? []
        if let start = lines.firstIndex(where: { $0.hasPrefix("tags") }) {
            let tags = lines[(start + 1)...].prefix { $0 != "]" && !$0.contains(":") }
            info["tags"] = .array(tags.map { .string(String($0.filter { $0 != "," })) })
        }
        return info
    }

    private func rows(_ block: String) -> JSONValue { .array(text.pairs(block).map { Self.row($0) }) }

    /// Variables; `@` before a name marks a variable for this request only.
    private func variables(_ block: String) -> [BruText.Pair] {
        text.pairs(block).map { pair in
            var pair = pair
            if pair.name.hasPrefix("@") { pair.name.removeFirst() }
            return pair
        }
    }

    private func params(_ block: String, _ type: String) -> [JSONValue] {
        text.pairs(block).map { pair in
            var row = Self.row(pair)
            row["type"] = .string(type)
            return row
        }
    }

    private static func row(_ pair: BruText.Pair) -> JSONValue {
        var row: JSONObject = ["name": .string(pair.name), "value": .string(pair.value)]
        if !pair.isEnabled { row["disabled"] = true }
        if !pair.description.isEmpty { row["description"] = .string(pair.description) }
        return .object(row)
    }

    /// The authentication of a mode, from the members of its block; the names are those of OpenCollection.
    private func auth(_ mode: String) -> JSONValue? {
        guard mode != "none", !mode.isEmpty else { return "none" }
        guard mode != "inherit" else { return "inherit" }
        var auth: JSONObject = ["type": .string(mode)]
        for pair in text.pairs("auth:\(mode)") { auth[Self.authNames[pair.name] ?? pair.name] = .string(pair.value) }
        return .object(auth)
    }

    /// The names of OpenCollection for the names of the markup language.
    static let authNames = [
        "access_token_url": "accessTokenUrl", "authorization_url": "authorizationUrl", "client_id": "clientId",
        "client_secret": "clientSecret",
        "grant_type": "flow", "callback_url": "callbackUrl", "credentials_placement": "credentialsPlacement",
        "token_placement": "tokenPlacement",
        "token_header_prefix": "tokenHeaderPrefix",
    ]

    private func body(_ mode: String) -> JSONValue? {
        let type = Self.bodyTypes[mode] ?? mode
        switch type {
        case "none", "": return nil
        case "form-urlencoded": return ["type": .string(type), "data": rows("body:form-urlencoded")]
        case "multipart-form": return ["type": .string(type), "data": .array(text.pairs("body:multipart-form").map(Self.part))]
        case "file": return ["type": .string(type), "data": .array(text.pairs("body:file").map(Self.file))]
        case "graphql":
            return [
                "type": .string(type), "query": .string(text.text("body:graphql")), "variables": .string(text.text("body:graphql:vars")),
            ]
        default: return ["type": .string(type), "data": .string((text["body:\(type)"] ?? text["body"])?.text ?? "")]
        }
    }

    /// A part: `name: value @contentType(type)`, with `@file(path|path)` for files.
    private static func part(_ pair: BruText.Pair) -> JSONValue {
        let (value, isFile, type) = content(pair.value)
        var part = row(pair)
        part["type"] = isFile ? "file" : "text"
        part["value"] = isFile ? .array(value.split(separator: "|").map { .string(String($0)) }) : .string(value)
        if !type.isEmpty { part["contentType"] = .string(type) }
        return part
    }

    /// The text or the paths of a part, and its media type.
    static func content(_ text: String) -> (value: String, isFile: Bool, type: String) {
        var (value, type) = (text, "")
        if let start = value.firstRange(of: "@contentType("), value.hasSuffix(")") {
            type = String(value[start.upperBound...].dropLast())
            value = String(value[..<start.lowerBound].trimmingBlanks)
        }
        let isFile = value.hasPrefix("@file(") && value.hasSuffix(")")
        return (isFile ? String(value.dropFirst(6).dropLast()) : value, isFile, type)
    }

    private static func file(_ pair: BruText.Pair) -> JSONValue {
        let part = part(pair)
        return [
            // The list is empty if no file is chosen.
            "filePath": part["value"]?.array.map { $0.first ?? .null } ?? part["value"] ?? .null,
            "contentType": part["contentType"] ?? .null, "selected": .bool(pair.isEnabled),
        ]
    }

    private var runtime: JSONObject {
        var runtime: JSONObject = ["variables": .array(variables("vars:pre-request").map(Self.row))]
        let scripts = [("before-request", "script:pre-request"), ("after-response", "script:post-response"), ("tests", "tests")]
        runtime["scripts"] = .array(
            scripts.filter { !text.text($0.1).isEmpty }.map { ["type": .string($0.0), "code": .string(text.text($0.1))] })
        runtime["assertions"] = .array(
            text.pairs("assert").map { pair in
                let words = pair.value.split(separator: " ", maxSplits: 1)
                var assertion: JSONObject = ["expression": .string(pair.name), "operator": .string(String(words.first ?? ""))]
                if words.count > 1 { assertion["value"] = .string(String(words[1])) }
                if !pair.isEnabled { assertion["disabled"] = true }
                return .object(assertion)
            })
        runtime["actions"] = .array(
            variables("vars:post-response").map { pair in
                [
                    "type": "set-variable", "phase": "after-response", "selector": ["expression": .string(pair.value)],
                    "variable": ["name": .string(pair.name)], "disabled": .bool(!pair.isEnabled),
                ]
            })
        return runtime
    }

    // MARK: Folders, collections, environments

    /// The settings of a folder or a collection.
    var settings: JSONValue {
        let mode = text.pairs("auth").first { $0.name == "mode" }?.value
        let runtime = runtime
        var request: JSONObject = ["headers": rows("headers")]
        for name in ["variables", "scripts"] { request[name] = runtime[name] ?? [] }
        if let mode { request.set("auth", auth(mode)) }
        // Folders in Apus have neither captures nor assertions.
        let kept = otherBlocks(["auth", "auth:\(mode ?? "")"]).array ?? []
        let checks = text.blocks.filter { ["vars:post-response", "assert"].contains($0.name) }
        return [
            "info": .object(info), "request": .object(request), "docs": .string(text.text("docs")),
            "blocks": .array(kept + checks.map { ["name": .string($0.name), "text": .string($0.source)] }),
        ]
    }

    /// An environment, named like the file.
    var environment: JSONValue {
        let secrets: [JSONValue] = text.items("vars:secret").map {
            ["name": .string($0.name), "secret": true, "disabled": .bool(!$0.isEnabled)]
        }
        let others = text.blocks.map(\.name).filter { $0 != "vars" && $0 != "vars:secret" }
        let variables = (rows("vars").array ?? []) + secrets
        return ["variables": .array(variables), "blocks": .array(others.map { ["name": .string($0)] })]
    }

    // MARK: Examples

    /// An example is a small document of its own, in which blocks are nested.
    static func example(_ block: BruText.Block) -> JSONValue {
        var result = JSONObject()
        var rest = block.lines[...]
        result = nested(&rest, depth: 0)
        let request = result["request"] ?? .null
        let response = result["response"] ?? .null
        let status = response["status"] ?? .null
        // Older files have status code and status text swapped.
        let code = status["code"]?.looseInteger ?? status["text"]?.looseInteger ?? response["status"]?.looseInteger ?? 200
        let text = status["code"]?.looseInteger == nil ? status.text("code") : status.text("text")
        let headers = response["headers"]?.object ?? JSONObject()
        return [
            "name": .string(result.text("name")), "description": .string(result.text("description")),
            "request": self.request(ofExample: block.lines)
                ?? ["url": .string(request.text("url")), "method": .string(request.nonEmpty("method")?.uppercased() ?? "GET")],
            "response": [
                "status": .number(code), "statusText": .string(text),
                "headers": .array(headers.map { ["name": .string($0.name), "value": $0.value] }),
                "body": ["type": .string(response["body"]?.text("type") ?? ""), "data": .string(response["body"]?.text("content") ?? "")],
            ],
        ]
    }

    /// The names of the parts of an example that are not read back as they are, besides spaces that end its name.
    static func changes(of saved: SavedResponse, in text: String) -> [String] {
        let read = (try? BruText(text))?.blocks.first.map(example) ?? .null
        let response = read["response"] ?? .null
        let parts = [
            ("name", read.text("name") == saved.name.trimmingEnd(" ")), ("reason", response.text("statusText") == saved.reason),
            ("headers", OpenCollectionReader.rows(response["headers"]) == saved.headers),
            ("body", Array((response["body"]?.text("data") ?? "").utf8) == saved.body),
        ]
        return parts.filter { !$0.1 }.map(\.0)
    }

    /// The request of an example, read as one of a file: `headers: {` begins a block, and `mode` names the kind of body; nil if there is none.
    private static func request(ofExample lines: [Substring]) -> JSONValue? {
        guard let start = lines.firstIndex(where: { ["request: {", "request {"].contains($0.trimmingBlanks) }) else { return nil }
        var rest = lines[(start + 1)...]
        var (main, blocks, isInside) = (["http {"], [String](), false)
        for line in raw(&rest, margin: lines[start]).textLines {
            if isInside {
                blocks.append(line)
                isInside = line.first != "}"
            } else if line.hasSuffix("{"), line.first != " " {
                blocks.append(line.replacing(": {", with: " {"))
                isInside = true
            } else {
                main.append("  " + (line.hasPrefix("mode:") ? "body" + line.dropFirst(4) : line))
            }
        }
        guard let text = try? BruText((main + ["}"] + blocks).joined(separator: "\n")) else { return nil }
        return BruDocument(text).request["http"]
    }

    /// Pairs and nested blocks (`name: {`) up to the closing bracket.
    private static func nested(_ rest: inout ArraySlice<Substring>, depth: Int) -> JSONObject {
        var result = JSONObject()
        while let line = rest.popFirst() {
            let trimmed = line.trimmingBlanks
            if trimmed == "}" { break }
            guard trimmed.hasSuffix("{"), depth < 8 else {
                guard let colon = trimmed.firstIndex(of: ":") else { continue }
                var value = String(trimmed[trimmed.index(after: colon)...].trimmingBlanks)
                if value == "'''" { value = quoted(&rest) }
                result[String(trimmed[..<colon])] = .string(value)
                continue
            }
            let name = String(trimmed.dropLast().trimmingBlanks).trimmingEnd(":")
            if name.hasPrefix("body:") {
                result["body"] = ["type": .string(String(name.dropFirst(5))), "data": .string(raw(&rest, margin: line))]
            } else {
                result[name] = .object(nested(&rest, depth: depth + 1))
            }
        }
        return result
    }

    /// The lines up to closing quotes, without the indentation that these and two spaces have, or less where a line has less.
    private static func quoted(_ rest: inout ArraySlice<Substring>) -> String {
        var lines: [Substring] = []
        var margin = Int.max
        while let line = rest.popFirst() {
            if line.trimmingBlanks == "'''" {
                margin = line.prefix { $0 == " " }.count + 2
                break
            }
            lines.append(line)
        }
        let margins = lines.filter { !$0.allSatisfy(\.isWhitespace) }.map { $0.prefix { $0 == " " }.count }
        margin = min(margin, margins.min() ?? margin)
        return lines.map { $0.dropFirst(margin) }.joined(separator: "\n")
    }

    /// The lines of a text block, up to a bracket in the column of its name.
    private static func raw(_ rest: inout ArraySlice<Substring>, margin line: Substring) -> String {
        let margin = line.prefix { $0 == " " }
        var lines: [Substring] = []
        while let line = rest.popFirst() {
            if line.hasPrefix(margin), line.dropFirst(margin.count).first == "}" { break }
            lines.append(line.hasPrefix(margin + "  ") ? line.dropFirst(margin.count + 2) : line)
        }
        return lines.joined(separator: "\n")
    }
}

extension ImportIssue {
    /// Replaces a pointer into the converted document by the line of the block that it is about; the lines are given by the name of the block.
    mutating func placeInBlock(of lines: JSONValue) {
        guard case .pointer(let pointer) = place else { return }
        let names = pointer.steps.compactMap { step in if case .member(let name) = step { name } else { nil } }
        let blocks = ["assertions": "assert", "actions": "vars:post-response", "auth": "auth", "body": "body"]
        let block = names.first == "blocks" ? names.last : names.lazy.compactMap { blocks[$0] }.last
        let line = (lines.object ?? [:]).first { member in block.map { member.name == $0 || member.name.hasPrefix($0 + ":") } ?? false }
        place = line?.value.integer.map { .line($0) } ?? .file
    }
}
