import HTTP
import JSON
import Testing
import Workspace

@testable import Interchange

@Suite struct WebRequestCommandTests {
    private func read(_ text: String) throws -> ImportedRequest { try #require(PastedCommand(text)).read(text) }

    @Test(arguments: [
        (
            "Invoke-RestMethod -Uri https://h/a?q=b+c=d -Method Post -Body (@{a=1;b=\"x\";c=@{d=$true}} | ConvertTo-Json -Depth 5) -ContentType application/json",
            0
        ),
        (
            "$body = @{ a = 1; b = 'x'; c = @{ d = $true } } | ConvertTo-Json\nirm https://h/a?q=b+c=d -Method post -Body $body -ContentType application/json",
            0
        ),
        ("irm https://h/a?q=b+c=d -CustomMethod post -Body (@{a=1} | Out-String)", 1),
    ]) func `a table converted to JSON, and an unquoted address`(text: String, lossCount: Int) throws {
        let imported = try #require(WebRequestCommand.requests(text).first)
        #expect(imported.draft.method == "POST" && imported.draft.url == "https://h/a" && imported.draft.query == [Row("q", "b+c=d")])
        #expect(imported.losses.count == lossCount)
        #expect(try lossCount > 0 || JSONValue(parsing: imported.draft.body.json) == ["a": 1, "b": "x", "c": ["d": true]])
    }

    @Test(arguments: [("a=1", "a=1"), ("a='1'", "a=1"), ("a=$x", "a=2"), ("a=", "a="), ("a", "a")])
    func `an equals sign in an argument is text`(argument: String, body: String) throws {
        let imported = try read("$x = 2\nInvoke-WebRequest http://h/ -Body \(argument) -Method POST -UserAgent b=c\n")
        #expect(imported.losses.isEmpty && imported.draft.method == "POST")
        #expect(imported.draft.headers.contains(Row("User-Agent", "b=c")))
        #expect(try RequestResolver.resolve(ResolutionInput(imported.draft)).request.body.encode() == Array(body.utf8))
    }

    @Test func `a file that begins with assignments`() throws {
        let text =
            "# Sign in\n$headers = @{\n    \"Accept\" = \"a/b\"\n}\n\n$r = Invoke-RestMethod -Uri \"https://h/a\" -Headers $headers\n"
        let result = try Importer().read(name: "a.ps1", bytes: Array(text.utf8))
        let draft = result.collections[0].requests[0].request.draft
        #expect(draft.url == "https://h/a" && draft.headers.contains(Row("Accept", "a/b")) && result.issues.isEmpty)
    }

    @Test(arguments: ["PS C:\\Users\\me> irm http://h/a", "PS> Invoke-WebRequest http://h/a", "PS /home/me> iwr http://h/a"])
    func `a prompt before a command is skipped`(text: String) throws {
        #expect(try read(text).draft.url == "http://h/a")
        for name in ["a.ps1", "a"] {
            let result = try Importer().read(name: name, bytes: Array(text.utf8))
            #expect(result.collections.flatMap(\.requests).map(\.request.draft.url) == ["http://h/a"])
        }
    }

    @Test func `a session has prompts on its lines`() throws {
        let text = "PS C:\\> $h = @{\n>>   A = 'b'\n>> }\nPS C:\\> irm http://h/a `\n>>   -Headers $h\nPS C:\\> curl.exe http://h/c\n"
        #expect(try read(text).draft.headers.contains(Row("A", "b")))
        let drafts = try Importer().read(name: "a.ps1", bytes: Array(text.utf8)).collections[0].requests.map(\.request.draft)
        #expect(drafts.map(\.url) == ["http://h/a", "http://h/c"] && drafts[0].headers.contains(Row("A", "b")))
    }

    @Test func `commands copied by a browser`() throws {
        let imported = try read(
            """
            $session = New-Object Microsoft.PowerShell.Commands.WebRequestSession
            $session.UserAgent = "Mozilla/5.0 (X11)"
            $session.Cookies.Add((New-Object System.Net.Cookie("a", "b", "/", "host")))
            $session.Cookies.Add((New-Object System.Net.Cookie("c", "d`"e", "/", "host")))
            Invoke-WebRequest -UseBasicParsing -Uri "https://h/x?a=1&b=`$2" `
            -Method "POST" `
            -WebSession $session `
            -Headers @{
            "authority"="h"
              "method"="POST"
              "path"="/x"
              "scheme"="https"
              "accept"="*/*"
              "sec-ch-ua"="`"Chromium`";v=`"128`""
            } `
            -ContentType "application/json" `
            -Body ([System.Text.Encoding]::UTF8.GetBytes("{`"n`":`"$([char]233)$([char]55357)$([char]56832)`"}"))
            """)
        let draft = imported.draft
        #expect(imported.losses.isEmpty)
        #expect((draft.method, draft.url, draft.query) == ("POST", "https://h/x", [Row("a", "1"), Row("b", "$2")]))
        #expect(
            draft.headers == [
                Row("User-Agent", "Mozilla/5.0 (X11)"), Row("accept", "*/*"), Row("sec-ch-ua", "\"Chromium\";v=\"128\""),
                Row("Cookie", "a=b; c=d\"e"),
            ])
        #expect(draft.body == BodyDraft(kind: .json, json: "{\"n\":\"é😀\"}"))
        #expect(draft.options.redirects.follow == nil)
    }

    @Test func `hand-written commands are read`() throws {
        let imported = try read(
            """
            $headers = @{ Authorization = "Bearer $token"; 'X-It' = 'it''s' }
            $r = Invoke-RestMethod https://h/p -Method Put -Headers $headers -Body @"
            {"a": 1}
            "@ -ContentType application/json -OutFile out.json | Out-Null
            """)
        #expect((imported.draft.method, imported.draft.url) == ("PUT", "https://h/p"))
        #expect(imported.draft.headers == [Row("Authorization", "Bearer {{token}}"), Row("X-It", "it's")])
        #expect(imported.draft.body.json == "{\"a\": 1}")
        #expect(imported.losses == ["-OutFile is omitted", "the text after “|” is omitted"])
    }

    @Test(arguments: ["Invoke-WebRequest", "iwr \"https://h/", "$x = Invoke-WebRequest -Uri"])
    func `broken scripts are refused with a sentence`(_ text: String) {
        #expect(throws: ImportError.self) { try read(text) }
    }

    @Test func `the common options of Wget are read`() throws {
        let imported = try read("wget --header='X-A: 1' --post-data 'a=1' -qO out.html https://h/x?b=2")
        #expect((imported.draft.method, imported.draft.url, imported.draft.query) == ("POST", "https://h/x", [Row("b", "2")]))
        #expect(imported.draft.headers == [Row("X-A", "1")])
        #expect(imported.draft.body.form == [Row("a", "1")])
        #expect(imported.losses == ["-O out.html is omitted"])
        #expect(try read("wget --method=PATCH --body-data={} https://h/").draft.method == "PATCH")
    }

    @Test(arguments: [
        ("curl x", PastedCommand.curl), ("wget x", .wget), ("  iwr x", .powerShell), ("irma", nil), ("https://h/wget", nil), ("$x", nil),
    ])
    func `commands are recognized by their first word`(_ text: String, _ command: PastedCommand?) {
        #expect(PastedCommand(text) == command)
    }

    @Test(
        arguments: [
            (
                #"@{ tags=@("warning","skull"); list="a","b"; objs=@(@{id=1},@{id=2}); one=@("x"); none=@() }"#,
                ["tags": ["warning", "skull"], "list": ["a", "b"], "objs": [["id": 1], ["id": 2]], "one": ["x"], "none": []]
            ),
            ("@(\n@{a=1.5; n=$null}\n@{b='c' + \"d\"}\n)", [["a": 1.5, "n": .null], ["b": "cd"]]),
            ("[ordered]@{a=[string[]]@('b','c')}", ["a": ["b", "c"]]),
            ("@(@{a=1})", ["a": 1]),
        ] as [(String, JSONValue)]) func `lists in hash tables are read`(_ value: String, _ json: JSONValue) throws
    {
        for text in ["$b = \(value) | ConvertTo-Json\n", "$x = \(value)\n$b = $x | ConvertTo-Json -Depth 5\n"] {
            let imported = try read(text + "Invoke-RestMethod http://h/ -Method Post -Body $b -ContentType application/json")
            #expect(try JSONValue(parsing: imported.draft.body.json) == json, "\(imported.draft.body.json)")
        }
    }

    @Test(arguments: ["(ConvertTo-Json $x -Depth 4)", "(ConvertTo-Json -InputObject $x -Compress)", "($x | ConvertTo-Json)"])
    func `a body converted in its place`(_ body: String) throws {
        let imported = try read("$x = @{a=@(1)}\nInvoke-RestMethod http://h/ -Method Post -ContentType application/json -Body \(body)")
        #expect(imported.draft.body.json == #"{"a":[1]}"#)
    }

    @Test func `the members of a table as parameters`() throws {
        let imported = try read(
            """
            $p = @{
              Uri = "http://h/s"
              Method = "post"
              Headers = @{ Title = "Unauthorized"; Tags = "a,b" }
              Body = "x"
              SkipCertificateCheck = $true
            }
            Invoke-RestMethod @p -ContentType text/plain
            """)
        #expect((imported.draft.method, imported.draft.url) == ("POST", "http://h/s"))
        #expect(imported.draft.headers == [Row("Title", "Unauthorized"), Row("Tags", "a,b"), Row("Content-Type", "text/plain")])
        #expect(imported.draft.body.text == "x" && imported.draft.options.tls.verify == false && imported.losses.isEmpty)
        #expect(try read("Invoke-RestMethod http://h/ @other").losses == ["@other is omitted: its parameters are not known"])
    }

    @Test func `headers that are added to a table`() throws {
        let imported = try read(
            """
            $headers = New-Object "System.Collections.Generic.Dictionary[[String],[String]]"
            $headers.Add("X-A", "1")
            $headers["X-B"] = "2"
            $headers.'X-C' = "no"
            $base = "http://h"
            $response = Invoke-RestMethod "$base/a/$($id)" -Method 'GET' -Headers $headers -Body @{ q = "b c" }
            $response | ConvertTo-Json
            """)
        #expect((imported.draft.method, imported.draft.url, imported.draft.query) == ("GET", "http://h/a/{{id}}", [Row("q", "b+c")]))
        #expect(imported.draft.headers == [Row("X-A", "1"), Row("X-B", "2")])
    }

    @Test func `a script sets the variables of each command before it`() throws {
        let text = """
            <#
              .EXAMPLE
              don't send: Invoke-RestMethod http://no/
            #>
            param([string]$Base = "http://h")
            function Send {
                # Sign in
                $body = @{ user = "a" } | ConvertTo-Json
                $token = (Invoke-RestMethod -Uri "http://h/login" -Method Post -Body $body -ContentType "application/json").token
            }

            # List
            $headers = @{ Authorization = "Bearer " + $token }
            try { $r = Invoke-WebRequest -Uri http://h/list -Headers $headers | Select-Object Content } catch { Write-Host "it's $_" }
            $body = "two"
            $body | irm $Base/c -Method Put -ContentType text/plain
            Invoke-RestMethod -Method Get
            """
        let result = try Importer().read(name: "a.ps1", bytes: Array(text.utf8))
        let drafts = result.collections[0].requests.map(\.request.draft)
        #expect(drafts.map(\.name) == ["Sign in", "List", "PUT /c"])
        #expect(drafts.map(\.url) == ["http://h/login", "http://h/list", "http://h/c"])
        #expect(drafts.map(\.method) == ["POST", "GET", "PUT"])
        #expect(drafts[0].body.json == #"{"user":"a"}"#)
        #expect(drafts[1].headers == [Row("Authorization", "Bearer {{token}}")])
        #expect(drafts[2].body.text == "two")
        #expect(result.issues.map(\.severity) == [.lost, .failed] && result.issues.map(\.place) == [.line(14), .line(17)])
    }

    @Test func `commands of curl and of PowerShell in one file`() throws {
        let text = """
            # One
            curl.exe -X POST http://h/1 `
              -d "a=1"
            # Two
            $p = @{ Uri = 'http://h/2' }
            Invoke-RestMethod @p
            """
        let result = try Importer().read(name: "a.ps1", bytes: Array(text.utf8))
        let drafts = result.collections[0].requests.map(\.request.draft)
        #expect(drafts.map(\.name) == ["One", "Two"] && drafts.map(\.url) == ["http://h/1", "http://h/2"])
        #expect(drafts[0].body.form == [Row("a", "1")])
    }
}
