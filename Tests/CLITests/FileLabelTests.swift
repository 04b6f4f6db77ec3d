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
}
