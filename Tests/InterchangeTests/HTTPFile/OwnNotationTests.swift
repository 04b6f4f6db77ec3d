import Testing
import Workspace

@testable import Interchange

/// Requests of `.http` files in the notation of the program's own texts.
@Suite struct OwnNotationTests {
    private func read(_ text: String) throws -> ImportResult {
        try Importer().read(name: "a.http", bytes: Array(text.utf8))
    }

    @Test func `requests in the program's own notation are read`() throws {
        var full = HTTPTextTests.full
        full.body.json = "{\n\n}"
        // An import reports scripts.
        full.scripts = Scripts()
        let text = "@host = http://h\n\n### One\n@x = 1\n\(HTTPText.write(full))\n\n### Two\n# @no-redirect\nGET {{host}}/b\n"
        let result = try read(text)
        let drafts = result.collections[0].requests.map(\.request.draft)
        #expect(drafts[0] == full && drafts[1].options.redirects.follow == false && drafts[1].url == "{{host}}/b")
        #expect(result.issues.isEmpty && result.collections[0].root.draft.variables.contains(Row("host", "http://h")))
    }

    @Test func `lines of a body that begin with an at sign are kept`() throws {
        let result = try read("@a = 1\n# @auth none\nPOST http://h/x\n\n@all: look\n@b = 2\n")
        #expect(result.collections[0].requests.map(\.request.draft.body.text) == ["@all: look\n@b = 2"])
    }

    @Test(arguments: [
        ("# @auth none\n# @capture x\nGET http://h", 2),
        ("### a\nGET http://h\n\n### b\n# @assert status | equals | 1\n# @frob\nGET http://h", 6),
    ])
    func `an invalid line of the own notation is named`(_ text: String, _ line: Int) {
        #expect { try read(text) } throws: { ($0 as? ImportError)?.place == .line(line) }
    }

    @Test(arguments: [
        "# @auth bearer {{token}}\nGET http://h", "GET http://h\n\n# @body json\n", "# @capture global x {{a}}\nGET http://h",
    ])
    func `directives of other programs stay theirs`(_ text: String) throws {
        #expect(try read(text).collections[0].requests.map(\.request.draft.url) == ["http://h"])
    }
}
