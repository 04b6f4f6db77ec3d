public import HTTP
public import Workspace

/// Writes a request as a curl command for POSIX shells.
public enum CurlWriter {
    /// The command, one option a line. Files stay files.
    ///
    /// - Parameters:
    ///   - request: absolute, its headers with what will be added.
    ///   - options: how it is sent, variables replaced; what curl has no word for is left out.
    ///   - mask: puts signs in the place of secrets, before quoting.
    /// - Throws: why no command can say its body.
    public static func write(
        _ request: HTTPRequest, options: RequestOptions = RequestOptions(), mask: (String) -> String
    ) throws(ImportError) -> String {
        var lines = ["curl"]
        let isPlain = request.method.rawValue == (request.body.isEmpty ? "GET" : "POST")
        if request.method.rawValue == "HEAD" {
            lines.append("--head")
        } else if !isPlain {
            lines.append("--request " + quoted(request.method.rawValue))
        }
        if !request.body.isEmpty, !(request.body is MultipartBody), request.headers["Content-Type"] == nil {
            // Else curl takes the data for a form.
            lines.append("--header Content-Type:")
        }
        for field in request.headers.fields where !isOfForm(field, request.body) {
            // curl takes a name without a value for one to leave out.
            let text = field.value.isEmpty ? field.name + ";" : "\(field.name): \(mask(field.value))"
            lines.append("--header " + quoted(text))
        }
        for (word, value) in try words(for: request.body) { lines.append("--\(word) " + quoted(mask(value))) }
        if let (word, credentials) = credentials(of: request) {
            lines += ["--\(word)", "--user " + quoted(mask("\(credentials?.user ?? ""):\(credentials?.password.value ?? "")"))]
        }
        if request.redirectPolicy.isFollowing { lines.append("--location") }
        for (word, value) in CurlSetting.words(for: options) {
            lines.append("--\(word)" + (value.map { " " + quoted(mask($0)) } ?? ""))
        }
        lines.append(quoted(mask(request.url)))
        return lines.joined(separator: " \\\n  ")
    }

    /// The scheme that is only spoken once the server asks for it, and who asks; all else stands in a header already.
    private static func credentials(of request: HTTPRequest) -> (word: String, credentials: BasicCredentials?)? {
        if let transport = request.transportAuthentication { return (transport.scheme.rawValue, transport.credentials) }
        return request.authenticationMethod == .digest ? ("digest", request.basicCredentials) : nil
    }

    /// In single quotes; one within ends them, stands escaped, and begins them anew.
    static func quoted(_ text: String) -> String {
        let isPlain =
            !text.isEmpty
            && text.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                    || "-_./:=@%+,".utf8.contains(byte)
            }
        return isPlain ? text : "'" + text.replacing("'", with: "'\\''") + "'"
    }
}
