import Screen

/// The commands of the request, as a person runs them.
enum RequestScenarios {
    static let all = [tables, tabs, texts, kinds, sending]

    private static func opened(_ description: String) -> CommandScenario {
        CommandScenario(description: description).typing("j\r", sees: .text("┏2 Ask"))
    }

    private static let tables = opened("the rows of a table")
        .typing("H", runs: "request.tab.headers", sees: .text("[x] X-One"))
        .typing("e", runs: "request.edit", sees: .text(" EDIT ")).escaping(from: " EDIT ")
        .typing(" ", runs: "request.toggleRow", sees: .text("[ ] X-One"))
        .typing("u", runs: "request.undo", sees: .text("[x] X-One"))
        .typing("U", runs: "request.redo", sees: .text("[ ] X-One")).typing("u", sees: .text("[x] X-One"))
        .typing("D", runs: "request.duplicateRow", sees: .text("Headers 3"))
        .typing("d", runs: "request.deleteRow", sees: .text("Headers 2"))
        .typing("K", runs: "request.moveRowUp", sees: .order("X-Two", "X-One"))
        .typing("J", runs: "request.moveRowDown", sees: .order("X-One", "X-Two"))
        .typing("aZz1", runs: "request.addRow", sees: .text("[x] Zz1")).escaping(from: " EDIT ")
        .typing("yn", sees: .text("Headers 3"))
        .typing("B", runs: "request.editRowsAsText", sees: .text("X-One: 1")).escaping(from: " EDIT ")
        .typing("yc", runs: "request.copyAsCurl", sees: .text("Copied the request as curl ("))
        .typing("p", runs: "application.paste", sees: .text("The curl command is a request now"))

    private static let tabs = opened("the tabs of the request")
        .typing("Q", runs: "request.tab.params", sees: .text("Add a parameter"))
        .typing("]", runs: "request.nextTab", sees: .text("Add a header"))
        .typing("[", runs: "request.previousTab", sees: .text("Add a parameter"))
        .finding("Show the authentication", runs: "request.tab.auth", sees: .text("Press A to choose"))
        .finding("Show the body", runs: "request.tab.body", sees: .text(#"{"a": [1, 1]}"#))
        .typing("O", runs: "request.tab.options", sees: .text("Time-out (s)"))
        .typing("vamine", runs: "request.variables", sees: .text("Options 1")).escaping(from: " EDIT ")
        .typing("T", runs: "request.tab.tests", sees: .text("Captures:"))
        .finding("Show the scripts", runs: "request.tab.scripts", sees: .text("Before sending: kept"))
        .finding("Show the docs", runs: "request.tab.docs", sees: .text("Tags: words"))
        .typing("X", runs: "request.tab.text", sees: .text("# @name Ask"))
        .pressing(.control("l"), sees: .text(" EDIT ")).escaping(from: " EDIT ")
        .typing("i", runs: "request.explain", sees: .text("{{name}} = x, from collection First"))
        .pressing(.control("l"), sees: .text(" EDIT ")).typing("http://h/{{lost}}", sees: .text("not defined"))
        .escaping(from: " EDIT ").typing("H", sees: .text("X-One"))
        .typing("gp", runs: "request.showFault", sees: .text("URL: {{lost}} is not defined"))

    private static let texts = opened("the text of the body")
        .finding("Show the body", runs: "request.tab.body", sees: .text(" 1:1 "))
        .typing("=", runs: "request.format", sees: .text("    1,"))
        .typing("V", runs: "request.validate", sees: .text("is well-formed"))
        .typing("/1", runs: "request.find", sees: .text("1 of 2")).typing("\r", sees: .gone("1 of 2"))
        .typing("n", runs: "request.findNext", sees: .text(" 4:6 "))
        .typing("N", runs: "request.findPrevious", sees: .text(" 3:6 "))
        .typing("r1\t7", runs: "request.replace", sees: .text("Replace 7"))
        .finding("Replace the place", runs: "request.replaceOne", sees: .text("    7,"))
        .finding("Replace all places", runs: "request.replaceAll", sees: .gone("1 of ")).escaping(from: "Replace").escaping(from: " EDIT ")
        .pressing(.control("s"), runs: "request.save", sees: .text("Saved collections/first/ask.request.json"))

    private static let kinds = opened("kinds of request")
        .typing("mPUT\r", runs: "request.method", sees: .text("PUT ▾"))
        .typing("bxml\r", runs: "request.bodyKind", sees: .text("Body xml")).escaping(from: " EDIT ")
        .typing("Abasic\r", runs: "request.authKind", sees: .text("Auth basic")).escaping(from: " EDIT ")
        .typing("Aoauth2\r", sees: .text("Auth oauth2")).escaping(from: " EDIT ")
        .finding("Log out: forget", runs: "request.logOut", sees: .text("Not logged out: auth clientID: is empty"))

    private static let sending = opened("sending the request")
        .pressing(.function(7), runs: "request.preview", sees: .text("Will be sent")).escaping(from: "Will be sent")
        .typing("yC", runs: "request.copyAsCurlWithSecrets", sees: .text("with its secrets"))
        .pressing(.function(2), runs: "request.rename", sees: .text("Rename the request")).escaping(from: "Rename the request")
        .finding("Ask again for secrets", runs: "request.forgetAnswers", sees: .text("will be asked for again"))
        .pressing(.function(5), runs: "request.send", sees: .text("200 OK"))
        .typing("Takept\tstatus", sees: .text("status")).escaping(from: " EDIT ")
        .typing("t", runs: "request.runTests", sees: .text("✓ kept"))
        .typing("4.", runs: "application.sendAgain", sees: .times("200 POST", 2))
}
