extension CodeTarget {
    /// `HttpClient` of .NET.
    static let cSharp = CodeTarget(
        "csharp", "C#", fileExtension: "cs",
        traits: [.bodiesWithoutType, .bodiesOfGET, .filesInParts, .fileNames, .typesOfTextParts, .headersOfParts],
        options: ["timeout", "redirects.follow", "redirects.limit", "tls.verify", "proxy"], write: CSharpCode.program)
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
        let pieces = request.pieces.map { piece in
            switch piece {
            case .text(let text): "Encoding.UTF8.GetBytes(\(literal.lines(text, indent: "")))"
            case .file(let path): "File.ReadAllBytes(\(literal(path)))"
            }
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
