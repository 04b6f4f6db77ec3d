extension CodeTarget {
    /// `java.net.http` of Java 16 and later.
    static let java = CodeTarget(
        "java", "Java", fileExtension: "java", traits: JVMCode.traits, options: JVMCode.options
    ) { JVMCode($0, TextLiteral.java).java }

    /// `java.net.http` in Kotlin.
    static let kotlin = CodeTarget(
        "kotlin", "Kotlin", fileExtension: "kt", traits: JVMCode.traits, options: JVMCode.options
    ) { JVMCode($0, TextLiteral.kotlin).kotlin }
}

/// Writes requests for the HTTP client of Java, in one of two languages.
private struct JVMCode {
    static let traits: Set<CodeTarget.Trait> = [
        .repeatedHeaders, .bodiesWithoutType, .bodiesOfGET, .filesInParts, .fileNames, .typesOfTextParts, .headersOfParts,
    ]
    static let options: Set<String> = ["timeout", "connectTimeout", "redirects.follow"]
    /// Headers that the client sets itself and does not accept.
    private static let refused: Set<String> = ["connection", "content-length", "expect", "host", "upgrade"]

    private let request: CodeRequest
    private let literal: TextLiteral

    init(_ request: CodeRequest, _ literal: TextLiteral) {
        self.request = request
        self.literal = literal
    }

    var java: String {
        let lines = imports.map { "import \($0);" } + ["", "public class Main {"]
        let body = [
            "public static void main(String[] arguments) throws Exception {", "    var client = \(client("        "));",
            "    var request = \(call("        "));",
            "    var response = client.send(request, HttpResponse.BodyHandlers.ofString());",
            "    System.out.println(response.statusCode());", "    System.out.println(response.body());", "}",
        ]
        return (lines + body.map { "    " + $0.replacing("\n", with: "\n    ") } + ["}", ""]).joined(separator: "\n")
    }

    var kotlin: String {
        let lines =
            imports.map { "import \($0)" } + [
                "", "fun main() {", "    val client = \(client("        "))", "    val request = \(call("        "))",
                "    val response = client.send(request, HttpResponse.BodyHandlers.ofString())", "    println(response.statusCode())",
                "    println(response.body())", "}", "",
            ]
        return lines.joined(separator: "\n")
    }

    private var imports: [String] {
        let http = ["HttpClient", "HttpRequest", "HttpResponse"].map { "java.net.http.\($0)" }
        let hasFiles = request.pieces.contains { if case .file = $0 { true } else { false } }
        let hasTimes = ["timeout", "connectTimeout"].contains { request.options[$0] != nil }
        return ["java.net.URI"] + http + (hasFiles ? ["java.nio.file.Path"] : []) + (hasTimes ? ["java.time.Duration"] : [])
    }

    private func client(_ indent: String) -> String {
        var calls: [String] = []
        if request.followsRedirects { calls.append("followRedirects(HttpClient.Redirect.NORMAL)") }
        if let time = duration("connectTimeout") { calls.append("connectTimeout(\(time))") }
        return "HttpClient.newBuilder()" + (calls + ["build()"]).map { "\n\(indent).\($0)" }.joined()
    }

    private func call(_ indent: String) -> String {
        var calls = request.headersOfPieces.filter { !Self.refused.contains($0.name.lowercased()) }
            .map { "header(\(literal($0.name)), \(literal($0.value)))" }
        if let time = duration("timeout") { calls.append("timeout(\(time))") }
        calls.append("method(\(literal(request.method)), \(publisher(indent)))")
        return "HttpRequest.newBuilder(URI.create(\(literal(request.strictURL))))"
            + (calls + ["build()"]).map { "\n\(indent).\($0)" }.joined()
    }

    private func duration(_ name: String) -> String? {
        request.options[name].flatMap(Double.init).map { "Duration.ofMillis(\(Int($0 * 1000)))" }
    }

    private func publisher(_ indent: String) -> String {
        let publishers = request.pieces.map { piece in
            switch piece {
            case .text(let text): "HttpRequest.BodyPublishers.ofString(\(literal.lines(text, indent: indent)))"
            case .file(let path): "HttpRequest.BodyPublishers.ofFile(Path.of(\(literal(path))))"
            }
        }
        switch publishers.count {
        case 0: return "HttpRequest.BodyPublishers.noBody()"
        case 1: return publishers[0]
        default:
            let all = publishers.joined(separator: ",\n\(indent)    ")
            return "HttpRequest.BodyPublishers.concat(\n\(indent)    \(all))"
        }
    }
}
