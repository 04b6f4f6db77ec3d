import DemoServer
import Foundation
import JSON
import Testing

/// The built program as users and scripts call it.
@Suite(.serialized, .timeLimit(.minutes(5))) struct ProgramTests {
    private let server: DemoServer

    init() throws { server = try DemoServer.start() }

    private func program() throws -> Program { try Self.program(beside: server) }

    /// A workspace with two collections whose requests go to the server.
    static func program(beside server: DemoServer) throws -> Program {
        let request = #"""
            {"name": "A Show", "method": "GET", "url": "{{base}}/get", "query": [{"name": "page", "value": "{{page}}"}],
             "tags": ["smoke"],
             "captures": [{"variable": "seen", "from": "body", "query": "$.args.page"}],
             "assertions": [{"subject": "status", "predicate": "equals", "value": 200}]}
            """#
        let second = #"{"name": "B After", "method": "GET", "url": "{{base}}/anything/{{seen}}"}"#
        let broken =
            #"{"name": "Wrong", "url": "{{base}}/status/500", "assertions": [{"subject": "status", "predicate": "equals", "value": 200}]}"#
        return try Program(files: [
            "collections/api/environments/local.json": #"{"name": "local", "variables": [{"name": "base", "value": "\#(server.url)"}]}"#,
            "collections/api/a-show.request.json": request, "collections/api/b-after.request.json": second,
            "collections/other/collection.json": #"{"name": "Other"}"#, "collections/other/wrong.request.json": broken,
            "collections/other/environments/local.json": #"{"name": "local", "variables": [{"name": "base", "value": "\#(server.url)"}]}"#,
        ])
    }

    @Test func `help and version describe the program`() async throws {
        let program = try program()
        #expect(try await program.run(["--help"]).output.contains("apus send"))
        #expect(try await program.run(["help", "run"]).output.contains("--jobs"))
        #expect(try await program.run(["--version"]).code == 0)
        let wrong = try await program.run(["sned", "x"])
        #expect(wrong.code == 2)
        #expect(wrong.error.contains("“send”"))
    }

    @Test(arguments: ["api/a-show", "./api/a-show", "api//a-show", "collections/api/a-show.request.json", "show"])
    func `a saved request is found by path and by name`(name: String) async throws {
        let outcome = try await program().run(["send", name, "-e", "local", "-v", "page=2", "--check"])
        #expect(outcome.code == 0 && outcome.error.contains("✓ status"), "\(outcome.error)")
        #expect(try JSONValue(parsing: outcome.output)["args"]?["page"] == "2")
    }

    @Test(arguments: [("-f", Int32(4)), ("-sSfL", 4), ("--fail-with-body", 4), ("--fail-early", 0), ("-s", 0)])
    func `a command of curl fails as curl does`(option: String, code: Int32) async throws {
        #expect(try await program().run(["send", "--", "curl", option, server.url + "/status/404"]).code == code)
    }

    @Test func `a missing value is named, and nothing is sent`() async throws {
        let outcome = try await program().run(["send", "api/a-show"])
        #expect(outcome.code == 3)
        #expect(outcome.error.contains("base") && outcome.error.contains("page"))
    }

    @Test(arguments: [
        (["send", "api/a-shwo"], "api/a-show"), (["send", "api/a-show", "-e", "lcal"], "“local”"), (["send"], "REQUEST"),
        (["send", "api/a-show", "--print", "x"], "HBhb"), (["send", "api/a-show", "-O", "timeot=1"], "mean timeout"),
        (["send", "api/a-show", "-O", "timeout=x"], "seconds"), (["send", "api/a-show", "-k"], "apus send -- curl"),
        (["send", "api/a-show", "-o", "/nowhere/x"], "/nowhere/x cannot be written"), (["send", "api/a-show", "-o", "/tmp"], "folder"),
        (["run", "api", "--jobs", "0"], "from 1 to"), (["run", "api", "--retry", "9223372036854775807"], "from 0 to"),
        (["serve", "--port", "65536"], "from 0 to 65535"), (["list", "x"], "requests, environments"), (["completion", "csh"], "bash, zsh"),
        (["run", "api", "--data", "none.csv"], "none.csv"),
        (["run", "api", "--report", "xml=a"], "junit=FILE"), (["run", "api", "--report", "junit=/nowhere/a.xml"], "could not be written"),
        (["run", "api", "--report", "json=-,tap=-"], "only one report"), (["run", "api", "--report", "tap=a,htlm=b"], "html=FILE"),
    ])
    func `wrong words are refused with suggestions`(words: [String], expected: String) async throws {
        let outcome = try await program().run(words)
        #expect(outcome.code == 2)
        #expect(outcome.error.contains(expected), "\(outcome.error)")
    }

    @Test func `words, curl and a file are sent`() async throws {
        let program = try program()
        try Data("### one\nGET \(server.url)/get?a=1\n\n### two\nGET \(server.url)/get?a=two\n".utf8)
            .write(to: program.folder.appending(path: "space/x.http"))
        let words = try await program.run(["send", "POST", "\(server.url)/post", "name=Lea", "age:=3"])
        #expect(words.code == 0 && words.output.contains("Lea"), "\(words.error)")
        let curl = try await program.run(["send", "--", "curl", "-d", "a=1", "\(server.url)/post"])
        #expect(curl.code == 0 && curl.output.contains("\"a\""), "\(curl.error)")
        for before in [["--"], []] {
            let whole = try await program.run(["send"] + before + ["curl -d 'b=1 2' \(server.url)/post"])
            #expect(whole.code == 0 && whole.output.contains("1 2"), "\(whole.error)")
        }
        let several = try await program.run(
            ["send", "--", "curl", "-o", "x", "\(server.url)/anything/{one,two}", "--next", "-d", "@-", "\(server.url)/post"],
            input: "three")
        #expect(several.code == 0 && several.error.isEmpty && several.output.contains("three"), "\(several)")
        #expect(try program.text(of: "x").contains("/anything/two"))
        #expect(try await program.run(["send", "x.http#two"]).output.contains("two"))
        #expect(try await program.run(["send", "x.http"]).code == 2)
    }

    @Test(arguments: ["send", "run"]) func `a workspace is not trusted, and --trust allows for this run`(command: String) async throws {
        let program = try program()
        let mark = program.folder.appending(path: "ran").path
        let hostile = #"{"name": "evil", "secrets": [{"name": "t", "from": "command", "command": ["touch", "\#(mark)"]}]}"#
        try Data(hostile.utf8).write(to: program.folder.appending(path: "space/collections/api/environments/evil.json"))
        let request = #"{"name": "Z", "url": "\#(server.url)/get", "headers": [{"name": "X", "value": "{{t}}{{env:HOME}}"}]}"#
        try Data(request.utf8).write(to: program.folder.appending(path: "space/collections/api/z.request.json"))
        let refused = try await program.run([command, "api/z", "-e", "evil"])
        #expect(refused.code == 3)
        let printed = refused.output + refused.error
        for word in ["touch", "HOME", "collections/api/environments/evil.json", "--trust"] { #expect(printed.contains(word), "\(printed)") }
        #expect(!FileManager.default.fileExists(atPath: mark))
        _ = try await program.run([command, "api/z", "-e", "evil", "--trust"])
        #expect(FileManager.default.fileExists(atPath: mark))
        // Nothing is kept of that.
        #expect(try await program.run([command, "api/z", "-e", "evil"]).code == 3)
    }

    @Test func `a foreign request file sends no file`() async throws {
        let program = try program()
        try Data("POST \(server.url)/post\n\n< /etc/hosts\n".utf8).write(to: program.folder.appending(path: "space/x.http"))
        let outcome = try await program.run(["send", "x.http"])
        #expect(outcome.code == 3 && outcome.error.contains("/etc/hosts"), "\(outcome.output) \(outcome.error)")
        // A file in its folder or in the current folder is refused as well if that is no workspace or another one.
        let elsewhere = program.folder.appending(path: "elsewhere").path
        try FileManager.default.createDirectory(atPath: elsewhere, withIntermediateDirectories: true)
        try Data("mine".utf8).write(to: program.folder.appending(path: "elsewhere/near.txt"))
        for (name, file) in [("near", "./near.txt"), ("far", "\(elsewhere)/near.txt")] {
            try Data("POST \(server.url)/post\n\n< \(file)\n".utf8).write(to: program.folder.appending(path: "elsewhere/\(name).http"))
            for command in ["send", "run"] {
                let refused = try await program.run([command, "\(elsewhere)/\(name).http"], in: "elsewhere")
                #expect(
                    refused.code == 3 && (refused.output + refused.error).contains("\(elsewhere)/near.txt"),
                    "\(refused.output) \(refused.error)")
                #expect(try await program.run([command, "../elsewhere/\(name).http", "--trust"]).code == 0)
            }
        }
        let typed = try await program.run(["send", "--", "curl", "-d", "@/etc/hosts", "\(server.url)/post"])
        #expect(typed.code == 0, "\(typed.error)")
    }

    @Test func `standard input is the body`() async throws {
        let outcome = try await program().run(["send", "\(server.url)/anything"], input: #"{"from": "a pipe"}"#)
        #expect(outcome.code == 0 && ["a pipe", "POST"].allSatisfy(outcome.output.contains), "\(outcome.error)")
    }

    @Test(arguments: [
        (#"printf '{"a": "{{base}}"}'"#, "application/json"), (#"printf '{{secret}} \\{{x}}'"#, "text/plain; charset=utf-8"),
        (#"printf '\377\376\000a'"#, "application/octet-stream"), ("head -c 20000000 /dev/zero", "application/octet-stream"),
        (#"(printf '[ "ä"'; head -c 9000000 /dev/zero | tr '\0' ' '; printf ']')"#, "application/json"),
        (#"head -c 9000000 /dev/zero | tr '\0' 'x'"#, "text/plain; charset=utf-8"),
    ])
    func `standard input is sent unchanged`(source: String, mediaType: String) async throws {
        let program = try program()
        let words = ["send", "PUT", "\(server.url)/put"]
        let asked = words + ["--query", ".sha256, .headers[\"Content-Type\"]"]
        let piped = try await program.run(asked, shell: "\(source) | tee sent | \"$@\"")
        let digest = try await program.run(words + ["@sent", "--query", ".sha256"]).output
        #expect(digest.count == 65 && piped.output == digest + mediaType + "\n", "\(piped.error)")
        for words in [words, ["send", "--", "http", "PUT", "\(server.url)/put"]] {
            let read = try await program.run(words, shell: #""$@" < sent"#)
            #expect(read.output.contains(digest.dropLast()), "\(read.error)")
        }
    }

    @Test func `a body from a pipe is sent again`() async throws {
        let program = try program()
        for body in ["printf '{{x}}'", #"printf '\377\376'"#] {
            let sent = try await program.run(["send", "POST", "\(server.url)/post", "--query", ".sha256"], shell: "\(body) | \"$@\"")
            let ids = try await program.run(["history", "--ids", "-n", "1"]).output.split(separator: "\n").map(String.init)
            #expect(try await program.run(["replay", "--yes"] + ids).code == 0)
            let exchange = try JSONValue(parsing: try await program.run(["history", "-n", "1", "--json", "--full"]).output)
            #expect(exchange.array?.first?["response"]?["body"]?.string?.contains(sent.output.prefix(64)) == true, "\(exchange)")
            #expect(exchange.array?.first?["request"]?["bodyBase64"] == (body.hasSuffix("{{x}}'") ? nil : "//4="))
        }
    }

    /// The input is longer than a pipe holds, so that the program has begun to read it, and never ends.
    @Test func `a signal ends a command that waits for its input`() async throws {
        let program = try Program()
        let shell = #"mkfifo p && exec 3<>p && { "$@" <p & head -c 100000 /dev/zero >p; kill -TERM $!; wait $!; }"#
        #expect(try await program.run(["send", "POST", "\(server.url)/post"], shell: shell).code == 128 + SIGTERM)
    }

    @Test func `arguments are read without a file system of processes`() async throws {
        let program = try Program()
        let hidden = "unshare -rm sh -c 'mount -t tmpfs none /proc && exec \"$@\"' sh"
        // Not every machine lets a user have a view of the file system of their own.
        guard try await program.run([], shell: "\(hidden) true").code == 0 else { return }
        #expect(try await program.run(["--version"], shell: "\(hidden) \"$@\"").output.hasPrefix("apus "))
    }

    /// Otherwise the next file that is opened, such as that of the history, gets the number and the output.
    @Test func `a closed output is not another file`() async throws {
        let program = try program()
        #expect(try await program.run(["send", "\(server.url)/get"]).code == 0)
        for _ in 0..<2 { #expect(try await program.run(["send", "\(server.url)/get"], shell: #""$@" >&- 2>&-"#).code == 1) }
        #expect(try await program.run(["history", "--count"]).output == "3\n")
        let lock = program.folder.appending(path: ".local/share/apus/history.lock")
        #expect(try Data(contentsOf: lock).isEmpty)
        #expect(try await program.run(["--help"], shell: #""$@" > /dev/full"#).code == 1)
    }

    @Test func `options of a request are set for one call`() async throws {
        let program = try program()
        let slow = "\(server.url)/delay/5"
        for command in ["send", "run"] {
            let outcome = try await program.run([command, slow, "--option", "timeout=0.2"])
            #expect(outcome.code == 3 && (outcome.output + outcome.error).contains("--option timeout"), "\(outcome.output)\(outcome.error)")
        }
        let redirect = try await program.run(["send", "\(server.url)/redirect/1", "-O", "redirects.follow=no", "-ph"])
        #expect(redirect.output.contains("302"))
    }

    /// Not to the workspace around it.
    @Test func `files that are typed are relative to the current folder`() async throws {
        let program = try Program(files: ["below/f.txt": "below", "f.txt": "above"])
        let url = "\(server.url)/post"
        for words in [
            ["send", url, "@f.txt"], ["send", "--", "curl", "--data-binary", "@f.txt", url], ["send", "--form", url, "a@./f.txt"],
        ] {
            let sent = try await program.run(words, in: "space/below")
            #expect(sent.output.contains("below"), "\(sent.output)\(sent.error)")
        }
        let option = try await program.run(["send", "https://127.0.0.1:1/", "-O", "tls.authorities=f.txt"], in: "space/below")
        #expect(option.code == 3 && !option.error.contains("permission"), "\(option.error)")
    }

    @Test func `items make a form or parts`() async throws {
        let form = try await program().run(["send", "--form", "\(server.url)/post", "a=1", "-q", ".form.a, .headers[\"Content-Type\"]"])
        #expect(form.output == "1\napplication/x-www-form-urlencoded\n", "\(form.error)")
        let parts = try await program().run(["send", "--multipart", "\(server.url)/post", "a=1", "--offline"])
        #expect(parts.output.contains("multipart/form-data") && parts.output.contains("name=\"a\""), "\(parts.error)")
    }

    @Test func `a refused download is reported`() async throws {
        let program = try program()
        let refused = try await program.run(["send", "\(server.url)/status/404", "--download"])
        #expect(refused.code == 1 && refused.error.contains("404"), "\(refused.error)")
        #expect(try await program.run(["send", "\(server.url)/status/404", "--download", "--fail"]).code == 4)
    }

    @Test func `parts, queries, files and whole exchanges are printed`() async throws {
        let program = try program()
        let url = "\(server.url)/get?page=7"
        let heads = try await program.run(["send", url, "--print", "Hh"]).output
        #expect(heads.contains("GET \(url)") && heads.contains("200") && !heads.contains("\"page\""))
        #expect(try await program.run(["send", url, "--query", ".method"]).output == "GET\n")
        let exchange = try JSONValue(parsing: try await program.run(["send", url, "--json"]).output)
        #expect(exchange["response"]?["status"]?.integer == 200)
        #expect(try await program.run(["send", url, "--output", "a.json"]).output.isEmpty)
        #expect(try program.text(of: "a.json").contains("page"))
    }

    /// The link replaces a device, which must not be used in case the program fails.
    @Test func `a device is written to, and not replaced`() async throws {
        let program = try program()
        let sink = program.folder.appending(path: "space/sink").path
        try FileManager.default.createSymbolicLink(atPath: sink, withDestinationPath: "/dev/null")
        #expect(try await program.run(["send", "\(server.url)/text/100k", "-o", "sink"]).code == 0)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: sink) == "/dev/null")
        #expect(try await program.run(["send", "\(server.url)/text/100k", "-o", "/dev/stdout"]).output.utf8.count >= 100_000)
    }

    /// The body is read for the history and the checks.
    @Test func `a body that is not printed counts as read`() async throws {
        let outcome = try await program().run(["send", "\(server.url)/text/100k", "--print", "h"])
        #expect(outcome.code == 0 && outcome.error.isEmpty, "\(outcome.error)")
    }

    @Test func `a download gets its name when it is complete`() async throws {
        let program = try program()
        #expect(try await program.run(["send", "\(server.url)/json/10k", "--download"]).code == 0)
        #expect(try program.text(of: "10k").utf8.count == 10_000)
        #expect(throws: (any Error).self) { try program.text(of: "10k.part") }
    }

    @Test(arguments: [("http", "GET "), ("curl", "curl "), ("json", "\"method\"")])
    func `nothing is sent offline`(format: String, expected: String) async throws {
        let outcome = try await program().run(["send", "http://127.0.0.1:1/x", "--offline", "--format", format])
        #expect(outcome.code == 0 && outcome.output.contains(expected), "\(outcome.error)")
    }

    @Test func `a request that cannot be sent is refused with the reason`() async throws {
        let outcome = try await program().run(["send", "POST", "http://127.0.0.1:1/x", "f@/nowhere", "--offline"])
        #expect(outcome.code == 3 && outcome.error.hasPrefix("apus send: The body cannot be sent"), "\(outcome.error)")
    }

    @Test func `the printed request has all headers that are sent`() async throws {
        let program = try program()
        let sent = try await program.run(["send", "\(server.url)/get", "--print", "Hb"])
        let offline = try await program.run(["send", "\(server.url)/get", "--offline"])
        #expect(sent.output.contains("\r") == false && sent.output.hasPrefix(offline.output), "\(sent.output)\(offline.output)")
        #expect(offline.output.contains("User-Agent: apus/") && offline.output.contains("Accept: */*"))
    }

    @Test(arguments: ["http", "curl"]) func `a token that is not known offline is named`(format: String) async throws {
        let auth = #"{"type": "oauth2", "grant": "client_credentials", "tokenURL": "http://h/token", "clientID": "a", "clientSecret": "b"}"#
        let program = try Program(files: ["collections/a/r.request.json": #"{"url": "http://h/", "auth": \#(auth)}"#])
        let outcome = try await program.run(["send", "a/r", "--offline", "--format", format])
        #expect(outcome.code == 0 && outcome.error.contains("Authorization: Bearer"), "\(outcome.output)\(outcome.error)")
    }

    @Test func `results before the error of a query are printed`() async throws {
        let outcome = try await program().run(["send", "\(server.url)/get?page=2", "--query", ".args.page, error(\"no\"), 3"])
        #expect((outcome.code, outcome.output) == (1, "2\n"))
        #expect(outcome.error.contains("no"))
    }

    @Test func `without HOME the folders are those of the account`() async throws {
        let unset = "unset HOME XDG_CONFIG_HOME XDG_DATA_HOME XDG_STATE_HOME && exec \"$@\""
        let home = FileManager.default.homeDirectory(forUser: NSUserName())?.path ?? ""
        let folders = try await program().run(["doctor"], shell: unset).output
        #expect(home.count > 1 && (folders.contains("configuration: \(home)/.config/apus") || folders.contains("configuration: ~/.config")))
    }

    @Test(arguments: [("$.args.page", "2\n"), (".args | length", "1\n"), (".nope", "null\n")])
    func `each result of a query ends with one line break`(query: String, expected: String) async throws {
        #expect(try await program().run(["send", "\(server.url)/get?page=2", "--query", query]).output == expected)
    }

    @Test func `a body that cannot be written names the reason`() async throws {
        let outcome = try await program().run(["send", "\(server.url)/text/1m", "--output", "/dev/full"])
        #expect(outcome.code == 1 && outcome.error.contains("no space left on device"), "\(outcome.error)")
    }

    @Test func `the environment of a collection serves an address`() async throws {
        let program = try program()
        let words = ["send", "\(server.url)/get", "--offline", "-e"]
        let unclear = try await program.run(words + ["local"])
        #expect(unclear.code == 2 && unclear.error.contains("api/local, other/local"), "\(unclear.error)")
        #expect(try await program.run(words + ["other/local"]).code == 0)
        #expect(try await program.run(["new", "environment", "Other/only"]).output == "collections/other/environments/only.json\n")
        #expect(try await program.run(words + ["only"]).code == 0)
        #expect(try await program.run(words + ["onyl"]).error.contains("other/only"))
    }

    @Test func `exit codes tell classes apart`() async throws {
        let program = try program()
        #expect(try await program.run(["send", "\(server.url)/status/404"]).code == 0)
        #expect(try await program.run(["send", "\(server.url)/status/404", "--fail"]).code == 4)
        #expect(try await program.run(["send", "http://127.0.0.1:1/"]).code == 3)
        #expect(try await program.run(["send", "other/wrong", "-e", "local", "--check"]).code == 1)
    }

    @Test func `secrets come from their sources and are masked`() async throws {
        let outcome = try await program().run(
            ["send", "api/a-show", "-e", "local", "--secret-from", "page=env:HIDDEN", "--json"], environment: ["HIDDEN": "very-secret-1"])
        #expect(outcome.code == 0, "\(outcome.error)")
    }

    @Test func `a protected environment needs an option`() async throws {
        let program = try Program(files: [
            "collections/api/environments/live.json":
                #"{"name": "live", "protected": true, "variables": [{"name": "base", "value": "\#(server.url)"}]}"#,
            "collections/api/add.request.json": #"{"name": "Add", "method": "POST", "url": "{{base}}/post"}"#,
        ])
        let refused = try await program.run(["send", "api/add", "-e", "live"])
        #expect(refused.code == 3 && refused.error.contains("--yes"), "\(refused.error)")
        #expect(try await program.run(["send", "api/add", "-e", "live", "--yes"]).code == 0)
        #expect(try await program.run(["run", "api", "-e", "live"]).code == 3)
        #expect(try await program.run(["run", "api", "-e", "live", "--yes"]).code == 0)
        #expect(try await program.run(["send", "api/add", "-y"], environment: ["APUS_ENVIRONMENT": "live"]).code == 0)
    }

    @Test func `the history is stored unless disabled`() async throws {
        let program = try program()
        let data = program.folder.appending(path: ".local/share/apus")
        func hasHistory() -> Bool {
            let files = try? FileManager.default.subpathsOfDirectory(atPath: data.path)
            return files?.contains { $0.contains("history") } == true
        }
        #expect(try await program.run(["send", "\(server.url)/get", "--no-history"]).code == 0)
        // Too large for memory: it must not be left beside the history.
        #expect(try await program.run(["send", "\(server.url)/bytes/100000", "--no-history", "--output", "body"]).code == 0)
        #expect(!hasHistory())
        #expect(try await program.run(["run", "\(server.url)/get", "-q"]).code == 0)
        #expect(!hasHistory())
        #expect(try await program.run(["run", "\(server.url)/get", "--history"]).code == 0)
        #expect(hasHistory())
        let nowhere = try await program.run(["send", "\(server.url)/get"], environment: ["XDG_DATA_HOME": "/proc/nowhere"])
        #expect(nowhere.code == 0 && nowhere.error.contains("not stored in the history"), "\(nowhere.error)")
    }

    @Test func `a body is streamed, and runs are paced`() async throws {
        let program = try program()
        let streamed = try await program.run(["send", "\(server.url)/text/20k", "--stream"])
        let whole = try await program.run(["send", "\(server.url)/text/20k"])
        #expect(streamed.output == whole.output && streamed.output.utf8.count >= 20_000)
        let paced = try await program.run(["run", "\(server.url)/get", "--repeat", "3", "--rate", "100", "--delay", "5ms", "-q"])
        #expect(paced.code == 0 && paced.output.hasPrefix("3 requests, 0 failed"), "\(paced.output)\(paced.error)")
        let other = try await program.run(["list", "--names", "--workspace", program.folder.appending(path: "space").path])
        #expect(other.output.contains("api/a-show"))
    }

    @Test func `completion and manual are printed`() async throws {
        #expect(try await program().run(["completion", "bash"]).output.contains("complete"))
        #expect(try await program().run(["manual", "send"]).output.hasPrefix(".TH APUS-SEND"))
        #expect(try await program().run(["completion", "csh"]).code == 2)
    }
}
