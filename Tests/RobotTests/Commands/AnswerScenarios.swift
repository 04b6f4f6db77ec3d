import Screen

/// The commands of the answer and of the history, as a person runs them.
enum AnswerScenarios {
    static let all = [looking, folding, asking, taking, history]

    private static func answered(_ description: String) -> CommandScenario {
        CommandScenario(description: description).typing("j\r", sees: .text("┏2 Ask"))
            .pressing(.function(5), sees: .text("200 OK")).typing("3", sees: .text("┏3 200 OK"))
    }

    private static let looking = answered("looking at the answer")
        .typing("]", runs: "response.nextTab", sees: .text("[Headers]")).typing("[", runs: "response.previousTab", sees: .text("[Body]"))
        .typing("t", runs: "response.nextForm", sees: .text(#"1 {"name":"pilot""#)).typing("ttt", sees: .text(#"2     "name": "pilot""#))
        .typing("w", runs: "response.wrap", sees: .text("Long lines are wrapped"))
        .typing("w", sees: .text("Long lines are not wrapped"))
        .typing("/k\r", runs: "response.search", sees: .text("1 of 2"))
        .typing("n", runs: "response.nextMatch", sees: .text("2 of 2"))
        .typing("N", runs: "response.previousMatch", sees: .text("1 of 2"))
        .typing("T", runs: "response.chooseReading", sees: .text("Read the body")).escaping(from: "Read the body")
        .typing("gp", runs: "response.showProblem", sees: .text("nothing is wrong in it"))
        .typing("M", runs: "response.parts", sees: .text("Parts of a multipart body, lines"))
        .typing("gl19\r", runs: "response.goToLine", sees: .text(".a.b.c.d.e.f.g"))
        .pressing(.function(9), runs: "response.showChain", sees: .text("[Trace]"))

    private static let folding = answered("folding the answer")
        .typing("C", runs: "response.foldAll", sees: .gone("needle")).typing("E", runs: "response.unfoldAll", sees: .text("needle"))
        .typing("g2", runs: "response.foldTo2", sees: .gone("needle")).typing("E", sees: .text("needle"))
        .typing("g3", runs: "response.foldTo3", sees: .gone("needle")).typing("E", sees: .text("needle"))
        .typing("g4", runs: "response.foldTo4", sees: .gone("needle")).typing("E", sees: .text("needle"))
        .typing("g5", runs: "response.foldTo5", sees: .gone("needle")).typing("E", sees: .text("needle"))
        .typing("g6", runs: "response.foldTo6", sees: .gone("needle")).typing("E", sees: .text("needle"))
        .typing("gg ", runs: "response.toggleFold", sees: .gone("needle")).typing(" ", sees: .text("needle"))
        .typing("h", runs: "response.foldIn", sees: .gone("needle")).typing("l", runs: "response.foldOut", sees: .text("needle"))

    private static let asking = answered("asking the answer")
        .typing("|.rows\r", runs: "response.query", sees: .gone("needle"))
        .typing("ttt", sees: .text("k   v"))
        .typing("S", runs: "response.sortColumn", sees: .text("▲k"))
        .typing("H", runs: "response.hideColumn", sees: .gone("▲k"))
        .typing("A", runs: "response.showColumns", sees: .text("▲k"))
        .pressing(Key(.backspace), runs: "response.closeQuery", sees: .text("needle"))

    private static let taking = answered("taking the answer elsewhere")
        .typing("yb", runs: "response.copyBody", sees: .text("Copied the body"))
        .typing("yh", runs: "response.copyHeaders", sees: .text("Copied the headers"))
        .typing("yu", runs: "response.copyURL", sees: .text("Copied the URL"))
        .typing("yc", runs: "response.copyAsCurl", sees: .text("Copied the request as curl"))
        .typing("jyk", runs: "response.copyKey", sees: .text("Copied the key (4 characters"))
        .typing("yp", runs: "response.copyPath", sees: .text("Copied the path (5 characters"))
        .typing("yj", runs: "response.copyJSONPath", sees: .text("Copied the path (6 characters"))
        .typing("yy", runs: "response.copyLine", sees: .text("Copied the value (7 characters"))
        .typing("s", runs: "response.save", sees: .text("Save the body to")).escaping(from: "Save the body to")
        .typing("gs", runs: "response.saveValue", sees: .text("Save the value")).escaping(from: "Save the value")
        .typing("o", runs: "response.openOutside", sees: .text("xdg-open"))
        .typing("P", runs: "response.pin", sees: .text("◆"))
        .typing("R", runs: "response.replay", sees: .times("200 POST", 2))

    private static let history = answered("the history")
        .typing("|.rows\r", sees: .gone("needle"))
        .pressing(.function(8), runs: "history.focus", sees: .text("┏4 History"))
        .typing("\r", runs: "history.open", sees: .text("needle"))
        .pressing(.function(8), sees: .text("┏4 History"))
        .typing("P", runs: "history.pin", sees: .text("◆")).typing("P", sees: .gone("◆"))
        .typing("R", runs: "history.replay", sees: .times("200 POST", 2))
        .typing("r", runs: "history.resolveAnew", sees: .times("200 POST", 3))
        .pressing(.function(8), sees: .text("┏4 History"))
        .typing("d", runs: "history.delete", sees: .times("200 POST", 2))
        .typing("u", runs: "history.undelete", sees: .times("200 POST", 3))
        .typing("d", sees: .times("200 POST", 2))
        .typing("/zzz", runs: "history.filter", sees: .times("200 POST", 0)).escaping(from: " EDIT ")
        .typing("e", runs: "history.edit", sees: .text("┏2"))
}
