extension CodeTarget {
    /// The crate reqwest.
    static let rust = CodeTarget(
        "rust-reqwest", "Rust reqwest",
        options: ["timeout", "connectTimeout", "redirects.follow", "redirects.limit", "tls.verify", "proxy"]
    ) { request in
        let literal = TextLiteral.rust
        var lines = ["// [dependencies] reqwest = { version = \"0.12\", features = [\"blocking\"] }"]
        lines += ["fn main() -> Result<(), Box<dyn std::error::Error>> {", "    let client = reqwest::blocking::Client::builder()"]
        lines += RustCode.settings(request).map { "        .\($0)" } + ["        .build()?;"]
        lines += ["    let response = client", "        .request(\(literal(request.method)).parse()?, \(literal(request.strictURL)))"]
        lines += request.headersOfPieces.map {
            "        .header(\(literal($0.name)), \(literal($0.value))\($0.isBeyondASCII ? ".as_bytes()" : ""))"
        }
        if let body = RustCode.body(request) { lines.append("        .body(\(body))") }
        lines += ["        .send()?;", "    println!(\"{}\", response.status().as_u16());", "    println!(\"{}\", response.text()?);"]
        return (lines + ["    Ok(())", "}", ""]).joined(separator: "\n")
    }
}

/// Writes parts of requests in Rust.
private enum RustCode {
    private static let literal = TextLiteral.rust

    static func body(_ request: CodeRequest) -> String? {
        let pieces = request.pieces
        switch pieces.first {
        case nil: return nil
        case .text(let text)? where pieces.count == 1: return literal.lines(text, indent: "        ")
        default:
            let all = request.pieces {
                "\(literal.lines($0, indent: "            ")).as_bytes().to_vec()"
            } file: {
                "std::fs::read(\(literal($0)))?"
            }
            return all.count == 1 ? all[0] : "[\n            \(all.joined(separator: ",\n            ")),\n        ].concat()"
        }
    }

    static func settings(_ request: CodeRequest) -> [String] {
        var settings: [String] = []
        if !request.followsRedirects {
            settings.append("redirect(reqwest::redirect::Policy::none())")
        } else if let limit = request.options["redirects.limit"] {
            settings.append("redirect(reqwest::redirect::Policy::limited(\(limit)))")
        }
        for (name, word) in [("timeout", "timeout"), ("connectTimeout", "connect_timeout")] {
            if let seconds = request.options[name].flatMap(Double.init) {
                settings.append("\(word)(std::time::Duration::from_millis(\(Int(seconds * 1000))))")
            }
        }
        if !request.verifiesCertificates { settings.append("danger_accept_invalid_certs(true)") }
        if let proxy = request.options["proxy"] {
            settings.append(proxy == "none" ? "no_proxy()" : "proxy(reqwest::Proxy::all(\(literal(proxy)))?)")
        }
        return settings
    }
}

extension CodeTarget {
    /// `net/http` of Go.
    static let go = CodeTarget(
        "go", "Go",
        options: ["timeout", "redirects.follow", "tls.verify", "proxy"], write: GoCode.program)
}

/// Writes requests in Go.
private enum GoCode {
    private static let literal = TextLiteral.go

    static func program(_ request: CodeRequest) -> String {
        let (client, more) = client(request)
        let (body, reader) = body(request)
        var imports: Set<String> = ["fmt", "io", "net/http"]
        imports.formUnion(more)
        if !request.pieces.isEmpty { imports.insert("bytes") }
        if request.hasFiles { imports.insert("os") }
        var lines = ["package main", "", "import ("] + imports.sorted().map { "\t\"\($0)\"" } + [")", "", "func main() {"]
        lines += body + ["\trequest, err := http.NewRequest(\(literal(request.method)), \(literal(request.url)), \(reader))"] + check
        for header in request.headersOfPieces {
            let set =
                header.isNamed("Host")
                ? "request.Host = \(literal(header.value))" : "request.Header.Add(\(literal(header.name)), \(literal(header.value)))"
            lines.append("\t" + set)
        }
        lines += client + ["\tresponse, err := client.Do(request)"] + check + ["\tdefer response.Body.Close()"]
        lines += ["\ttext, err := io.ReadAll(response.Body)"] + check
        return (lines + ["\tfmt.Println(response.StatusCode)", "\tfmt.Println(string(text))", "}", ""]).joined(separator: "\n")
    }

    private static let check = ["\tif err != nil {", "\t\tpanic(err)", "\t}"]

    private static func body(_ request: CodeRequest) -> (lines: [String], reader: String) {
        guard !request.pieces.isEmpty else { return ([], "nil") }
        var lines = ["\tvar body bytes.Buffer"]
        for (index, piece) in request.pieces.enumerated() {
            switch piece {
            case .text(let text): lines.append("\tbody.WriteString(\(literal.lines(text, indent: "\t", step: "\t").withTrailingOperators))")
            case .file(let path):
                lines += ["\tfile\(index), err := os.ReadFile(\(literal(path)))"] + check + ["\tbody.Write(file\(index))"]
            }
        }
        return (lines, "&body")
    }

    private static func client(_ request: CodeRequest) -> (lines: [String], imports: Set<String>) {
        var lines = ["\tclient := &http.Client{}"]
        var imports: Set<String> = []
        if let timeout = request.timeout {
            lines.append("\tclient.Timeout = \(Int(timeout * 1000)) * time.Millisecond")
            imports.insert("time")
        }
        if !request.followsRedirects {
            lines += [
                "\tclient.CheckRedirect = func(*http.Request, []*http.Request) error {", "\t\treturn http.ErrUseLastResponse", "\t}",
            ]
        }
        let proxy = request.options["proxy"]
        guard !request.verifiesCertificates || proxy != nil else { return (lines, imports) }
        lines.append("\ttransport := http.DefaultTransport.(*http.Transport).Clone()")
        if !request.verifiesCertificates {
            lines.append("\ttransport.TLSClientConfig = &tls.Config{InsecureSkipVerify: true}")
            imports.insert("crypto/tls")
        }
        if proxy == "none" {
            lines.append("\ttransport.Proxy = nil")
        } else if let proxy {
            lines += ["\tproxy, err := url.Parse(\(literal(proxy)))"] + check + ["\ttransport.Proxy = http.ProxyURL(proxy)"]
            imports.insert("net/url")
        }
        return (lines + ["\tclient.Transport = transport"], imports)
    }
}

extension String {
    /// Go ends a statement at a line end, so the closing parenthesis follows the last literal.
    fileprivate var withTrailingOperators: String { replacing("\"\n\t)", with: "\")") }
}

extension CodeTarget {
    /// `HttpClient` of .NET.
    static let cSharp = CodeTarget(
        "csharp", "C#",
        options: ["timeout", "redirects.follow", "redirects.limit", "tls.verify", "proxy"],
        limits: [.joinsHeaders, .headersInASCII, .methodsInCapitals], write: CSharpCode.program)
}

/// Writes requests in C#.
private enum CSharpCode {
    private static let literal = TextLiteral.cSharp
    /// Headers that belong to the content; .NET refuses them on requests.
    private static let contentHeaders: Set<String> = ["allow", "expires", "last-modified"]

    static func program(_ request: CodeRequest) -> String {
        var lines = ["using System;", "using System.IO;", "using System.Linq;", "using System.Net;", "using System.Net.Http;"]
        lines += ["using System.Text;", "", "using var handler = new HttpClientHandler();"]
        lines += settings(request) + ["using var client = new HttpClient(handler);"]
        if let timeout = request.timeout { lines.append("client.Timeout = TimeSpan.FromMilliseconds(\(Int(timeout * 1000)));") }
        lines.append("using var request = new HttpRequestMessage(new HttpMethod(\(literal(request.method))), \(literal(request.url)));")
        let headers = CodeRequest.joined(request.headersOfPieces)
        let ofContent = headers.filter { $0.name.lowercased().hasPrefix("content-") || contentHeaders.contains($0.name.lowercased()) }
        for header in headers where !ofContent.contains(header) { lines.append("request.Headers.\(add(header))") }
        if !request.pieces.isEmpty || !ofContent.isEmpty {
            lines.append("request.Content = new ByteArrayContent(\(body(request)));")
            lines += ofContent.map { "request.Content.Headers.\(add($0))" }
        }
        lines += [
            "", "using var response = await client.SendAsync(request);", "Console.WriteLine((int)response.StatusCode);",
            "Console.WriteLine(await response.Content.ReadAsStringAsync());", "",
        ]
        return lines.joined(separator: "\n")
    }

    private static func add(_ header: CodeRequest.Header) -> String {
        "TryAddWithoutValidation(\(literal(header.name)), \(literal(header.value)));"
    }

    private static func body(_ request: CodeRequest) -> String {
        let pieces = request.pieces {
            "Encoding.UTF8.GetBytes(\(literal.lines($0, indent: "")))"
        } file: {
            "File.ReadAllBytes(\(literal($0)))"
        }
        guard let first = pieces.first else { return "Array.Empty<byte>()" }
        return first + pieces.dropFirst().map { ".Concat(\($0))" }.joined() + (pieces.count > 1 ? ".ToArray()" : "")
    }

    private static func settings(_ request: CodeRequest) -> [String] {
        var lines: [String] = []
        if !request.followsRedirects { lines.append("handler.AllowAutoRedirect = false;") }
        if let limit = request.options["redirects.limit"] { lines.append("handler.MaxAutomaticRedirections = \(limit);") }
        if !request.verifiesCertificates {
            lines.append(
                "handler.ServerCertificateCustomValidationCallback = HttpClientHandler.DangerousAcceptAnyServerCertificateValidator;")
        }
        if let proxy = request.options["proxy"] {
            lines.append(proxy == "none" ? "handler.UseProxy = false;" : "handler.Proxy = new WebProxy(\(literal(proxy)));")
        }
        // Sends a Cookie header unchanged.
        if request.value(of: "Cookie") != nil { lines.append("handler.UseCookies = false;") }
        return lines
    }
}

extension CodeTarget {
    /// `java.net.http` of Java 16 and later.
    static let java = CodeTarget(
        "java", "Java", options: JVMCode.options, limits: JVMCode.limits
    ) { JVMCode(request: $0, literal: .java).java }

    /// `java.net.http` in Kotlin.
    static let kotlin = CodeTarget(
        "kotlin", "Kotlin", options: JVMCode.options, limits: JVMCode.limits
    ) { JVMCode(request: $0, literal: .kotlin).kotlin }
}

/// Writes requests for the HTTP client of Java, in one of two languages.
private struct JVMCode {
    static let options: Set<String> = ["timeout", "connectTimeout", "redirects.follow"]
    static let limits: [CodeTarget.Limit] =
        [.headersInASCII] + ["connection", "content-length", "expect", "host", "upgrade"].map(CodeTarget.Limit.ownHeader)

    let request: CodeRequest
    let literal: TextLiteral

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
        let hasTimes = ["timeout", "connectTimeout"].contains { request.options[$0] != nil }
        return ["java.net.URI"] + http + (request.hasFiles ? ["java.nio.file.Path"] : []) + (hasTimes ? ["java.time.Duration"] : [])
    }

    private func client(_ indent: String) -> String {
        var calls: [String] = []
        if request.followsRedirects { calls.append("followRedirects(HttpClient.Redirect.NORMAL)") }
        if let time = duration("connectTimeout") { calls.append("connectTimeout(\(time))") }
        return "HttpClient.newBuilder()" + (calls + ["build()"]).map { "\n\(indent).\($0)" }.joined()
    }

    private func call(_ indent: String) -> String {
        var calls = request.headersOfPieces.map { "header(\(literal($0.name)), \(literal($0.value)))" }
        if let time = duration("timeout") { calls.append("timeout(\(time))") }
        calls.append("method(\(literal(request.method)), \(publisher(indent)))")
        return "HttpRequest.newBuilder(URI.create(\(literal(request.strictURL))))"
            + (calls + ["build()"]).map { "\n\(indent).\($0)" }.joined()
    }

    private func duration(_ name: String) -> String? {
        request.options[name].flatMap(Double.init).map { "Duration.ofMillis(\(Int($0 * 1000)))" }
    }

    private func publisher(_ indent: String) -> String {
        let publishers = request.pieces {
            "HttpRequest.BodyPublishers.ofString(\(literal.lines($0, indent: indent)))"
        } file: {
            "HttpRequest.BodyPublishers.ofFile(Path.of(\(literal($0))))"
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
