import Screen

/// The commands of windows, as a person runs them.
enum WindowScenarios {
    static let all = [rows, secrets, cookies, reading, preview, comparison, running, saving]

    private static let rows = CommandScenario(description: "the tables of a window")
        .typing("gEstaging\r", runs: "window.accept", sees: .text("Environment “staging”")).escaping(from: " EDIT ")
        .typing("]", runs: "table.nextTab", sees: .tab("Variables")).typing("[", runs: "table.previousTab", sees: .tab("Server"))
        .typing("]", sees: .tab("Variables"))
        .typing("aZz1", runs: "table.add", sees: .text("[x] Zz1")).escaping(from: " EDIT ")
        .typing("D", runs: "table.duplicate", sees: .times("] Zz1", 2)).typing("d", runs: "table.delete", sees: .times("] Zz1", 1))
        .typing("u", runs: "table.undo", sees: .times("] Zz1", 2)).typing("U", runs: "table.redo", sees: .times("] Zz1", 1))
        .typing(" ", runs: "table.toggle", sees: .text("[ ] Zz1"))
        .typing("aYy2", sees: .text("Yy2")).escaping(from: " EDIT ")
        .typing("K", runs: "table.moveUp", sees: .order("Yy2", "Zz1")).typing("J", runs: "table.moveDown", sees: .order("Zz1", "Yy2"))
        .typing("/Yy", runs: "table.filter", sees: .gone("Zz1")).escaping(from: " EDIT ")
        .typing("e3", runs: "table.edit", sees: .text("Yy23")).escaping(from: " EDIT ")
        .typing("?", runs: "table.menu", sees: .text("Duplicate row")).escaping(from: "Duplicate row")
        .pressing(.control("s"), runs: "table.save", sees: .gone("Environment “staging”"))
        .typing("ge", sees: .text("Environment “staging”")).typing("q", runs: "table.close", sees: .gone("Environment “staging”"))

    private static let secrets = CommandScenario(description: "secrets of an environment")
        .typing("gEstaging\r", sees: .text("Environment “staging”")).escaping(from: " EDIT ").typing("]]", sees: .tab("Secrets"))
        .typing("aZz1", sees: .text("Zz1")).escaping(from: " EDIT ")
        .typing("v", runs: "table.secretValue", sees: .text("Value of Zz1")).escaping(from: "Value of Zz1")

    private static let cookies = CommandScenario(description: "the cookie jar")
        .typing("gc", sees: .text("Cookie jar")).typing("anew.example\t\tn", sees: .text("new.example")).escaping(from: " EDIT ")
        .typing("x", runs: "table.deleteDomain", sees: .gone("new.example")).typing("u", sees: .text("new.example"))
        .typing("X", runs: "table.deleteAll", sees: .text("Empty the jar")).typing("d", sees: .gone("new.example"))

    private static let reading = CommandScenario(description: "windows to read")
        .pressing(.function(1), sees: .text("All keys")).typing("/theme", runs: "help.filter", sees: .gone("Toggle favorite"))
        .escaping(from: " EDIT ").pressing(Key(.escape), runs: "window.close", sees: .gone("All keys"))
        .typing("r", sees: .text("Rename “")).pressing(.function(1), runs: "window.keys", sees: .text("Keys of this window"))
        .typing("q", runs: "text.close", sees: .gone("Keys of this window"))

    private static let preview = CommandScenario(description: "the preview of a request")
        .typing("j\r", sees: .focus("2 Ask")).pressing(.function(7), sees: .text("Request preview"))
        .typing("y", runs: "report.copy", sees: .text("Copied the request as curl"))
        .pressing(.function(7), runs: "report.close", sees: .gone("Request preview"))
        .pressing(.function(7), sees: .text("Request preview")).typing("Y", runs: "report.copyOpen", sees: .text("as curl"))
        .pressing(.function(5), runs: "report.send", sees: .text("200 OK"))

    private static let comparison = CommandScenario(description: "a comparison")
        .typing("j\r", sees: .focus("2 Ask")).pressing(.function(5), sees: .text("200 OK"))
        .typing("3", sees: .focus("3")).typing("R", sees: .times("200 POST", 2))
        .typing("=", sees: .text("Body, JSON by structure"))
        .typing("t", runs: "comparison.sides", sees: .text("No differences"))
        .typing("n", runs: "comparison.next", sees: .text("No differences"))
        .typing("N", runs: "comparison.previous", sees: .text("No differences"))
        .typing("I", runs: "comparison.ignoreMore", sees: .text("ignoring times"))
        .typing("x", runs: "comparison.ignoreNothing", sees: .gone("ignoring times"))
        .typing("i", runs: "comparison.ignore", sees: .text("by their path"))
        .typing("\r", runs: "comparison.unfold", sees: .text("No differences"))
        .typing("y", runs: "comparison.copyPatch", sees: .text("JSON Patch")).typing("Y", runs: "comparison.copyDiff", sees: .text("diff"))

    private static let running = CommandScenario(description: "a run of requests")
        .typing("R", runs: "tree.run", sees: .text("Run 3 requests of “First”?"))
        .typing("o", sees: .text("Requests at once")).typing("\t\t\t60000\r\r\r", sees: .text("Run 3 requests of “First”?"))
        .typing("r", sees: .text("Waiting for the first response")).typing("x", runs: "run.stop", sees: .text("Run of “First” stopped"))
        .typing("r", runs: "run.again", sees: .text("Run 3 requests of “First”?")).typing("c", sees: .gone("Run 3 requests"))
        .typing("j", sees: .focus("1 Collections")).typing("R", sees: .text("Run 1 request of “Ask”?"))
        .typing("r", sees: .text("Ran “Ask”")).typing("f", runs: "run.failures", sees: .text("failures only"))
        .typing("f", sees: .gone("failures only"))
        .typing("\r", runs: "run.open", sees: .text("200 OK"))
        .finding("run.show", runs: "run.show", sees: .text("Ran “Ask”")).escaping(from: "Ran “Ask”")

    private static let saving = CommandScenario(description: "saving a new request")
        .pressing(.control("n"), sees: .text("EDIT")).typing("http://h/", sees: .text("http://h/"))
        .pressing(.control("s"), sees: .text("Folder: First"))
        .pressing(Key(.tab), runs: "prompt.folder", sees: .text("Save in")).escaping(from: "Save in")
}
