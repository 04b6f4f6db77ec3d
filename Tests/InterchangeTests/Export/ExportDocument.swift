import Workspace

@testable import Interchange

/// `docs/export.md`, made of the tables of formats and code targets.
struct ExportDocument {
    var text: String {
        """
        # Export

        ## Code

        A request is written as code of another program. Files stay files, and secrets are masked unless asked for. The request that arrives from the code
        is the one that Apus sends; the differences are named with it. Options that steer the workbench (throttle, parsing and so on) are in no code.

        | id | program | options | not as in Apus |
        | --- | --- | --- | --- |
        \(CodeTarget.all.map(row).joined(separator: "\n"))

        """
    }

    private func row(_ target: CodeTarget) -> String {
        let options = RequestOption.all.map(\.name).filter(target.options.contains)
        let missing = CodeTarget.Trait.allCases.filter { !target.traits.contains($0) }.map(words)
        return
            "| `\(target.id)` | \(target.title) | \(options.map { "`\($0)`" }.joined(separator: " ")) | \(missing.joined(separator: "; ")) |"
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
