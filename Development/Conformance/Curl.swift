import HTTP
import Interchange
import JSON
import Platform
import Synchronization
import Workspace

extension Corpus {
    static let curl = [Corpus(name: "curl") { try await CurlCase($0).answer() }]
}

/// Computes the requests of a curl command.
private struct CurlCase {
    private let command: String
    private let files: JSONValue?

    init(_ example: JSONValue) throws {
        command = try example.text("command")
        files = example["files"]
    }

    func answer() async throws -> JSONValue {
        let requests = try CurlCommand.requests(command, reading: .exact) { path in files?[path]?.string }
        var sent = SentDrafts(requests.map(\.draft), files: files)
        // The commands were recorded with the names of variables in their place.
        sent.value = spelling
        return .array(try await sent.values())
    }

    /// The notation of a variable in the command, as a value.
    private func spelling(of name: String) -> String {
        (["${\(name)}", "{{ \(name) }}", "{{\(name)}}"].first { command.contains($0) } ?? "$" + name).replacing("{{", with: "\\{{")
    }
}

/// Computes the requests of drafts with the parts of the workbench: the resolver and the loader chain.
struct SentDrafts {
    private let drafts: [RequestDraft]
    private let files: JSONObject
    /// The folder that paths of files begin at, as the recorder saw it.
    var folder = ""
    /// The value of a variable that the draft does not define.
    var value: (String) -> String = { "{{\($0)}}" }

    /// Takes drafts, and the texts of files by their paths.
    init(_ drafts: [RequestDraft], files: JSONValue?) {
        self.drafts = drafts
        self.files = files?.object ?? JSONObject()
    }

    /// The requests as a recorder would have them.
    func values() async throws -> [JSONValue] {
        let scratch = FileManager.default.temporaryDirectory.path + "/apus-curl-\(UUID().uuidString)"
        // Paths may lead to the folder around.
        let folder = scratch + "/case"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: scratch) }
        for file in files {
            let parent = "\(folder)/\(file.name)".split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
            try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
            try Data((file.value.string ?? "").utf8).write(to: URL(filePath: "\(folder)/\(file.name)"))
        }
        try makeMissingFiles(in: folder)
        var values: [JSONValue] = []
        for draft in drafts { values.append(try await send(draft, folder)) }
        return values
    }

    /// Makes the files that the drafts name and the case lacks, with the text that the recorder gave them.
    private func makeMissingFiles(in folder: String) throws {
        let paths = drafts.flatMap { draft in
            (draft.body.kind == .file ? [draft.body.file] : [])
                + (draft.body.kind == .multipart ? draft.body.parts.filter(\.isFile).map(\.value) : [])
        }
        for path in paths where !path.isEmpty && !path.hasPrefix("/") && files[path] == nil && !path.hasPrefix("../..") {
            let parent = "\(folder)/\(path)".split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
            try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
            let name = self.folder.isEmpty ? path : self.folder + (self.folder.hasSuffix("/") ? "" : "/") + path
            try Data("content of \(name)\nline two\n".utf8).write(to: URL(filePath: "\(folder)/\(path)"))
        }
    }

    private func send(_ draft: RequestDraft, _ folder: String) async throws -> JSONValue {
        var input = ResolutionInput(draft, root: folder)
        let own = Set(draft.variables.map(\.name))
        input.workspaceVariables = Template(HTTPText.write(draft)).names.filter { !own.contains($0) }.map { Row($0, value($0)) }
        let request = try RequestResolver.resolve(input).request
        let end = LoaderEnd()
        var chain = StandardChain()
        chain.cookieJar = nil
        _ = try await chain.loader(over: end).load(request)
        guard let sent = end.request else { throw Refusal(description: "nothing came through the loaders") }
        return try value(of: sent)
    }

    private func value(of request: HTTPRequest) throws -> JSONValue {
        var headers = request.headers
        for field in request.body.additionalHeaders.fields { headers.appendIfAbsent(field.name, field.value) }
        var body = try request.body.encode()
        var fields = headers.fields.map { [$0.name, $0.value] }
        let type = headers["Content-Type"] ?? ""
        if let mark = type.firstRange(of: "boundary="), request.body is MultipartBody || type.contains("boundary=-") {
            let boundary = String(type[mark.upperBound...])
            body = Array(String(decoding: body, as: UTF8.self).replacing(boundary, with: "BOUNDARY").utf8)
            fields = fields.map { [$0[0], $0[1].replacing(boundary, with: "BOUNDARY")] }
        }
        let isStandard = request.port == nil || request.port == (request.scheme == "https" ? 443 : 80)
        // As the transport writes it: 5678 is the address 0.0.22.46.
        let name = request.host.map { WebURL("http://\($0)/")?.hostname ?? $0 } ?? ""
        let plain = name + (isStandard ? "" : ":\(request.effectivePort)")
        let host = headers["Host"] ?? plain
        // The transport adds this field.
        if headers["Accept-Encoding"] == nil { fields.append(["Accept-Encoding", "deflate, gzip, br, zstd"]) }
        // curl takes the braces of the shell's variables for a choice of one.
        let target = (request.percentEncodedPath + (request.percentEncodedQuery.map { "?" + $0 } ?? ""))
            .replacing(/\$\{(\w+)\}/) { "$" + $0.1 }
        return [
            "method": .string(request.method.rawValue), "scheme": .string(request.scheme), "host": .string(host),
            "target": .string(target.hasPrefix("/") ? target : "/" + target),
            "headers": .array(fields.map { .array($0.map(JSONValue.string)) }), "body_b64": .string(Data(body).base64EncodedString()),
        ]
    }
}

/// Keeps the request that would be sent.
private final class LoaderEnd: HTTPLoader {
    /// Guards the last request; a loader may be called on any thread.
    private let last = Mutex<HTTPRequest?>(nil)

    var request: HTTPRequest? { last.withLock { $0 } }

    func load(_ request: HTTPRequest, task: HTTPTask) async throws(HTTPError) -> HTTPResponse {
        last.withLock { $0 = request }
        return HTTPResponse(request: request, status: .noContent)
    }

    func reset() async {}
}
