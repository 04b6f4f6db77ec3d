import Workspace

@testable import Interchange

/// `docs/export.md`, made of the tables of formats and code targets.
struct ExportDocument {
    var text: String {
        """
        # Export

        `apus export [COLLECTION] --as FORMAT` writes a collection in the format of another program.

        | option | meaning |
        | --- | --- |
        | `--as FORMAT` | one of the formats below |
        | `--to FOLDER` | the folder for the new files, by default the current one; `-` is standard output |
        | `--workspace FOLDER`, `--from FOLDER` | the workspace; the one around the current folder by default |
        | `--secrets` | includes typed passwords and tokens, and the values of secrets stored in files; without it, they are masked, and the report names whose |
        | `--force` | overwrites existing files |

        COLLECTION is the name of a collection or of its folder, or the path of a folder in it (`demo/people`), which is exported with the inherited
        settings of its collection; it can be omitted in a workspace with one collection. Exit code 0 means that everything was written, 1 that a file of
        the collection could not be read, 2 that nothing was written. Parts that the format does not support are listed with their requests.

        ## Formats

        All formats contain methods, URLs, query items, headers and bodies. Folders, and their headers, authentication and options, are exported to
        formats that support them; in the others, these settings are part of the requests. The exported URLs are those that Apus sends: one relative to an
        environment begins with `{{baseUrl}}`, a variable that its environments get for their base URL with its path (`baseUrl_2` if the collection has one of
        that name), and a host without a scheme has one (`:3000/x` becomes `http://localhost:3000/x`).

        | id | format | also | authentication | options |
        | --- | --- | --- | --- | --- |
        \(ExportFormat.all.map(row).joined(separator: "\n"))

        Data that an import stored under `x-…` is exported again to the same format. A HAR has no variables and no files: it contains their names, escaped
        in URLs, with the original URL in `_url`, and encoded in credentials. An OpenAPI document describes each method of a path once.
        Parts of requests that it has no place for are members `x-apus-…` of it, which other programs ignore and an import reads: rows of forms that are
        off, headers such as `Accept` that the responses do not tell, names of examples, and requests with tags outside folders. Requests come back in the
        order of the paths, after the folders. Credentials are left out, and bodies of GraphQL are JSON.
        Bruno removes spaces around the value of a row when it reads it, and ends lines with LF only; values that this changes are listed.
        Its environments have the names of their files, and its examples have no comments.
        Its `res.body` is the JSON or the text of a body: an assertion that needs the other one is listed. A file that is not chosen is no body,
        or an empty part, in `http`, `vscode` and `hurl`.

        Dynamic values, variables of the process environment and prompts are written in the notation of the format (`{{$uuid}}` becomes `{{newUuid}}` in
        Hurl, `{{env:HOME}}` becomes `{{process.env.HOME}}` in Bruno) and listed where it has none. In Hurl `{{env:TOKEN}}` becomes the variable `TOKEN`, which
        Hurl takes from `HURL_VARIABLE_TOKEN` or `--variable`.

        Captures and assertions are lines of the script after the response in Postman and `http`. Such scripts of an `.http` file (`> {% … %}`) run in
        JetBrains' HTTP client. The REST Client of VS Code does not know them and would send them as a part of the body: `vscode` leaves them out, and
        writes the environments to `.vscode/settings.json`. Other settings, comments and other environments in that file stay, also with `--force`. Prompts
        become `# @prompt`.

        Scripts are written only for the program that they are for: one that uses `pm` is left out and listed in a file for Bruno, where it would
        end before the tests of the request.

        A text that the lines of an `.http` file would change (CR, blank lines at its end, lines that begin a request or a comment) is a file in a folder beside it,
        `NAME.bodies`, and the request names it. With variables, which such a file cannot have, the change is listed.

        Variables of the workspace become variables of the exported collection, and its environments those of the collection, unless the collection
        has one of that name.

        A variable name that the format does not allow is changed and listed (`a.b` becomes `a_b` in Hurl). `http`, `vscode` and `hurl`, which have no
        folders, contain variables of folders in the requests where they differ. In `vscode` the last value of a name applies to the whole file: a
        variable of a request that has another value elsewhere gets another name, and is listed.

        ## Code

        A request can be exported as code for another program. Files remain files, and secrets are masked by default. The code sends the same request as
        Apus; differences are listed with it. Options of the workbench itself (such as throttle and parsing) are not part of the code.

        | id | program | options | differences from Apus |
        | --- | --- | --- | --- |
        \(CodeTarget.all.map(row).joined(separator: "\n"))

        ## In the workbench

        In the collections pane `X` exports the collection or the folder under the cursor, a folder with the inherited settings of its collection; secrets
        are masked, unless “Export with secrets” is chosen in the palette. Before overwriting a file, the program asks. `ya` in the request pane shows the
        request as code for any of these programs, with masked secrets. `y` copies it with its secrets, after a question if the environment is protected, and
        `Y` as shown.

        """
    }

    private func row(_ format: ExportFormat) -> String {
        let features = ExportFeature.allCases.filter(format.carries.contains).map(\.title)
        let kinds = AuthDraft.Kind.allCases.filter { format.authentication.contains($0) && ![.inherit, .none].contains($0) }
        return
            "| `\(format.id)` | \(format.title) | \(features.joined(separator: ", ")) | \(kinds.map(\.entry.label).joined(separator: ", ")) | "
            + "\(names(format.options)) |"
    }

    private func names(_ options: Set<String>) -> String {
        RequestOption.all.map(\.name).filter(options.contains).map { "`\($0)`" }.joined(separator: " ")
    }

    private func row(_ target: CodeTarget) -> String {
        let logins = [("digest", "Digest"), ("ntlm", "NTLM"), ("negotiate", "Negotiate")].filter { !target.logins.contains($0.0) }
        let headers = target.limits.compactMap { limit in
            if case .ownHeader(let name) = limit, name != "content-length" { "`\(name)`" } else { nil }
        }
        let words =
            target.limits.compactMap(words) + logins.map { "no \($0.1)" }
            + (target.reachesServer ? [] : ["`OPTIONS *` becomes `OPTIONS /`"])
            + (headers.isEmpty ? [] : ["no " + headers.sorted().joined(separator: ", ")])
        return "| `\(target.id)` | \(target.title) | \(names(target.options)) | \(words.joined(separator: "; ")) |"
    }

    private func words(for limit: CodeTarget.Limit) -> String? {
        switch limit {
        case .joinsHeaders: "headers with the same name are joined"
        case .addsType: "a body always has a Content-Type"
        case .noBodyOfGET: "no body with GET"
        case .noTypesOfTextParts: "text parts have no media type"
        case .noHeadersOfParts: "parts have no headers of their own"
        case .ownFileNames: "files in parts keep their names"
        case .noFilesInParts: "no files as parts"
        case .headersInASCII: "no header values beyond ASCII"
        case .methodsInCapitals: "methods in capitals"
        case .noRedirects: "no redirects are followed"
        case .doublesRetryDelay: "a delay of retries that is not constant is curl's own"
        case .ownHeader: nil
        }
    }
}
