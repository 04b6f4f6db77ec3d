import DemoServer
import Foundation
import JSON
import Testing

/// The history, replays and comparisons of the built program.
@Suite(.serialized, .timeLimit(.minutes(5))) struct HistoryCommandTests {
    private let server: DemoServer

    init() throws { server = try DemoServer.start() }

    private func program() throws -> Program {
        func environment(_ name: String, _ team: String, isProtected: Bool = false, base: String? = nil) -> String {
            let variables = #"[{"name": "base", "value": "\#(base ?? server.url)"}, {"name": "team", "value": "\#(team)"}]"#
            return #"{"name": "\#(name)", "protected": \#(isProtected), "variables": \#(variables)}"#
        }
        return try Program(files: [
            "collections/api/environments/local.json": environment("local", "red"),
            "collections/api/environments/stage.json": environment("stage", "blue"),
            "collections/api/environments/live.json": environment("live", "gold", isProtected: true),
            "collections/api/environments/far.json": environment("far", "grey", base: "https://far.example"),
            "collections/api/show.request.json": #"{"name": "Show", "url": "{{base}}/anything/{{team}}"}"#,
            "collections/api/add.request.json":
                #"{"name": "Add", "method": "POST", "url": "{{base}}/post", "body": {"type": "json", "text": ["{\"a\": 1}"]}}"#,
        ])
    }

    /// The ids of the entries, the newest first.
    private func ids(_ program: Program, _ filter: String...) async throws -> [String] {
        try await program.run(["history", "--ids"] + filter).output.split(separator: "\n").map(String.init)
    }

    @discardableResult
    private func send(_ program: Program, _ words: String...) async throws -> String {
        let outcome = try await program.run(["send"] + words)
        #expect(outcome.code == 0 || outcome.code == 3, "\(outcome.error)")
        return try #require(try await ids(program).first)
    }

    // MARK: History

    @Test func `entries are listed, limited, counted and found`() async throws {
        let program = try program()
        #expect(try await program.run(["history"]).output.isEmpty)
        for path in ["get?page=1", "status/404", "get?page=2"] { try await send(program, "\(server.url)/\(path)") }
        let all = try await program.run(["history"])
        let lines = all.output.split(separator: "\n")
        #expect(all.code == 0 && lines.count == 3, "\(all.error)")
        #expect(lines[0].contains("/get?page=2") && lines[1].contains("  404  "))
        #expect(try await program.run(["history", "--limit", "1"]).output.split(separator: "\n").count == 1)
        #expect(try await program.run(["history", "-n", "0", "status:4xx"]).output.contains("/status/404"))
        #expect(try await program.run(["history", "--count", "path:/get"]).output == "2\n")
        #expect(try await program.run(["history", "-c", "--", "-path:/get"]).output == "1\n")
        #expect(try await ids(program).allSatisfy { $0.count == 36 })
    }

    @Test func `entries of a clock that went back are listed, found and sent again`() async throws {
        let program = try program()
        let entry =
            #"{"startedDateTime": "2099-01-02T03:04:05Z", "time": 1, "request": {"method": "GET", "url": "\#(server.url)/get?later"}}"#
        let archive = #"{"log": {"version": "1.2", "entries": [\#(entry)]}}"#
        #expect(try await program.run(["import", "--into-history", "-"], input: archive).code == 0)
        let future = try #require(try await ids(program).first)
        for _ in 0..<2 { #expect(try await program.run(["send", "\(server.url)/get?now"]).code == 0) }
        let all = try await ids(program)
        #expect(all.count == 3 && Set(all).count == 3 && all.first == future)
        #expect(try await ids(program, "after:2099-01-01") == [future])
        #expect(try await ids(program, "before:2099-01-01") == Array(all.dropFirst()))
        #expect(try await program.run(["replay"] + all).code == 0)
        #expect(try await ids(program).count == 6)
        #expect(try await program.run(["diff", all[1], all[2]]).code <= 1)
    }

    @Test func `entries are printed as JSON, with bodies on request`() async throws {
        let program = try program()
        #expect(try await program.run(["history", "--json"]).output == "[]\n")
        let id = try await send(program, "api/show", "-e", "local")
        let rows = try JSONValue(parsing: try await program.run(["history", "--json"]).output)
        #expect(rows[0]?["id"]?.string == id)
        #expect(rows[0]?["status"]?.integer == 200 && rows[0]?["environment"]?.string == "local")
        #expect(rows[0]?["file"]?.string == "collections/api/show.request.json")
        let whole = try JSONValue(parsing: try await program.run(["history", "--json", "--full"]).output)
        #expect(whole[0]?["id"]?.string == id)
        #expect(whole[0]?["response"]?["body"]?.string?.contains("/anything/red") == true)
    }

    @Test(arguments: [
        (["history", "status:abc"], "“abc”"), (["history", "colection:x"], "collection"), (["history", "--full"], "--json"),
        (["history", "x \"abc"], "not closed"),
        (["replay"], "--filter"), (["replay", "--filter", " "], "--filter"), (["replay", "--filter", "host:nowhere"], "host:nowhere"),
        (["replay", "00000000"], "00000000"), (["replay", "x", "--same-bytes", "-e", "y"], "--same-bytes"),
        (["diff", "a"], "missing B"), (["diff", "-", "-"], "standard input"), (["diff", "none.json", "-"], "none.json"),
        (["diff", "0000", "-"], "0000"), (["diff", "-", "-", "--json", "--quiet"], "--quiet"),
    ])
    func `wrong words are refused`(words: [String], expected: String) async throws {
        let outcome = try await program().run(words)
        #expect(outcome.code == 2)
        #expect(outcome.error.contains(expected), "\(outcome.error)")
    }

    // MARK: Replays

    @Test func `a replay uses current variables, another environment or the same bytes, and is linked`() async throws {
        let program = try program()
        let id = try await send(program, "api/show", "-e", "local")
        let file = program.folder.appending(path: "space/collections/api/environments/local.json")
        let changed = try String(contentsOf: file, encoding: .utf8).replacing("red", with: "green")
        try Data(changed.utf8).write(to: file)
        func replayed(_ options: String...) async throws -> JSONValue? {
            let outcome = try await program.run(["replay", String(id.prefix(12))] + options)
            #expect(outcome.code == 0, "\(outcome.output) \(outcome.error)")
            return try JSONValue(parsing: try await program.run(["history", "--json", "-n", "1"]).output)[0]
        }
        let today = try await replayed()
        #expect(today?["url"]?.string == "\(server.url)/anything/green" && today?["repeats"]?.string == id)
        let other = try await replayed("-e", "stage")
        #expect(other?["url"]?.string == "\(server.url)/anything/blue" && other?["environment"]?.string == "stage")
        let same = try await replayed("--same-bytes")
        #expect(same?["url"]?.string == "\(server.url)/anything/red" && same?["repeats"]?.string == id)
        #expect(try await ids(program).count == 4)
        _ = try await replayed("--no-history")
        #expect(try await ids(program).count == 4)
    }

    @Test func `a variable of the command line is nearer, and an environment that is gone is named`() async throws {
        let program = try program()
        let id = try await send(program, "api/show", "-e", "local")
        #expect(try await program.run(["replay", id, "-v", "team=gray"]).code == 0)
        #expect(try await ids(program, "path:/anything/gray").count == 1)
        let hidden = try await program.run(["replay", id, "--secret-from", "team=env:TEAM"], environment: ["TEAM": "violetviolet"])
        #expect(hidden.code == 0 && !hidden.output.contains("violet"), "\(hidden.output) \(hidden.error)")
        #expect(try await ids(program, "path:/anything").count == 3)
        try FileManager.default.removeItem(at: program.folder.appending(path: "space/collections/api/environments/local.json"))
        let outcome = try await program.run(["replay", id])
        #expect(outcome.code == 3 && outcome.output.contains("“local”"), "\(outcome.output) \(outcome.error)")
        #expect(try await program.run(["replay", id, "--same-bytes"]).code == 0)
    }

    @Test func `an entry without a workspace is replayed in the current folder's workspace`() async throws {
        let program = try Program(files: ["environments/live.json": #"{"name": "live"}"#])
        #expect(try await program.run(["send", "\(server.url)/anything"], in: ".").code == 0)
        let id = try await ids(program)[0]
        let lost = try await program.run(["replay", id, "-e", "live"], in: ".")
        #expect(lost.code == 3 && lost.output.contains("“live”"), "\(lost.output) \(lost.error)")
        let outcome = try await program.run(["replay", id, "-e", "live"])
        #expect(outcome.code == 0, "\(outcome.output) \(outcome.error)")
        #expect(try await program.run(["history", "--json", "-n", "1"]).output.contains(#""environment": "live""#))
    }

    @Test func `a set is replayed at once and paced, the oldest first`() async throws {
        let program = try program()
        for page in 1...4 { try await send(program, "\(server.url)/get?page=\(page)") }
        let outcome = try await program.run(["replay", "--filter", "path:/get", "--limit", "3"])
        let lines = outcome.output.split(separator: "\n")
        #expect(outcome.code == 0 && lines.count == 4, "\(outcome.output) \(outcome.error)")
        #expect(lines[0].contains("page=2") && lines[3].hasPrefix("3 requests, 0 failed"))
        let many = try await program.run(["replay", "--filter", "path:/get", "--jobs", "4", "--rate", "200", "--quiet"])
        #expect(many.code == 0 && many.output.hasPrefix("7 requests, 0 failed"), "\(many.output) \(many.error)")
        let report = try await program.run(["replay", "--filter", "page=1", "--report", "tap=-"])
        #expect(report.output.hasPrefix("TAP version 13\nok 1 - GET"), "\(report.output) \(report.error)")
    }

    @Test func `requests that may change data are not sent without a confirmation`() async throws {
        let program = try program()
        try await send(program, "api/add", "-e", "local")
        try await send(program, "api/add", "-e", "live", "--yes")
        try await send(program, "api/show", "-e", "local")
        let refused = try await program.run(["replay", "--filter", "api"])
        #expect(refused.code == 3 && refused.output.isEmpty)
        for part in ["1 × POST at 127.0.0.1", "environment live", "2 may change", "“live”", "--yes"] {
            #expect(refused.error.contains(part), "\(refused.error)")
        }
        #expect(try await ids(program).count == 3)
        let elsewhere = try await program.run(["replay", "--filter", "api", "-e", "far"])
        for part in ["2 × POST at far.example", "environment far"] { #expect(elsewhere.error.contains(part), "\(elsewhere.error)") }
        #expect(!elsewhere.error.contains("POST at 127.0.0.1"))
        let allowed = try await program.run(["replay", "--filter", "api", "--yes"])
        #expect(allowed.code == 0, "\(allowed.output) \(allowed.error)")
        #expect(try await ids(program).count == 6)
    }

    @Test func `a replay compares new responses with the stored responses`() async throws {
        let program = try program()
        let id = try await send(program, "api/show", "-e", "local")
        #expect(try await program.run(["replay", id, "--compare"]).code == 0)
        let outcome = try await program.run(["replay", id, "--compare", "-e", "stage"])
        #expect(outcome.code == 1 && outcome.output.contains("/url"), "\(outcome.output) \(outcome.error)")
        let ignored = ["url", "path", "args"].flatMap { ["--ignore", $0] }
        let same = try await program.run(["replay", id, "--compare", "-e", "stage"] + ignored)
        #expect(same.code == 0, "\(same.output)")
        let others = ["--ignore-ids", "--ignore-times", "--ignore-order"]
        #expect(try await program.run(["replay", id, "--compare", "-e", "stage"] + others).code == 1)
        let headers = try await program.run(["replay", id, "--compare", "--headers", "--ignore-header", "date"])
        #expect(headers.code == 0, "\(headers.output)")
    }

    @Test func `exit codes tell classes apart`() async throws {
        let program = try program()
        let missing = try await send(program, "\(server.url)/status/404")
        #expect(try await program.run(["replay", missing]).code == 0)
        #expect(try await program.run(["replay", missing, "--fail"]).code == 4)
        let dead = try await send(program, "http://127.0.0.1:1/")
        #expect(try await program.run(["replay", dead]).code == 3)
    }

    @Test func `an entry of a workspace that has moved is not resolved in another one`() async throws {
        let program = try program()
        let id = try await send(program, "api/show", "-e", "local")
        let (space, other) = (program.folder.appending(path: "space"), program.folder.appending(path: "other"))
        try FileManager.default.copyItem(at: space, to: other)
        try FileManager.default.removeItem(at: space)
        let lost = try await program.run(["replay", id, "-e", "local"], in: "other")
        #expect(lost.code == 3, "\(lost.output) \(lost.error)")
        let named = try await program.run(["replay", id, "-e", "local", "--workspace", "."], in: "other")
        #expect(named.code == 0, "\(named.output) \(named.error)")
    }

    @Test func `an untrusted workspace is refused, and another one can be used`() async throws {
        let program = try program()
        let id = try await send(program, "api/show", "-e", "local")
        let request = #"{"name": "Z", "url": "\#(server.url)/get", "headers": [{"name": "X", "value": "{{env:HOME}}"}]}"#
        try Data(request.utf8).write(to: program.folder.appending(path: "space/collections/api/z.request.json"))
        let trusted = try await send(program, "api/z", "--trust")
        let refused = try await program.run(["replay", trusted])
        #expect(refused.code == 3 && refused.output.contains("--trust"), "\(refused.output) \(refused.error)")
        #expect(try await program.run(["replay", trusted, "--trust"]).code == 0)
        let nowhere = try await program.run(["replay", id, "--workspace", "/"])
        #expect(nowhere.code == 3, "\(nowhere.output)")
    }

    // MARK: Bad input

    private func data(of program: Program) -> URL { program.folder.appending(path: ".local/share/apus") }

    /// The history of a large response is opened after sending.
    @Test(arguments: [["send", "URL"], ["send", "LARGE"], ["run", "URL", "--history"]])
    func `a damaged history is set aside, and no sent request is lost`(words: [String]) async throws {
        let program = try program()
        try await send(program, "\(server.url)/get")
        for name in ["history.sqlite-wal", "history.sqlite-shm"] {
            try? FileManager.default.removeItem(at: data(of: program).appending(path: name))
        }
        try Data(repeating: 0x5A, count: 40_000).write(to: data(of: program).appending(path: "history.sqlite"))
        let paths = ["URL": "/get?new=1", "LARGE": "/bytes/100000?new=1"]
        let outcome = try await program.run(words.map { word in paths[word].map { server.url + $0 } ?? word })
        let listed = try await program.run(["history"])
        #expect(outcome.code == 0 && listed.output.contains("new=1"), "\(listed.output)")
        // `send` leaves a small exchange in a file, and the next command finds the damage.
        #expect((words == ["send", "URL"] ? listed : outcome).error.contains("was damaged"), "\(outcome.error) \(listed.error)")
        #expect(!outcome.error.contains("not stored"), "\(outcome.error)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: data(of: program).path).contains { $0.hasPrefix("history-damaged-") })
    }

    @Test func `a folder that cannot be written is named`() async throws {
        let program = try program()
        for words in [["history"], ["replay", "--filter", "x"], ["diff", "abc", "def"]] {
            let outcome = try await program.run(words, environment: ["XDG_DATA_HOME": "/proc/nowhere"])
            #expect(outcome.code == (words[0] == "diff" ? 2 : 1) && outcome.error.contains("/proc/nowhere"), "\(outcome.error)")
        }
    }

    /// A limit on the size of files simulates a full disk.
    @Test func `on a full disk, unsaved data is reported, and earlier data is intact`() async throws {
        let program = try program()
        for page in 1...3 { try await send(program, "\(server.url)/get?page=\(page)") }
        let full = #"trap "" XFSZ; ulimit -f 80; exec "$@""#
        let sent = try await program.run(["send", "\(server.url)/text/200k"], shell: full)
        #expect(sent.code == 0 && sent.output.utf8.count > 100_000 && sent.error.contains("not stored in the history"), "\(sent.error)")
        let replayed = try await program.run(["replay", "--filter", "page"], shell: full)
        #expect(replayed.code != 0 && (replayed.output + replayed.error).contains("history"), "\(replayed.output)\(replayed.error)")
        #expect(try await program.run(["history", "--count"], shell: full).output == "3\n")
        let entries = try await ids(program)
        #expect(entries.count == 3)
        #expect(try await program.run(["diff", entries[0], entries[1]], shell: full).code == 1)
        #expect(try await program.run(["send", "\(server.url)/text/200k"]).error.isEmpty)
        #expect(try await ids(program).count == 4)
    }

    /// The user whom no file belongs to can read the folder, and not write it. Only the superuser can become that one.
    @Test(.enabled(if: geteuid() == 0 && FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv")))
    func `a history that cannot be written is named, and the request is sent`() async throws {
        let program = try program()
        let id = try await send(program, "\(server.url)/get")
        for path in ["", ".local", ".local/share", ".local/share/apus"] {
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o755], ofItemAtPath: program.folder.appending(path: path).path)
        }
        let other = #"exec setpriv --reuid=65534 --regid=65534 --clear-groups "$@""#
        let sent = try await program.run(["send", "\(server.url)/get"], shell: other)
        #expect(sent.code == 0 && sent.error.contains("not stored in the history"), "\(sent.error)")
        for words in [["history"], ["replay", id], ["diff", id, id]] {
            let outcome = try await program.run(words, shell: other)
            #expect(outcome.code != 0 && outcome.error.contains(".local/share/apus"), "\(words): \(outcome.error)")
        }
        for name in ["history.sqlite", "history.sqlite-wal", "history.sqlite-shm"] {
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: data(of: program).appending(path: name).path)
        }
        let listed = try await program.run(["history", "--ids"], shell: other)
        #expect(listed.code == 0 && listed.output == "\(id)\n" && listed.error.contains("for reading"), "\(listed.error)")
        #expect(try await ids(program) == [id])
    }

    @Test func `a body whose file is missing or changed is reported as incomplete`() async throws {
        let program = try program()
        let id = try await send(program, "\(server.url)/text/100k")
        let bodies = data(of: program).appending(path: "history-bodies")
        let body = bodies.appending(path: try #require(try FileManager.default.contentsOfDirectory(atPath: bodies.path).first))
        let whole = try await program.run(["diff", id, id])
        #expect(whole.code == 0 && whole.error.isEmpty, "\(whole.error)")
        try Data("changed".utf8).write(to: body)
        #expect(try await program.run(["diff", id, id]).error.contains("incomplete"))
        try FileManager.default.removeItem(at: body)
        let missing = try await program.run(["diff", id, id])
        #expect(missing.code == 2 && missing.error.contains("incomplete"), "\(missing.error)")
        #expect(try await program.run(["history", "--json", "--full"]).code == 0)
        #expect(try await program.run(["replay", id, "--compare"]).code == 1)
    }

    @Test func `two writing programs lose nothing`() async throws {
        let program = try program()
        for page in 1...3 { try await send(program, "\(server.url)/get?page=\(page)") }
        async let one = program.run(["replay", "--filter", "path:/get -page=9", "-J", "3", "-q"])
        async let other = program.run(["run", "\(server.url)/get?page=9", "--repeat", "20", "-J", "4", "--history", "-q"])
        #expect(try await [one.code, other.code] == [0, 0])
        #expect(try await program.run(["history", "--count", "page=9"]).output == "20\n")
        #expect(try await ids(program).count == 26)
    }

    // MARK: Comparisons

    @Test func `a stored response replaces the network if the request requires it`() async throws {
        let program = try Program(files: [
            "collections/api/one.request.json":
                #"{"name": "One", "url": "http://127.0.0.1:9/one", "options": {"offline": {"from": "history"}}}"#,
            "collections/api/one.examples.json": #"{"examples": [{"name": "full", "status": 203, "body": ["stored"]}]}"#,
            "collections/api/two.request.json":
                #"{"name": "Two", "url": "http://127.0.0.1:9/two", "options": {"offline": {"from": "history"}}}"#,
        ])
        let outcome = try await program.run(["send", "api/one"])
        #expect(outcome.output == "stored" && outcome.error.contains("the example “full”"), "\(outcome.error)")
        let entry = try await program.run(["history", "tag:offline", "--json", "--full"]).output
        #expect(entry.contains(#""offline""#) && entry.contains("the example “full”"), "\(entry)")
        // What was given offline is not given again.
        #expect(try await program.run(["serve", "--from-history"]).error.contains("no stored response"))
        try FileManager.default.removeItem(at: program.folder.appending(path: "space/collections/api/one.examples.json"))
        for name in ["one", "two"] {
            let missing = try await program.run(["send", "api/\(name)"])
            #expect(missing.code == 3 && missing.error.contains("save an example"), "\(missing.error)")
        }
    }

    @Test func `the ignore rules of the request's file apply unless disabled`() async throws {
        let program = try program()
        let request = program.folder.appending(path: "space/collections/api/show.request.json")
        let rules = #"{"name": "Show", "url": "{{base}}/anything/{{team}}", "comparison": {"ignore": ["url", "path"]}}"#
        let id = try await send(program, "api/show", "-e", "local")
        let other = try await send(program, "api/show", "-e", "stage")
        #expect(try await program.run(["diff", id, other]).code == 1)
        try Data(rules.utf8).write(to: request)
        #expect(try await program.run(["diff", id, other]).code == 0)
        #expect(try await program.run(["diff", id, other, "--no-rules"]).code == 1)
        let body = try JSONValue(parsing: try await program.run(["history", "--json", "--full"]).output)[0]?["response"]?["body"]?.string
        let file = try #require(body)
        for sides in [[id, "-"], ["-", id]] {
            #expect(try await program.run(["diff"] + sides, input: file).code == 0)
            #expect(try await program.run(["diff", "--no-rules"] + sides, input: file).code == 1)
        }
        #expect(try await program.run(["replay", id, "-e", "stage", "--compare"]).code == 0)
        #expect(try await program.run(["replay", id, "-e", "stage", "--compare", "--no-rules"]).code == 1)
    }

    @Test func `two entries are compared by status and body`() async throws {
        let program = try program()
        let one = try await send(program, "\(server.url)/get?page=1")
        let two = try await send(program, "\(server.url)/get?page=2")
        let three = try await send(program, "\(server.url)/status/404")
        let outcome = try await program.run(["diff", String(one.prefix(13)), two])
        #expect(outcome.code == 1, "\(outcome.error)")
        #expect(outcome.output.contains("- ") && outcome.output.contains("page=2"))
        let equal = try await program.run(["diff", one, one])
        #expect(equal.code == 0 && equal.output.isEmpty)
        #expect(try await program.run(["diff", one, three]).output.contains("+ Status: 404"))
        #expect(try await program.run(["diff", one, two, "--headers"]).code == 1)
        #expect(try await program.run(["diff", one, three, "--quiet"]).output.isEmpty)
    }
}
