import JSON
import Testing
import Workspace

@testable import Interchange

/// Texts of Bruno's files: annotations, lists and quotes.
@Suite struct BruTextTests {
    private func read(_ text: String) throws -> ImportResult { try Importer().read(name: "a.bru", bytes: Array(text.utf8)) }

    @Test func `an environment with a color, secrets on one line and descriptions`() throws {
        let result = try read(
            """
            vars {
              host: http://x
              @description('''
                a
                  b
              ''')
              ~old: 1
            }
            vars:secret [token, ~key]
            vars:externalsecrets:vault {
              name: path
            }
            color: #E2A731
            """)
        let environment = try #require(result.environments.first).draft
        #expect(environment.variables == [Row("host", "http://x"), Row("old", "1", isEnabled: false, comment: "a\n  b")])
        #expect(environment.secrets.map(\.name) == ["token", "key"])
        #expect(result.issues.map(\.severity) == [.lost] && result.issues[0].what.contains("vars:externalsecrets:vault"))
    }

    @Test(arguments: [
        (#"@description("it's")"#, "it's"), (#"@description('say "hi"')"#, #"say "hi""#),
        (#"@description("say \"hi\" '''x''' \\ \n")"#, "say \"hi\" '''x''' \\ \n"), (#"@description("C:\Users")"#, #"C:\Users"#),
        ("@description('''it's \"so\"''')", "it's \"so\""), ("@description(plain)", "plain"), ("@number", ""),
        ("@number\n  @description('a:b')", "a:b"),
    ]) func `annotations are above a pair or before it`(_ annotation: String, _ description: String) throws {
        for separator in ["\n  ", " "] {
            let text = "get {\n  url: h\n}\n\nheaders {\n  \(annotation)\(separator)X-A: b\n}\n"
            let draft = try read(text).collections[0].requests[0].request.draft
            #expect(draft.headers == [Row("X-A", "b", comment: description)])
        }
    }

    @Test(arguments: ["it's", "ends with '", "'''x''' \"y\" \\"]) func `a comment of any signs is read back`(_ comment: String) throws {
        let draft = RequestDraft(name: "A", url: "http://h/", headers: [Row("X-A", "b", comment: comment)])
        let tree = CollectionTree(.init(FolderDraft(name: "c"), items: [.request(.init(draft))]))
        let file = try #require(ExportFormat.bruno.export(tree).files.first { $0.path.hasSuffix("A.bru") })
        #expect(try read(file.text).collections[0].requests[0].request.draft.headers == draft.headers)
    }

    @Test func `variables for one request only, and the media type of a text in several lines`() throws {
        let draft = try read(
            """
            post {
              url: h
              body: multipartForm
            }
            body:multipart-form {
              a: '''
                1
                2
              ''' @contentType(text/csv)
            }
            vars:pre-request {
              @one: 1
            }
            vars:post-response {
              @id: res.body.id
              ~@other: res.body.b
            }
            """
        ).collections[0].requests[0].request.draft
        #expect(draft.body.parts == [.init("a", "1\n2", contentType: "text/csv")])
        #expect(draft.variables == [Row("one", "1")])
        #expect(draft.captures.map(\.variable) == ["id", "other"])
    }
}
