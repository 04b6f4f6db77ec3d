import DemoServer
import Testing

/// Text of others in a request: that of files, of standard input, and of the words of other programs.
@Suite(.timeLimit(.minutes(5))) struct LiteralWordsTests {
    private static let files = [
        "f": #"a\{{env:AWSX}}{{$uuid}}"#, "j": #"{"q": "\u007b{env:AWSX}}", "r": "{{env:AWSX}}"}"#, "h": "X-A: {{env:AWSX}}\n",
        "k": "data = \"{{env:AWSX}}\"\n",
    ]

    @Test(arguments: [
        ["POST", "URL", "m=@f"], ["POST", "URL", "m:=@j"], ["URL", "q==@f"], ["URL", "X-H:@f"], ["--form", "POST", "URL", "m=@f"],
        ["--multipart", "POST", "URL", "m=@f"], ["--", "curl", "-sd", "@-", "URL"], ["--", "curl", "--json", "@-", "URL"],
        ["--", "curl", "--data-urlencode", "m@f", "URL"], ["--", "curl", "-F", "m=<f", "URL"],
        ["--", "curl", "-d", "a=1", "-d", "@f", "URL"],
        ["--", "curl", "-H", "@h", "URL"], ["--", "curl", "-K", "k", "URL"], ["--", "curl", "-d", "m={{env:AWSX}}", "URL"],
        ["--", "wget", "--post-data", "m={{env:AWSX}}", "URL"],
        ["--", "http", "POST", "URL", "m={{env:AWSX}}", "q=={{env:AWSX}}"], ["curl -d a=1 -d @f URL"],
    ])
    func `braces of foreign commands are sent literally`(words: [String]) async throws {
        let server = try DemoServer.start()
        defer { server.stop() }
        let program = try Program(files: Self.files)
        let words = ["send"] + words.map { $0.replacing("URL", with: "\(server.url)/anything") }
        let environment = ["AWSX": "leaked"]
        let sent = try await program.run(words, input: #"{"m": "{{env:AWSX}}"}"#, environment: environment)
        #expect(sent.code == 0 && sent.output.contains("AWSX") && !sent.output.contains("leaked"), "\(sent)")
        for options in [["--offline", "--format", "curl"], ["--json"]] {
            let shown = try await program.run(["send"] + options + words.dropFirst(), input: "{}", environment: environment)
            #expect(shown.code == 0 && !shown.output.contains("leaked"), "\(shown)")
        }
        let ids = try await program.run(["history", "--ids", "-n", "1"]).output.split(separator: "\n").map(String.init)
        let replayed = try await program.run(["replay", "--yes"] + ids, environment: environment)
        #expect(replayed.code == 0, "\(replayed)")
        let entries = try await program.run(["history", "--json", "--full"]).output
        #expect(!entries.contains("leaked"), "\(entries)")
    }

    @Test func `the words of this program have variables`() async throws {
        let server = try DemoServer.start()
        defer { server.stop() }
        let program = try Program()
        for words in [["POST", "\(server.url)/anything", "m={{name}}"], ["curl -d \"m={{name}}\" \(server.url)/anything"]] {
            let sent = try await program.run(["send", "-v", "name=Lea"] + words, input: "")
            #expect(sent.code == 0 && sent.output.contains("Lea"), "\(sent)")
        }
    }

    @Test func `a backslash before braces arrives`() async throws {
        let server = try DemoServer.start()
        defer { server.stop() }
        let program = try Program(files: ["f": #"\{{a}}\\{{b}}"#])
        let sent = try await program.run(["send", "POST", "\(server.url)/anything", "m=@f", "--query", ".json.m"], input: "")
        #expect(sent.output == #"\{{a}}\\{{b}}"# + "\n", "\(sent)")
    }
}
