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
        | `--to FOLDER` | the folder of the new files, the current one unless given; `-` is standard output |
        | `--from WORKSPACE` | the workspace; the current folder unless given |
        | `--secrets` | writes typed passwords and tokens, and the values of secrets that are kept in files; without it, signs stand in their place |
        | `--force` | overwrites files that are there |

        COLLECTION is the name of a collection or of its folder, or the path of a folder in it (`demo/people`), which is written within the settings of its
        collection; a workspace with one collection needs none. Exit code 0 means that everything was written, 1 that
        a file of the collection could not be read, 2 that nothing was written. Each part that the format lacks is named with its request.

        ## Formats

        Methods, URLs, query items, headers and bodies are in every format. Folders, and their headers, authentication and options, are in the formats that have them;
        in the others the requests have them. URLs that are relative to an environment begin with its variable `{{baseUrl}}`.

        | id | format | also | authentication | options |
        | --- | --- | --- | --- | --- |
        \(ExportFormat.all.map(row).joined(separator: "\n"))

        What an import kept under `x-…` goes out again to the same format. A HAR has no variables and no files: they stand as their names, in URLs escaped, with the URL as written in `_url`. An OpenAPI document describes each
        method of a path once.

        ## Code

        A request is written as code of another program. Files stay files, and secrets are masked unless asked for. The request that arrives from the code
        is the one that Apus sends; the differences are named with it. Options that steer the workbench (throttle, parsing and so on) are in no code.

        | id | program | options | not as in Apus |
        | --- | --- | --- | --- |
        \(CodeTarget.all.map(row).joined(separator: "\n"))

        ## In the workbench

        In the collections pane `X` writes the collection or the folder under the cursor, a folder within the settings of its collection; secrets are signs, unless
        “Export with secrets” is chosen in the palette. A file that is there is asked about. `ya` in the request pane shows the request as code of any of these
        programs, secrets masked, and `y` copies it.

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
        let missing = CodeTarget.Trait.allCases.filter { !target.traits.contains($0) }.map(words)
        return "| `\(target.id)` | \(target.title) | \(names(target.options)) | \(missing.joined(separator: "; ")) |"
    }

    private func words(for trait: CodeTarget.Trait) -> String {
        switch trait {
        case .repeatedHeaders: "headers of one name are joined"
        case .bodiesWithoutType: "a body always has a Content-Type"
        case .bodiesOfGET: "no body with GET"
        case .filesInParts: "no files as parts"
        case .fileNames: "files in parts keep their names"
        case .typesOfTextParts: "text parts have no media type"
        case .digest: "no Digest"
        case .ntlm: "no NTLM"
        case .negotiate: "no Negotiate"
        }
    }
}
