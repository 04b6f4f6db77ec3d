extension CodeTarget {
    /// `net/http` of Go.
    static let go = CodeTarget(
        "go", "Go", fileExtension: "go",
        traits: [.repeatedHeaders, .bodiesWithoutType, .bodiesOfGET, .filesInParts, .fileNames, .typesOfTextParts, .headersOfParts],
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
        if request.pieces.contains(where: { if case .file = $0 { true } else { false } }) { imports.insert("os") }
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
