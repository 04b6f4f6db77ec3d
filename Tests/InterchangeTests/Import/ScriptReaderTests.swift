import JSON
import Testing
import Workspace

@testable import Interchange

/// Captures and assertions in scripts of other programs.
@Suite struct ScriptReaderTests {
    @Test(arguments: [
        ("client.global.set(\"t\", response.body.data.token);", "t", "body", ".data.token"),
        ("client.global.set('t', jsonPath(response.body, '$.a[0].b'))", "t", "body", "$.a[0].b"),
        ("pm.environment.set(\"t\", pm.response.json().token)", "t", "body", ".token"),
        (
            "// a\nconst json = pm.response.json();\nconst t = json.a['b-c'];\npm.collectionVariables.set('t', t);", "t", "body",
            ".a.\"b-c\""
        ),
        ("var d = JSON.parse(responseBody)\npostman.setEnvironmentVariable('t', d.items[0].id)", "t", "body", ".items[0].id"),
        (
            "pm.test('ok', () => {\n  pm.response.to.have.status(200);\n});\npm.globals.set('t', pm.response.headers.get('X-T'));", "t",
            "header", "X-T"
        ),
        ("bru.setEnvVar('t', res.body.t)", "t", "body", ".t"), ("pm.environment.set('t', pm.response.code)", "t", "status", ""),
        ("if (pm.response.code === 200) { pm.environment.set('t', pm.response.json().a) }", "t", "body", ".a"),
        ("const response = pm.response.json(); pm.environment.set('t', response.status)", "t", "body", ".status"),
        ("pm.test('a', () => { const j = pm.response.json(); pm.environment.set('t', j.a) })", "t", "body", ".a"),
        ("pm.sendRequest('http://h')\npm.environment.set('t', pm.response.json().a)", "t", "body", ".a"),
        ("var user = pm.response.json().user || {};\npm.globals.set('t', user.token)", "t", "body", ".user.token"),
        ("const { token, other } = pm.response.json();\npm.variables.set('t', token)", "t", "body", ".token"),
        ("pm.environment.set('t', pm.response.text())", "t", "body", ""),
    ])
    func `a script that sets variables`(_ script: String, _ variable: String, _ source: String, _ query: String) throws {
        #expect(ScriptReader(script).captures == [Capture(variable: variable, from: source, query: query)])
    }

    @Test(arguments: [
        "", "if (x) { pm.environment.set('t', pm.response.json().a) } else { b() }", "pm.environment.set('t', 'text')",
        "pm.environment.set('t', json.a)", "function f() { pm.environment.set('t', pm.response.json().a) }",
        // A value that is missing would be a failure.
        "if (x) { pm.environment.set('t', pm.response.json().a) }", "if (a) return; pm.environment.set('t', pm.response.json().a)",
        "if (pm.response.code === 200) { pm.environment.set('t', res.body.a) }\nif (pm.response.code === 200) { pm.environment.set('t', other) }",
        "const res = f(); pm.environment.set('t', res.status)",
        // Later statements change the variable, or what its value is made of.
        "pm.environment.set('t', pm.response.json().a)\npm.environment.unset('t')",
        "let j = pm.response.json(); j = other(j); pm.environment.set('t', j.a)",
        "let j = pm.response.json(); j.a = 1; pm.environment.set('t', j.a)",
        "pm.environment.set('t', pm.response.json().a + 'x')", "pm.environment.set('t', pm.response.json().find(x => x.a))",
        "pm.environment.set(n, pm.response.json().a)", "pm.environment.set('t', pm.response.json().a.length)",
        "pm.environment.set(`t_${n}`, pm.response.json().a)", "client.global.set('t', jsonPath(response.body, `$.a[${n}]`))",
        "pm.environment.set('t', pm.response.json().a || 'x')", "pm.environment.set('t', pm.response.json().a ?? 'x')",
        "pm.environment.set('t', pm.response.json().a ? 1 : 2)", "pm.environment.set('t', pm.response.json().a[n])",
        "pm.environment.set('t', pm.response.headers.get(`X-${n}`))",
    ])
    func `a script that sets something else`(_ script: String) { #expect(ScriptReader(script).captures == []) }

    @Test(arguments: [
        ("pm.test('Status code is 200', function () { pm.response.to.have.status(200); });", ["status equals 200"]),
        ("pm.test(\"s\", () => pm.response.to.have.status(201))", ["status equals 201"]),
        ("tests['ok'] = responseCode.code === 200;\ntests[\"t\"] = responseTime < 500", ["status equals 200", "time lessThan 500"]),
        ("const a = pm.response.json().article;\ntests['x'] = a.hasOwnProperty('slug')", ["body $.article[\"slug\"] exists null"]),
        (
            "pm.test('a', () => { const j = pm.response.json(); pm.expect(j.a[0].b).to.eql('x'); pm.expect(j.n).to.be.above(3) })",
            ["body .a[0].b equals \"x\"", "body .n greaterThan 3"]
        ),
        ("pm.expect(pm.response.json().id).to.equal(pm.environment.get('id'))", ["body .id equals \"{{id}}\""]),
        ("pm.expect(pm.response.json()).to.be.an('array')", ["body $ isType \"array\""]),
        ("pm.expect(pm.response.json().items.length).to.eql(2)", ["body .items hasLength 2"]),
        ("pm.expect(pm.response.json().a.length).to.be.above(0)", ["body .a | length greaterThan 0"]),
        (
            "pm.expect(pm.response.json().a).to.not.eql(undefined); pm.expect(pm.response.json().b).to.be.null",
            ["body $.a exists null", "body $.b equals null"]
        ),
        ("pm.expect(pm.response.text()).to.include('hello')", ["body contains \"hello\""]),
        ("tests['b'] = responseBody.has('x') && responseCode.code != 500", ["body contains \"x\"", "status notEquals 500"]),
        ("pm.response.to.have.header('X-A'); pm.response.to.be.ok", ["header X-A exists null", "status equals 200"]),
        ("pm.response.to.have.header('Content-Type', 'text/html')", ["header Content-Type equals \"text/html\""]),
        ("pm.expect(pm.response.code).to.be.oneOf([200, 201])", ["status matches \"^(?:200|201)$\""]),
        ("pm.expect(pm.response.headers.get('Location')).to.match(/^\\/a\\/\\d+$/i)", [#"header Location matches "(?i)^\\/a\\/\\d+$""#]),
        ("pm.expect(pm.response.json()).to.have.property('a', 1)", ["body .\"a\" equals 1"]),
        ("client.test('a', function() { client.assert(response.status === 200, 'no') })", ["status equals 200"]),
        (
            "test('a', function() { expect(res.getStatus()).to.equal(200); expect(res.body.a).to.be.a('string') })",
            ["status equals 200", "body .a isType \"string\""]
        ),
        ("insomnia.test('a', () => { insomnia.expect(insomnia.response.code).to.eql(200) })", ["status equals 200"]),
    ])
    func `a script that checks the response`(_ script: String, _ checks: [String]) {
        let reader = ScriptReader(script)
        #expect(reader.assertions.map { "\($0.subject) \($0.predicate) \($0.value.compactText)" } == checks)
        #expect(!reader.leavesCode && !ScriptReader.leaves(script))
    }

    /// What cannot be said as an assertion stays, and nothing else is made of it.
    @Test(arguments: [
        // Statements that are not always executed.
        "pm.test('s', () => { if (pm.response.code === 404) return; pm.expect(pm.response.json().a).to.eql(1) })",
        "if (a)\n  pm.response.to.have.status(200)\nelse\n  pm.response.to.have.status(201)",
        "for (const a of b)\n  pm.expect(res.body.a).to.eql(1)",
        "tests['s'] = responseCode.code === 200\n  || responseCode.code === 201",
        "const f = () =>\n  pm.expect(pm.response.json().a).to.eql(1)",
        "if (/\\)/.test(pm.response.text())) {\n  pm.response.to.have.status(200)\n}", "while (a) { pm.response.to.have.status(200) }",
        // Names that mean something else.
        "const res = f(); pm.expect(res.status).to.eql(1)", "let d = pm.response.json(); if (a) { d = d[0]; } pm.expect(d.id).to.eql(1)",
        "let d = pm.response.json(); pm.test('p', () => { d = d.data; other() }); pm.expect(d.id).to.eql(1)",
        "const j = pm.response.json(); j.words.sort(); pm.expect(j.words[0]).to.eql(1)",
        "pm.expect(pm.response.json().id).to.not.eql(pm.environment.get('id')); pm.environment.set('id', pm.response.json().id)",
        // Other meanings.
        "pm.expect(pm.response.json().a).to.include({\"k\": 1})", "pm.response.to.be.json",
        "pm.expect(pm.response.code).to.be.oneOf([null, 200])",
        "pm.expect(pm.response.json().a).to.be.ok",
        "if (pm.response.code === 200) { pm.test('a', () => { pm.expect(pm.response.json().a).to.eql(1) }) }",
        "pm.test('a', () => { pm.expect(pm.response.json().a).to.eql(other) })", "pm.expect(pm.response.json().a).to.not.be.above(3)",
        "pm.expect(pm.response.json().a).to.be.closeTo(1, 2)", "tests['a'] = true", "tests['a'] = x || responseCode.code === 200",
        "pm.expect(f(pm.response.json())).to.eql(1)", "pm.response.to.have.status('OK')", "pm.expect(pm.response.json().a).to.be.empty()",
        "let j = pm.response.json(); j = f(j); pm.expect(j.a).to.eql(1)", "pm.expect(pm.response.json().a).to.eql(1 + 1)",
        "pm.test(`a ${b}`, () => { pm.response.to.have.status(200) })", "pm.expect(pm.response.json().a)", "// > ./check.js",
    ])
    func `a script with unknown checks is kept`(_ script: String) {
        #expect(ScriptReader(script).assertions == [] && ScriptReader.leaves(script))
    }

    @Test func `a regular expression with slashes does not hide later checks`() {
        let script = "pm.expect(pm.response.text()).to.match(/^https?:\\/\\//);\npm.test('s', () => pm.response.to.have.status(200))"
        #expect(ScriptReader(script).assertions.map(\.predicate) == ["matches", "equals"])
    }

    @Test(arguments: [
        ("pm.environment.set('t', Date.now())", false), ("const a = b.split('x'); /c/.test(a)", false),
        ("pm.test('a', () => { f() })", true), ("expect(f()).to.eql(1)", true),
    ])
    func `tests that are not run are known`(_ script: String, _ isTest: Bool) {
        #expect(ScriptReader(script).leavesTests == isTest && ScriptReader(script).leavesCode)
    }

    @Test func `reading a hostile script ends`() {
        for text in [
            "pm.test('a', () => {", "if (a) {", "tests['a'] = ", "pm.expect(", "a = b", "((((", "'", "/", "[",
            "pm.expect(res.body).to.eql([[",
        ] {
            let script = String(repeating: text, count: 4000).prefix(50_000)
            #expect(ScriptReader(String(script)).assertions.isEmpty)
        }
    }

    @Test func `an export does not repeat the checks that the script makes`() throws {
        var draft = RequestDraft(name: "a", url: "http://h/")
        draft.scripts.after = "pm.test('s', () => pm.response.to.have.status(200));\npm.environment.set('t', pm.response.json().t);"
        let script = draft.scripts.after
        var readings = ScriptReadings()
        draft.addChecksOfScript(&readings)
        #expect(draft.assertions.map(\.subject) == ["status"] && draft.captures.map(\.variable) == ["t"])
        #expect(ScriptChecks.postman.added(to: draft).scripts.after == script)
        draft.assertions.append(Assertion(subject: "time", predicate: "lessThan", value: .number(9)))
        let exported = ScriptChecks.postman.added(to: draft)
        #expect(exported.scripts.after.hasPrefix(script + "\n// Captures"))
        var again = exported
        again.addChecksOfScript(&readings)
        #expect(again.scripts.after == script && Set(again.assertions.map(\.subject)) == ["status", "time"])
    }

    @Test func `an import reads equal scripts once`() throws {
        let event = #"[{"listen": "test", "script": {"exec": ["pm.environment.set(\"t\", pm.response.json().token)", "run()"]}}]"#
        let items = (1...5).map { #"{"name": "\#($0)", "event": \#(event), "request": {"url": "http://h/"}}"# }
        let text = #"{"info": {"name": "C"}, "item": [\#(items.joined(separator: ","))]}"#
        var context = ImportContext(file: "c.json", limits: ImportLimits())
        let source = try ImportSource(name: "c.json", bytes: Array(text.utf8), limits: ImportLimits())
        let content = try ImportFormat.postman.read(source, &context)
        context.reportScripts(of: content.collections)
        #expect(content.collections[0].requests.map(\.request.draft.captures.count) == [1, 1, 1, 1, 1])
        #expect(context.issues.last?.what.hasPrefix("5 scripts") == true)
        #expect(context.scriptReadings.known.count == 1)
    }

    @Test func `a run reads equal scripts once`() {
        var readings = ScriptReadings()
        let scripts = [String](repeating: "pm.test('a', () => { call() })", count: 5) + ["", "console.log('a')"]
        let drafts = scripts.map { RequestDraft(name: "a", url: "http://h/", scripts: Scripts(after: $0)) }
        let found = drafts.map { readings.leavesTests(of: $0) }
        #expect(found == [true, true, true, true, true, false, false])
        #expect(readings.known.count == 2)
    }
}
