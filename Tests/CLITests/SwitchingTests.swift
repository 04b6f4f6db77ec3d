import DemoServer
import Foundation
import Interchange
import JSON
import Testing

/// A collection of each program, brought to the built program, sent, and brought back.
@Suite(.timeLimit(.minutes(5))) struct SwitchingTests {
    private let server: DemoServer

    init() throws { server = try DemoServer.start() }

    @Test(arguments: PilotsCollection.all)
    func `a collection arrives as written, and again after its export`(_ collection: PilotsCollection) async throws {
        let program = try Program(files: ["collections/api/collection.json": #"{"name": "API"}"#])
        let source = program.folder.appending(path: "source")
        for (path, text) in collection.files {
            let file = source.appending(path: path)
            try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.replacing("BASE", with: server.url).utf8).write(to: file)
        }
        try Data("a pilot\n".utf8).write(to: source.appending(path: PilotsCollection.uploadedFile))
        let expected = Self.expected(withUpload: collection.hasUpload)

        try FileManager.default.createDirectory(at: program.folder.appending(path: "first"), withIntermediateDirectories: true)
        #expect(try await arrivals(of: collection, from: source, in: "first", program) == expected)

        let names = try FileManager.default.contentsOfDirectory(atPath: program.folder.appending(path: "first/collections").path)
        let exported = try await program.run(
            ["export", try #require(names.first), "--as", collection.format, "--to", "../exported", "--secrets"], in: "first")
        #expect(exported.code == 0, "\(exported.error)")
        try FileManager.default.createDirectory(at: program.folder.appending(path: "second"), withIntermediateDirectories: true)
        #expect(
            try await arrivals(of: collection, from: program.folder.appending(path: "exported"), in: "second", program) == expected)
    }

    /// A new format of imports needs a collection here, unless its files hold no requests.
    @Test func `every format of the switching page has a collection`() {
        let found = Set(
            PilotsCollection.all.flatMap { collection in
                collection.files.compactMap { path, text in
                    try? ImportFormat.format(of: ImportSource(name: path, bytes: Array(text.utf8)))?.id
                }
            })
        #expect(found.union(["env"]) == Set(ImportFormat.all.map(\.id)))
    }

    /// Imports a folder into a workspace, sends each request, and describes what arrives.
    private func arrivals(of collection: PilotsCollection, from source: URL, in place: String, _ program: Program) async throws -> [String]
    {
        // A user would import a single file by itself.
        let files = try FileManager.default.subpathsOfDirectory(atPath: source.path).filter { $0.contains(".") && !$0.hasSuffix(".txt") }
        let path = files.count == 1 ? source.appending(path: files[0]).path : source.path
        let imported = try await program.run(["import", path], in: place)
        #expect(imported.code == 0, "\(imported.error)\(imported.output)")
        let written = try FileManager.default.subpathsOfDirectory(atPath: program.folder.appending(path: place).path).sorted()
        let environment = written.first { $0.contains("/environments/") && $0.hasSuffix(".json") && !$0.hasSuffix(".secrets.json") }
        let choice = environment.map { ["-e", String($0.split(separator: "/").last?.dropLast(5) ?? "")] } ?? []
        var arrivals: [String] = []
        for request in written.filter({ $0.hasSuffix(".request.json") }) {
            let sent = try await program.run(
                ["send", request, "--print", "b", "--no-history", "--trust"] + choice + collection.words, in: place)
            #expect(sent.code == 0, "\(request): \(sent.error)")
            arrivals.append(try Self.arrival(of: sent.output))
        }
        return arrivals.sorted()
    }

    /// The parts of a request that every format can say, in a fixed order.
    private static func arrival(of echo: String) throws -> String {
        let echo = try JSONValue(parsing: echo)
        let headers = echo["headers"] ?? .null
        let path = (echo["url"]?.string ?? "").split(separator: "/", maxSplits: 2).last?.prefix { $0 != "?" } ?? ""
        let type = headers["Content-Type"]?.string?.prefix { $0 != ";" } ?? ""
        let parts: [JSONValue?] = [echo["args"], headers["X-Kind"], headers["Authorization"], echo["json"], echo["form"], echo["files"]]
        return ([echo["method"]?.string ?? "", String(path), String(type)] + parts.map { ($0 ?? .null).compactText }).joined(separator: " ")
    }

    private static func expected(withUpload: Bool) -> [String] {
        let list = #"GET anything/list  {"page":"2","tag":"a b"} "real" null null {} {}"#
        let create = #"POST anything/create application/json {} null "Bearer t0ken" {"name":"Lea","n":1} {} {}"#
        let form = #"POST anything/form application/x-www-form-urlencoded {} null null null {"name":"Lea","team":"a b"} {}"#
        let upload = #"POST anything/upload multipart/form-data {} null null null {"team":"blue"} {"file":"a pilot\n"}"#
        return ([list, create, form] + (withUpload ? [upload] : [])).sorted()
    }
}
