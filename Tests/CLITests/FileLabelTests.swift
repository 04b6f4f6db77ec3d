import Foundation
import JSON
import Testing

/// Requests of files in reports: their names, files and lines. Nothing listens at their address.
@Suite struct FileLabelTests {
    private static let url = "http://127.0.0.1:1/"

    @Test func `annotations of a folder name the file of each request`() async throws {
        let program = try Program(files: [
            "sub/x.http": "### one\nGET \(Self.url)\n\n### two\nGET \(Self.url)\n", "sub/deep/y.hurl": "GET \(Self.url)\n",
            "sub/bru/bruno.json": #"{"version": "1", "name": "B", "type": "collection"}"#,
            "sub/bru/in/Get.bru": "meta {\n  name: Get\n}\n\nget {\n  url: \(Self.url)\n}\n",
            "sub/post/.resources/definition.yaml": "$kind: collection\nname: P\n",
            "sub/post/F/.resources/definition.yaml": "$kind: collection\nname: F\norder: 1\n",
            "sub/post/F/Inner.request.yaml": "$kind: http-request\nmethod: GET\nurl: \(Self.url)\n",
            "sub/post/Outer.request.yaml": "$kind: http-request\nmethod: GET\nurl: \(Self.url)\norder: 2\n",
        ])
        let outcome = try await program.run(
            ["run", "space/sub", "-r", "github=-"], environment: ["GITHUB_WORKSPACE": program.folder.path], in: ".")
        let places = Set(outcome.output.matches(of: /::error file=(.*?),title=/).map { String($0.1) })
        let expected = [
            "x.http,line=2", "x.http,line=5", "deep/y.hurl,line=1", "bru/in/Get.bru", "post/F/Inner.request.yaml",
            "post/Outer.request.yaml",
        ].map { "space/sub/\($0)" }
        #expect(outcome.code == 3 && places == Set(expected), "\(outcome)")
    }

    @Test(arguments: ["sub", "sub/x.http", "sub#one"]) func `settings of the files of a folder need permission`(word: String) async throws {
        let program = try Program(files: ["sub/x.http": "### one\nGET \(Self.url){{env:APUS_TEST}}\n"])
        let outcome = try await program.run(["run", "space/\(word)"], environment: ["APUS_TEST": "x"], in: ".")
        #expect(outcome.code == 3 && outcome.output.contains("permission") && outcome.output.contains("APUS_TEST"), "\(outcome)")
    }

    @Test func `requests of several files are named with their file`() async throws {
        let program = try Program(files: [
            "a.http": "### two\nGET \(Self.url)\n", "b.http": "### one\nGET \(Self.url)\n\n### two\nGET \(Self.url)\n",
        ])
        let reports = ["-r", "junit=r.xml,tap=r.tap,json=r.json,html=r.html,github=r.txt"]
        for words in [["a.http", "b.http"], ["a.http#two", "b.http#one", "b.http#two"]] {
            let outcome = try await program.run(["run"] + words + reports)
            for name in ["a.http#two", "b.http#one", "b.http#two"] {
                #expect(outcome.code == 3 && outcome.output.contains("✗ \(name) "), "\(outcome)")
                let file = name.prefix { $0 != "#" }
                #expect(try program.text(of: "r.xml").contains(#"classname="\#(file)" name="\#(name)""#))
                #expect(try program.text(of: "r.tap").contains(" - \(name.replacing("#", with: "\\#"))\n"))
                #expect(try program.text(of: "r.html").contains(#""title":"\#(name)""#))
                #expect(try program.text(of: "r.txt").contains("title=\(name)::"))
            }
            let results = try JSONValue(parsing: program.text(of: "r.json"))["results"]?.array ?? []
            #expect(results.compactMap { $0["file"]?.string } == ["a.http", "b.http", "b.http"])
            #expect(results.compactMap { $0["line"]?.double } == [2, 2, 5])
        }
        let single = try await program.run(["run", "b.http"] + reports)
        #expect(single.output.contains("✗ two ") && !single.output.contains("#"), "\(single)")
        #expect(try program.text(of: "r.xml").contains(#"classname="apus" name="two""#))
    }

    @Test func `requests of a folder are named with it, each by its own file`() async throws {
        let program = try Program(files: ["sub/x.http": "GET \(Self.url)\n", "sub/deep/y.http": "GET \(Self.url)\n"])
        let listed = try await program.run(["list", "space/sub", "--names"], in: ".").output.split(separator: "\n")
        let outcome = try await program.run(["run", "space/sub", "-r", "junit=space/r.xml"], in: ".")
        #expect(listed.count == 2 && listed.allSatisfy { outcome.output.contains("✗ \($0) ") }, "\(outcome)")
        let report = try program.text(of: "r.xml")
        #expect(report.contains(#"classname="space/sub/x.http""#) && report.contains(#"classname="space/sub/deep/y.http""#), "\(report)")
    }
}
