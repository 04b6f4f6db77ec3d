import JSON
package import Workspace

/// Reads the captures and assertions in a script that checks a response, in the notation of Postman, JetBrains' client, Bruno or Insomnia.
///
/// A statement that is not known is left out. It takes with it what it may change: captures of variables that it names, and constants that
/// it assigns.
struct ScriptReader {
    private(set) var captures: [Capture] = []
    private(set) var assertions: [Assertion] = []
    /// True if the script has statements that neither captures nor assertions replace.
    private(set) var leavesCode = false
    /// True if one of these statements contains a test.
    private(set) var leavesTests = false
    /// Expressions by the names of constants.
    private var constants: [String: String] = [:]
    /// The names that the script declares: they are not the objects that its program defines.
    private let declared: Set<String>
    /// The number of tests and conditions around the statement.
    private var depth = 0
    /// True where a statement is not always executed: within a condition, or after a statement that can end the script.
    private var isConditional = false
    /// True within the function of a test.
    private var isInTest = false
    /// True within a condition on the status only.
    private var isForSuccess = false

    /// - Parameter before: the script that runs before the request; assertions cannot use the variables that it sets.
    init(_ script: String, before: String = "") {
        declared = Self.rootNames.filter { name in
            ["const ", "let ", "var "].contains { keyword in
                script.ranges(of: keyword + name).contains { script[$0.upperBound...].first.map(ScriptText.isOfName) != true }
            }
        }
        guard script.utf8.count <= Self.limit else {
            (leavesCode, leavesTests) = (Self.hasCode(script), Self.hasTest(script))
            return
        }
        read(script)
        let both = before + script
        // Captures are made before assertions are checked, and the script before is not run.
        let isOfScript: (Assertion) -> Bool = { assertion in
            Template(assertion.value.string ?? "").names.contains { name in
                Self.setters.contains { setter in "\"'`".contains { both.contains("\(setter)\($0)\(name)\($0)") } }
            }
        }
        if assertions.contains(where: isOfScript) { (leavesCode, leavesTests) = (true, true) }
        assertions.removeAll(where: isOfScript)
    }

    /// True for a script with code that captures and assertions do not replace.
    static func leaves(_ script: String) -> Bool { hasCode(script) && ScriptReader(script).leavesCode }

    fileprivate static func hasCode(_ script: String) -> Bool {
        script.textLines.contains { line in
            let line = line[...].trimmingBlanks
            // A comment may be a reference to a script in another file.
            return !line.isEmpty && (!line.hasPrefix("//") || line.hasPrefix("// > ") || line.hasPrefix("// < "))
        }
    }

    /// True if a text calls a function of tests; `x.split(` and `/a/.test(` are none.
    private static func hasTest(_ text: String) -> Bool {
        let calls = tests + ["tests[", "expect(", "pm.expect(", "insomnia.expect(", "client.assert("]
        return text.contains(".response.to.")
            || calls.contains { call in
                text.ranges(of: call).contains { text[..<$0.lowerBound].last.map { ScriptText.isOfName($0) || $0 == "." } != true }
            }
    }

    private static let limit = 50_000
    private static let depthLimit = 8
    private static let constantLimit = 200

    // MARK: Statements

    private mutating func read(_ script: String) {
        if script.textLines.contains(where: { $0.hasPrefix("// > ") || $0.hasPrefix("// < ") }) { leavesCode = true }
        for statement in ScriptText.statements(of: script) where !parse(statement) { forget(statement) }
    }

    /// Takes a statement; false if it is not known.
    private mutating func parse(_ statement: String) -> Bool {
        if let test = Self.tests.first(where: statement.hasPrefix) { return parseTest(statement.dropFirst(test.count)) }
        defer { if ScriptText.mayExit(statement) { isConditional = true } }
        if Self.messages.contains(where: statement.hasPrefix) { return !Self.sets(statement) }
        if statement.hasPrefix("if") { return parseIf(statement) }
        if let setter = Self.setters.first(where: statement.hasPrefix) { return parseSetter(statement.dropFirst(setter.count)) }
        if let check = parseCheck(statement) {
            // A check that depends on a condition would fail whenever the condition does not hold.
            guard !isConditional else { return false }
            for assertion in check where !assertions.contains(assertion) { assertions.append(assertion) }
            return true
        }
        return parseConstant(statement)
    }

    /// Leaves out a statement, and the variables that it may change.
    private mutating func forget(_ statement: String) {
        leavesCode = true
        if isInTest || Self.hasTest(statement) { leavesTests = true }
        captures.removeAll { capture in "\"'`".contains { statement.contains("\($0)\(capture.variable)\($0)") } }
        forgetConstants(changedBy: statement)
    }

    private mutating func forgetConstants(changedBy text: String) {
        for name in constants.keys where ScriptText.changes(name, in: text) { constants[name] = nil }
    }

    /// Reads a block. What it declares is known only there, and what it changes is not known after it.
    private mutating func readBlock(_ block: Substring) -> Bool {
        guard depth < Self.depthLimit else { return false }
        let outer = constants
        depth += 1
        read(String(block))
        depth -= 1
        constants = outer
        forgetConstants(changedBy: String(block))
        return true
    }

    private mutating func parseSetter(_ rest: Substring) -> Bool {
        guard rest.hasSuffix(")"), let (name, value) = ScriptText.quoted(rest.dropLast()), value.hasPrefix(","), !name.contains("{{"),
            let expression = expression(value.dropFirst()), let capture = Self.capture(of: expression, as: name)
        else { return false }
        // A capture without a value is a failure, so only the status may be its condition.
        let isKnown = captures.contains { $0.variable == name }
        guard !isConditional || isForSuccess && !isKnown else { return false }
        captures.removeAll { $0.variable == name }
        captures.append(capture)
        return true
    }

    /// Reads `"name", function () { … })` and `"name", () => …)`.
    private mutating func parseTest(_ rest: Substring) -> Bool {
        guard let (_, function) = ScriptText.quoted(rest), function.hasPrefix(","), function.hasSuffix(")") else { return false }
        var body = function.dropFirst().dropLast().trimmingBlanks
        if body.hasPrefix("async ") { body = body.dropFirst(6).trimmingBlanks }
        if body.hasPrefix("function"), let brace = body.firstIndex(of: "{") {
            body = body[brace...]
        } else if let arrow = body.firstRange(of: "=>") {
            body = body[arrow.upperBound...].trimmingBlanks
        } else {
            return false
        }
        if body.hasPrefix("{"), body.hasSuffix("}") { body = body.dropFirst().dropLast() }
        // A statement that ends the test does not end the script.
        let before = (isConditional, isInTest)
        defer { (isConditional, isInTest) = before }
        isInTest = true
        return readBlock(body)
    }

    /// Reads `if (…) { … }`.
    private mutating func parseIf(_ statement: String) -> Bool {
        let condition = statement.dropFirst(2).trimmingBlanks
        guard let (test, rest) = ScriptText.inBrackets(condition) else { return false }
        let block = rest.trimmingBlanks
        guard block.hasPrefix("{"), let (inner, tail) = ScriptText.inBrackets(block), tail.trimmingBlanks.isEmpty else { return false }
        let before = (isConditional, isForSuccess)
        let plain = test.filter { !$0.isWhitespace }
        let isOnStatus = Self.successes.contains(where: plain.hasPrefix) && !test.contains("|")
        isForSuccess = isOnStatus && (!isConditional || isForSuccess)
        isConditional = true
        defer { (isConditional, isForSuccess) = before }
        return readBlock(inner)
    }

    /// The beginnings of conditions that hold for the responses that a request is made for.
    private static let successes = [
        "pm.response.code===200", "pm.response.code==200", "pm.response.code===201", "pm.response.code==201", "pm.response.code<",
        "responseCode.code===200", "responseCode.code==200", "responseCode.code===201", "responseCode.code==201",
        "response.status===200", "response.status==200", "res.status===200", "res.getStatus()===200",
    ]

    /// Reads `const a = …`, `const { a, b } = …` and `a = …`.
    private mutating func parseConstant(_ statement: String) -> Bool {
        let keyword = ["const ", "let ", "var "].first(where: statement.hasPrefix) ?? ""
        let text = statement.dropFirst(keyword.count).trimmingBlanks
        if text.hasPrefix("{"), let (names, rest) = ScriptText.inBrackets(text) {
            let value = rest.trimmingBlanks
            guard value.hasPrefix("="), let root = expression(value.dropFirst()) else { return false }
            for name in names.split(separator: ",").map(\.trimmingBlanks) where name.allSatisfy(ScriptText.isOfName) {
                constants[String(name)] = root + "." + name
            }
            return true
        }
        let name = text.prefix(while: ScriptText.isOfName)
        let rest = text.dropFirst(name.count).trimmingBlanks
        guard !name.isEmpty, rest.hasPrefix("="), !rest.hasPrefix("=="), !rest.hasPrefix("=>"), !ScriptText.mutates(statement),
            constants.count < Self.constantLimit
        else { return false }
        constants[String(name)] = expression(rest.dropFirst())
        return constants[String(name)] != nil
    }

    private static let messages = ["console.log(", "console.info(", "console.warn(", "console.error(", "client.log("]
    private static let tests = ["pm.test(", "client.test(", "insomnia.test(", "test(", "it("]
    private static let setters = [
        "pm.environment.set(", "pm.globals.set(", "pm.collectionVariables.set(", "pm.variables.set(", "postman.setEnvironmentVariable(",
        "postman.setGlobalVariable(", "client.global.set(", "bru.setVar(", "bru.setEnvVar(", "bru.setGlobalEnvVar(",
        "bru.setCollectionVar(",
        "insomnia.environment.set(", "insomnia.baseEnvironment.set(", "insomnia.collectionVariables.set(", "insomnia.variables.set(",
    ]

    /// True if a text contains the call of a setter: `.set` with a bracket or a capital letter after it.
    private static func sets(_ text: String) -> Bool {
        text.ranges(of: ".set").contains { text[$0.upperBound...].first.map { $0 == "(" || $0.isUppercase } ?? false }
    }

    // MARK: Expressions

    /// An expression in which the response is `res` as in Bruno, and its body as text `res.text`; nil for other expressions.
    private func expression(_ text: Substring) -> String? {
        guard !ScriptText.mutates(String(text)) else { return nil }
        var text = text.trimmingBlanks
        if text.utf8.contains(UInt8(ascii: "?")) { text = text.replacing("?.", with: ".").replacing(".[", with: "[")[...] }
        // A default for a value that is missing.
        for other in ["{}", "[]"] where text.hasSuffix("|| " + other) { text = text.dropLast(other.count + 3).trimmingBlanks }
        let start = String(text.prefix(while: ScriptText.isOfName))
        if let constant = constants[start] { return constant + text.dropFirst(start.count) }
        guard !declared.contains(start) else { return nil }
        for (root, name) in Self.roots where text.hasPrefix(root) && !(declared.contains("responseBody") && root.contains("responseBody")) {
            let rest = text.dropFirst(root.count)
            if rest.first.map(ScriptText.isOfName) != true { return name + rest }
        }
        if text.hasPrefix("jsonPath("), text.hasSuffix(")"), let comma = text.firstIndex(of: ",") {
            guard let root = expression(text[..<comma].dropFirst("jsonPath(".count)), root == "res.body" || root == "res.text",
                let (path, rest) = ScriptText.quoted(text[comma...].dropFirst().dropLast()), rest.isEmpty, path.hasPrefix("$")
            else { return nil }
            return path
        }
        if let getter = Self.headerGetters.first(where: text.hasPrefix), text.hasSuffix(")") {
            guard let (name, rest) = ScriptText.quoted(text.dropFirst(getter.count).dropLast()), rest.isEmpty else { return nil }
            return (getter.hasPrefix("pm.cookies") ? "res.cookies." : "res.headers.") + name
        }
        return nil
    }

    private static let rootNames: Set<String> = ["response", "res", "responseTime", "responseBody", "responseCode", "pm", "insomnia"]

    private static let headerGetters = [
        "pm.response.headers.get(", "response.headers.valueOf(", "res.getHeader(", "postman.getResponseHeader(",
        "insomnia.response.headers.get(", "pm.cookies.get(",
    ]

    private static let roots = [
        ("pm.response.json()", "res.body"), ("JSON.parse(responseBody)", "res.body"), ("JSON.parse(pm.response.text())", "res.body"),
        ("pm.response.text()", "res.text"), ("responseBody", "res.text"), ("pm.response.responseTime", "res.responseTime"),
        ("responseTime", "res.responseTime"), ("insomnia.response.json()", "res.body"), ("insomnia.response.code", "res.status"),
        ("response.body", "res.body"), ("res.getBody()", "res.body"), ("res.body", "res.body"),
        ("pm.response.code", "res.status"), ("responseCode.code", "res.status"), ("response.status", "res.status"),
        ("res.getStatus()", "res.status"), ("res.status", "res.status"), ("res.getResponseTime()", "res.responseTime"),
        ("res.responseTime", "res.responseTime"),
    ]

    private static func capture(of expression: String, as name: String) -> Capture? {
        // Lengths cannot be captured.
        guard !expression.hasSuffix(".length"), let part = ResponsePart(expression) else { return nil }
        return Capture(variable: name, from: part.source, query: part.query)
    }

    // MARK: Checks

    /// The assertions of a statement; nil if it is no check that is known.
    private func parseCheck(_ statement: String) -> [Assertion]? {
        if let start = ["pm.expect(", "insomnia.expect(", "expect("].first(where: statement.hasPrefix),
            let (inner, chain) = ScriptText.inBrackets(statement.dropFirst(start.count - 1))
        {
            return expression(inner).flatMap { AssertionChain(of: $0, chain).assertions }
        }
        for response in ["pm.response.", "insomnia.response."] where statement.hasPrefix(response + "to.") {
            return AssertionChain(ofResponse: statement.dropFirst(response.count - 1)).assertions
        }
        if statement.hasPrefix("client.assert("), let (inner, _) = ScriptText.inBrackets(statement.dropFirst("client.assert".count)) {
            return conditions(ScriptText.split(inner, at: ",").first ?? inner)
        }
        if statement.hasPrefix("tests["), let (_, rest) = ScriptText.inBrackets(statement.dropFirst("tests".count)) {
            let value = rest.trimmingBlanks
            return value.hasPrefix("=") && !value.hasPrefix("==") ? conditions(value.dropFirst()) : nil
        }
        return nil
    }

    /// The assertions of conditions that are joined by `&&`.
    private func conditions(_ text: Substring) -> [Assertion]? {
        let all = ScriptText.split(text, at: "&&").map { condition($0.trimmingBlanks) }
        return all.contains { $0 == nil } ? nil : all.compactMap(\.self)
    }

    private static let comparisons = [
        ("===", "equal"), ("!==", "not.equal"), ("==", "equal"), ("!=", "not.equal"), ("<=", "most"), (">=", "least"), ("<", "below"),
        (">", "above"),
    ]

    private func condition(_ text: Substring) -> Assertion? {
        for (call, check) in [(".hasOwnProperty(", ".property"), (".has(", ".include"), (".includes(", ".include")] {
            guard let range = text.firstRange(of: call), text.hasSuffix(")"), let part = expression(text[..<range.lowerBound]) else {
                continue
            }
            return AssertionChain(of: part, "\(check)(\(text[range.upperBound...])"[...]).single
        }
        if text.hasPrefix("Array.isArray("), text.hasSuffix(")") {
            return expression(text.dropFirst("Array.isArray(".count).dropLast()).flatMap { AssertionChain(of: $0, ".a('array')").single }
        }
        for (sign, check) in Self.comparisons {
            let sides = ScriptText.split(text, at: sign)
            guard sides.count == 2 else { continue }
            return expression(sides[0]).flatMap { AssertionChain(of: $0, ".\(check)(\(sides[1]))"[...]).single }
        }
        return nil
    }
}

/// Reads each distinct script of an import or a run once: collections have the same one in hundreds of requests.
package struct ScriptReadings: Sendable {
    private(set) var known: [[String]: ScriptReader] = [:]

    /// No scripts.
    package init() {}

    /// The reading of a script, see ``ScriptReader/init(_:before:)``.
    mutating func reading(of script: String, before: String = "") -> ScriptReader {
        if let reading = known[[script, before]] { return reading }
        let reading = ScriptReader(script, before: before)
        known[[script, before]] = reading
        return reading
    }

    /// True for a script with code that captures and assertions do not replace.
    mutating func leaves(_ script: String) -> Bool { ScriptReader.hasCode(script) && reading(of: script).leavesCode }

    /// True if a script of the request has tests that assertions do not replace; Apus does not run them.
    package mutating func leavesTests(of draft: RequestDraft) -> Bool {
        !draft.scripts.after.isEmpty && reading(of: draft.scripts.after, before: draft.scripts.before).leavesTests
    }
}

/// A part of a response that a script names.
struct ResponsePart {
    /// The source, as in ``Capture/from``.
    let source: String
    /// The query, as in ``Capture/query``.
    let query: String

    /// Reads an expression in which the response is `res`.
    init?(_ expression: String) {
        if expression.hasPrefix("$") {
            (source, query) = ("body", expression)
        } else if expression.hasPrefix("res.cookies.") {
            (source, query) = ("cookie", String(expression.dropFirst("res.cookies.".count)))
        } else if expression == "res.text" {
            (source, query) = ("body", "")
        } else {
            // Calls have no equivalent.
            guard !expression.utf8.contains(UInt8(ascii: "(")), let found = BrunoExpression(expression) else { return nil }
            (source, query) = (found.source, found.query)
        }
    }
}

extension RequestDraft {
    /// Takes the captures and assertions of an export out of the script, and adds those that the script makes, which stays.
    mutating func addChecksOfScript(_ readings: inout ScriptReadings) {
        for checks in [ScriptChecks.postman, .jetBrains] where scripts.after.contains(ScriptChecks.heading) { checks.extract(from: &self) }
        guard !scripts.after.isEmpty else { return }
        let made = readings.reading(of: scripts.after, before: scripts.before)
        let known = Set(captures.map(\.variable))
        captures += made.captures.filter { !known.contains($0.variable) }
        assertions += made.assertions.filter { !assertions.contains($0) }
    }

    /// The draft without the captures and assertions that the script makes itself.
    var withoutChecksOfScript: RequestDraft {
        guard !scripts.after.isEmpty, !(captures.isEmpty && assertions.isEmpty) else { return self }
        let made = ScriptReader(scripts.after, before: scripts.before)
        var draft = self
        draft.captures.removeAll { capture in
            made.captures.contains { ($0.variable, $0.from, $0.query) == (capture.variable, capture.from, capture.query) }
        }
        // One of its own that the script repeats stays.
        for assertion in made.assertions {
            if let index = draft.assertions.firstIndex(of: assertion) { draft.assertions.remove(at: index) }
        }
        return draft
    }
}
