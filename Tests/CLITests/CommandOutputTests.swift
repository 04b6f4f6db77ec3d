import DemoServer
import Foundation
import JSON
import Testing

/// Commands of curl, Wget and HTTPie after `--`, with their options of the output.
@Suite(.timeLimit(.minutes(5))) struct CommandOutputTests {
    private static func server() throws -> ScriptedServer {
        try ScriptedServer { _, head in
            if let range = head.firstMatch(of: /Range: bytes=(\d+)-/), !head.contains(" /whole"), let start = Int(range.output.1) {
                let (text, isLeft) = ("text of 200 OK", start < 14)
                return "HTTP/1.1 \(isLeft ? "206 Partial Content" : "416 Range Not Satisfiable")\r\nConnection: close\r\n"
                    + "Content-Range: bytes \(isLeft ? "\(start)-13" : "*")/14\r\nContent-Length: \(isLeft ? 14 - start : 0)\r\n\r\n"
                    + String(text.dropFirst(start))
            }
            let status = head.contains(" /none") ? "404 Not Found" : head.contains(" /away") ? "302 Found" : "200 OK"
            let more = head.contains(" /away") ? "Location: /there?a=1\r\n" : status == "200 OK" ? "ETag: \"one\"\r\n" : ""
            let body = head.hasPrefix("HEAD") ? "" : head.contains(" /json") ? #"{"a": [1]}"# : "text of \(status)"
            let type = head.contains(" /json") ? "application/json" : "text/plain"
            return
                "HTTP/1.1 \(status)\r\n\(more)Content-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
        }
    }

    private static func words(_ text: String, _ server: ScriptedServer) -> [String] {
        ["send", "--"] + text.split(separator: " ").map { String($0).replacing("URL", with: server.url) }
    }

    @Test(arguments: [
        ("curl -s -o /dev/null -w %{http_code} URL/none", "404", Int32(0)), ("curl -sf URL/none", "", 4),
        ("curl -sf URL", "text of 200 OK", 0),
        ("curl -s --fail-with-body URL/none", "text of 404 Not Found", 4), ("wget -qO- URL/none", "", 4),
        ("wget -qO- URL", "text of 200 OK", 0), ("wget -qO- --content-on-error --no-cookies URL/none", "text of 404 Not Found", 4),
        ("http -q URL", "", 0), ("http -b URL", "text of 200 OK", 0),
        ("http --check-status -b URL/away", "text of 302 Found", 3), ("http --check-status URL/none", "text of 404 Not Found", 4),
        ("http -d URL", "text of 200 OK", 0),
        ("curl -sf -o f -w %{exitcode}-%{errormsg} URL/none", "4-The requested U%52L returned error: 404", 4),
        (#"curl -sw \n%{method}\t%{num_redirects}%%%{size_download}|%header{etag} URL"#, "text of 200 OK\nGET\t0%14|\"one\"", 0),
        ("curl -s -o /dev/null -w %{url_effective}|%{content_type}|%{scheme}|%{onerror}no URL/json", "URL/json|application/json|http|", 0),
        ("curl -s -OJ -w %{filename_effective} URL/a.txt --next -w %{filename_effective} URL", "a.txttext of 200 OK", 0),
        ("curl -s -o /dev/null -w %{redirect_url} URL/away", "URL/there?a=1", 0),
        ("curl -s -w %{http_code}|%{exitcode} http://127.0.0.1:1", "000|3", 3),
        ("curl -s -o /dev/null -w %{stderr}no%{stdout}yes URL", "yes", 0), ("curl -s -o /dev/null -w x%{nope}y URL", "xy", 0),
        ("curl -s -o /dev/null -w %%{json}%%output{f} URL", "%{json}%output{f}", 0),
        (
            #"curl -s -o /dev/null -w %{header_json} URL/away"#,
            #"{"location":["/there?a=1"],"content-type":["text/plain"],"content-length":["17"],"connection":["close"]}"#, 0
        ),
    ])
    func `the output equals the output of the original command`(_ text: String, _ expected: String, _ code: Int32) async throws {
        let server = try Self.server()
        let outcome = try await Program().run(Self.words(text, server))
        #expect(outcome.output == expected.replacing("URL", with: server.url).replacing("U%52L", with: "URL"), "\(outcome)")
        #expect(outcome.code == code, "\(outcome)")
    }

    @Test(arguments: ["time_total", "time_connect", "time_starttransfer", "time_namelookup", "time_appconnect", "time_redirect"])
    func `times are seconds with six digits`(_ name: String) async throws {
        let server = try Self.server()
        let outcome = try await Program().run(Self.words("curl -s -o /dev/null -w %{\(name)} URL", server))
        #expect(!server.requests.isEmpty)
        #expect(outcome.output.wholeMatch(of: /\d+\.\d{6}/) != nil, "\(outcome)")
    }

    @Test(arguments: ["curl -sI URL/a", "curl -si URL/a", "http -h URL/a", "curl -s -D - -o /dev/null URL/a", "http -v URL/a"])
    func `the head is printed`(_ text: String) async throws {
        let server = try Self.server()
        let outcome = try await Program().run(Self.words(text, server))
        #expect(server.requests.count == 1)
        #expect(outcome.code == 0 && outcome.output.contains("HTTP/1.1 200 OK\nETag: \"one\"\n"), "\(outcome)")
        #expect(outcome.output.contains("text of") == ["curl -si URL/a", "http -v URL/a"].contains(text))
        #expect(outcome.output.contains("GET ") == (text == "http -v URL/a"))
    }

    @Test(arguments: [
        ("curl -sIL URL/away", 2), ("curl -siL URL/away", 2), ("curl -sI URL/away", 1), ("curl -sL -D - -o /dev/null URL/away", 2),
        ("http -h -F URL/away", 1), ("curl -sL URL/away", 0),
    ])
    func `the heads of redirects come before the final head`(_ text: String, _ count: Int) async throws {
        let server = try Self.server()
        let program = try Program()
        let outcome = try await program.run(Self.words(text, server))
        let starts = outcome.output.split(separator: "\n").filter { $0.hasPrefix("HTTP/1.1 ") }
        #expect(starts.count == count && (count != 2 || starts[0].hasSuffix("302 Found")), "\(outcome)")
        if count == 2 {
            #expect(try await program.run(Self.words("curl -sL -D heads -o /dev/null URL/away", server)).output.isEmpty)
            #expect(try program.text(of: "heads").components(separatedBy: "\r\n\r\n").count == 3)
        }
        #expect(!server.requests.isEmpty)
    }

    @Test func `JSON is formatted in a pipe if the command says so`() async throws {
        let server = try Self.server()
        for (form, isFormatted) in [("format", true), ("all", true), ("none", false)] {
            let outcome = try await Program().run(Self.words("http --pretty=\(form) URL/json", server))
            #expect(outcome.code == 0 && outcome.output.hasPrefix("{\n  ") == isFormatted, "\(outcome)")
            #expect(outcome.output.contains("\u{1B}[") == (form == "all"))
        }
        #expect(server.requests.count == 3)
    }

    /// A pipe reads the body alone.
    @Test func `verbose heads are on standard error`() async throws {
        let server = try Self.server()
        let outcome = try await Program().run(Self.words("curl -v URL/a", server))
        #expect(outcome.output == "text of 200 OK")
        #expect(
            outcome.error.contains("> GET ") && outcome.error.contains("\n>\n") && outcome.error.contains("< HTTP/1.1 200 OK\n"),
            "\(outcome)")
        let wget = try await Program().run(Self.words("wget -SqO- URL/a", server))
        #expect(server.requests.count == 2)
        #expect(wget.error.contains("< ETag: \"one\"") && !wget.error.contains("> "), "\(wget)")
    }

    @Test(arguments: [
        ("curl -s -o f URL/a", "f", "text of 200 OK"), ("curl -sO URL/a.txt?b", "a.txt", "text of 200 OK"),
        ("wget -qO f URL", "f", "text of 200 OK"),
        ("http -o f URL", "f", "text of 200 OK"), ("curl -s --create-dirs -o d/e/f URL", "d/e/f", "text of 200 OK"),
        (
            "curl -sI -o f URL", "f",
            "HTTP/1.1 200 OK\r\nETag: \"one\"\r\nContent-Type: text/plain\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        ),
        ("http -d -o f URL", "f", "text of 200 OK"),
    ])
    func `an output file has the bytes that the original command writes`(_ text: String, _ file: String, _ content: String) async throws {
        let (program, server) = (try Program(), try Self.server())
        let outcome = try await program.run(Self.words(text, server))
        #expect(server.requests.count == 1)
        #expect(outcome.code == 0 && outcome.output.isEmpty && outcome.error.isEmpty, "\(outcome)")
        #expect(try program.text(of: file) == content)
    }

    @Test func `the heads of several URLs follow each other in a file`() async throws {
        let server = try Self.server()
        let program = try Program(files: ["heads": "old"])
        let outcome = try await program.run(Self.words("curl -s -D heads -o a URL/a -o b URL/none -o c http://127.0.0.1:1", server))
        #expect(outcome.code == 3 && server.requests.count == 2, "\(outcome)")
        let starts = try program.text(of: "heads").components(separatedBy: "\r\n").filter { $0.hasPrefix("HTTP/1.1 ") }
        #expect(starts == ["HTTP/1.1 200 OK", "HTTP/1.1 404 Not Found"])
        #expect(!(try program.text(of: "heads").contains("old")))
        let first = try await program.run(Self.words("curl -s -D heads -o c http://127.0.0.1:1 -o a URL/a", server))
        #expect(first.code == 3, "\(first)")
        #expect(try program.text(of: "heads").components(separatedBy: "HTTP/1.1 ").count == 2)
    }

    @Test func `a head in the place of a body replaces that of an earlier URL`() async throws {
        let server = try Self.server()
        let program = try Program()
        let words = "curl -sI -D heads -o a -w %{filename_effective} URL/a -o a URL/none -o b URL/away"
        let outcome = try await program.run(Self.words(words, server))
        #expect(outcome.code == 0 && outcome.output == "aab", "\(outcome)")
        #expect(try program.text(of: "a").hasPrefix("HTTP/1.1 404 Not Found\r\n"))
        #expect(try program.text(of: "b").hasPrefix("HTTP/1.1 302 Found\r\n"))
        #expect(try program.text(of: "heads").components(separatedBy: "HTTP/1.1 ").count == 4)
    }

    @Test(
        arguments: ["curl -s -C - -o f", "curl -sf -C - -o f", "wget -q -c -O f", "http -d -c -o f"],
        [("text ", "", Int32(0)), (nil, "", 0), ("text of 200 OK", "", 0), ("text ", "whole", 1)] as [(String?, String, Int32)])
    func `a file is continued`(_ command: String, _ row: (String?, String, Int32)) async throws {
        let (old, path, code) = row
        let server = try Self.server()
        let program = try Program(files: old.map { ["f": $0] } ?? [:])
        let outcome = try await program.run(Self.words("\(command) URL/\(path)", server))
        #expect(outcome.code == code && outcome.output.isEmpty, "\(outcome)")
        #expect(try program.text(of: "f") == (code == 0 ? "text of 200 OK" : old))
        #expect(server.requests.count == 1)
    }

    @Test func `a failed request does not change the output file`() async throws {
        let server = try Self.server()
        for text in ["curl -sf -o f URL/none", "wget -qO f URL/none", "http -d -o f URL/none"] {
            let program = try Program(files: ["f": "old"])
            let outcome = try await program.run(Self.words(text, server))
            #expect(outcome.code == 4 && outcome.output.isEmpty, "\(outcome)")
            #expect(try program.text(of: "f") == "old")
        }
        #expect(server.requests.count == 3)
    }

    @Test func `the options of send come first`() async throws {
        let (server, program) = (try Self.server(), try Program())
        let command = ["--", "curl", "-s", "-o", "f", "-w", "%{http_code}", server.url + "/json"]
        #expect(try await program.run(["send", "-o", "g"] + command).output == "200")
        #expect(try await program.run(["send", "--query", ".a[0]"] + command).output == "1\n")
        #expect(try JSONValue(parsing: try await program.run(["send", "--json"] + command).output)["response"]?["status"]?.integer == 200)
        #expect(try program.text(of: "g") == #"{"a": [1]}"#)
        #expect(!FileManager.default.fileExists(atPath: program.folder.appending(path: "space/f").path))
        #expect(try await program.run(["send", "--print", "h"] + command).output.hasPrefix("HTTP/1.1 200 OK\n"))
        #expect(try program.text(of: "f") == #"{"a": [1]}"#)
    }

    /// Nothing is lost without a word.
    @Test(arguments: [
        "curl -i -o f URL", "curl -w %{json} URL", "curl -w %output{f}a URL", "curl -w %%%time{%Y} URL", "curl -o /nowhere/f URL",
        "curl -D /nowhere/f URL", "curl --stderr f URL",

        "http -v -o f URL", "http -c -o f URL", "http --offline URL",
    ])
    func `an impossible output option is refused before anything is sent`(_ text: String) async throws {
        let server = try Self.server()
        let outcome = try await Program().run(Self.words(text, server))
        #expect(outcome.code == 2 && !outcome.error.isEmpty && outcome.output.isEmpty, "\(outcome)")
        #expect(server.requests.isEmpty)
    }

    @Test(arguments: ["-vI", "-Ib", "--ignore-stdin"]) func `HTTPie does not read standard input if it says so`(_ option: String)
        async throws
    {
        let server = try Self.server()
        let outcome = try await Program().run(Self.words("http \(option) URL/a", server), input: "a=1")
        #expect(outcome.code == 0 && outcome.output.hasSuffix("text of 200 OK"), "\(outcome)")
        #expect(server.requests.count == 1 && server.requests[0].hasPrefix("GET "), "\(server.requests)")
    }

    @Test func `a command in one quoted word has the same output`() async throws {
        let server = try Self.server()
        let outcome = try await Program().run(["send", "curl -sf -w '%{http_code}' \(server.url)/none"])
        #expect(outcome.code == 4 && outcome.output == "404" && outcome.error.isEmpty, "\(outcome)")
    }
}
