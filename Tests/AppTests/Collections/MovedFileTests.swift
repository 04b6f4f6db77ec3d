import Engine
import Foundation
import TestFixtures
import Testing
import Workspace

@testable import App

/// Moving and renaming files on disk, with undo.
@Suite struct MovedFileTests {
    private let temporary = TemporaryFolder()
    private var folder: String { temporary.path }
    private static let collection = "collections/c"

    private func workspace(_ files: [String: String]) throws -> any WorkspaceAccess {
        for (path, text) in files {
            try temporary.write(text, to: path)
        }
        return FileWorkspace(folder: folder, environment: [:], trust: .everything)
    }

    private func text(_ path: String) -> String? { try? String(contentsOfFile: "\(folder)/\(path)", encoding: .utf8) }

    private static func files(_ order: String) -> [String: String] {
        [
            "\(collection)/collection.json": "{\n  \"name\": \"C\"\(order),\n  \"x\": 1\n}\n",
            "\(collection)/a.request.json": #"{ "name": "A" }"#, "\(collection)/b.request.json": #"{ "name": "B" }"#,
            "\(collection)/d.request.json": #"{ "name": "D" }"#,
            "\(collection)/f/folder.json": "{\n  \"name\": \"F\"\n}\n", "\(collection)/f/e.request.json": #"{ "name": "E" }"#,
        ]
    }

    @Test(arguments: ["", ",\n  \"order\": [\"b\", \"a\"]", ",\n  \"order\": [\"a\", \"b\", \"d\", \"f\"]"])
    func `moving something back leaves the files as they were`(order: String) async throws {
        let files = Self.files(order)
        let workspace = try workspace(files)
        let (before, request) = try await workspace.tree().place(of: "\(Self.collection)/b.request.json")
        #expect(before == Self.collection)
        let down = try await workspace.move("\(Self.collection)/b.request.json", to: Self.collection, before: nil)
        #expect(text("\(Self.collection)/collection.json") != files["\(Self.collection)/collection.json"])
        _ = try await workspace.move(down, to: Self.collection, before: request)
        let away = try await workspace.move(
            "\(Self.collection)/b.request.json", to: "\(Self.collection)/f", before: "\(Self.collection)/f/e.request.json")
        #expect(text("\(Self.collection)/f/folder.json")?.contains("order") == false)
        _ = try await workspace.move(away, to: Self.collection, before: request)
        let last = try await workspace.move("\(Self.collection)/b.request.json", to: "\(Self.collection)/f", before: nil)
        #expect(text("\(Self.collection)/f/folder.json")?.contains("order") == true)
        _ = try await workspace.move(last, to: Self.collection, before: request)
        for (path, text) in files { #expect(self.text(path) == text) }
    }

    @Test func `a file of one line is one again when something is moved or renamed back`() async throws {
        var files = Self.files("")
        for index in 0..<9 { files["\(Self.collection)/request-\(index).request.json"] = "{ \"name\": \"Request \(index)\" }\n" }
        files["\(Self.collection)/collection.json"] = #"{"name":"C",  "x": {"own": [ 1,2 ]}}"#
        files["\(Self.collection)/f/folder.json"] = #"{"name": "F", "order": ["e"] }"# + "\n"
        let workspace = try workspace(files)
        let request = "\(Self.collection)/request-3.request.json"
        let moved = try await workspace.move(request, to: Self.collection, before: "\(Self.collection)/a.request.json")
        #expect(text("\(Self.collection)/collection.json")?.contains("\n") == true)
        _ = try await workspace.move(moved, to: Self.collection, before: "\(Self.collection)/request-4.request.json")
        let away = try await workspace.move(request, to: "\(Self.collection)/f", before: "\(Self.collection)/f/e.request.json")
        _ = try await workspace.move(away, to: Self.collection, before: "\(Self.collection)/request-4.request.json")
        let name = String(repeating: "long ", count: 30)
        let renamed = try await workspace.rename("\(Self.collection)/f/e.request.json", to: name)
        #expect(try await workspace.rename(renamed, to: "E") == "\(Self.collection)/f/e.request.json")
        for (path, text) in files where !path.hasSuffix("e.request.json") { #expect(self.text(path) == text, "\(path)") }
    }

    @Test func `moving an item to the position of its name writes no order`() async throws {
        let files = Self.files("")
        let workspace = try workspace(files)
        _ = try await workspace.move(
            "\(Self.collection)/a.request.json", to: "\(Self.collection)/f", before: "\(Self.collection)/f/e.request.json")
        for path in ["\(Self.collection)/collection.json", "\(Self.collection)/f/folder.json"] { #expect(text(path) == files[path]) }
    }

    @Test func `an environment that gets another name keeps its own layout`() async throws {
        let environment = "\(Self.collection)/environments/dev.json"
        let text =
            "{ \"name\": \"dev\", \"host\": \"h\",\n    \"variables\": [ { \"name\": \"a\", \"value\": \"1\" }, {\"name\":\"b\",\"value\":\"2\"} ] }\n"
        let workspace = try workspace(["\(Self.collection)/collection.json": #"{ "name": "C" }"#, environment: text])
        var draft = try await workspace.environment(at: environment)
        draft.name = "other"
        try await workspace.save(draft, at: environment)
        #expect(self.text(environment) == text.replacingOccurrences(of: "dev", with: "other"))
    }

    @Test func `variables are known while a requested environment is renamed`() async throws {
        let environment = "\(Self.collection)/environments/dev.json"
        let workspace = try workspace([
            "\(Self.collection)/collection.json": #"{ "name": "C", "variables": [{ "name": "a", "value": "1" }] }"#,
            environment: #"{ "name": "dev" }"#,
        ])
        let request = "\(Self.collection)/a.request.json"
        _ = try await workspace.rename(environment, to: "other")
        #expect(try await workspace.variables(environmentPath: environment, requestPath: request).map(\.name) == ["a"])
    }
}
