import Workspace

/// A command that people paste from documentation and from the developer tools of browsers.
public enum PastedCommand: Hashable, Sendable {
    case curl, wget
    /// PowerShell's `Invoke-WebRequest` and `Invoke-RestMethod`.
    case powerShell

    /// The command that a text is meant as; nil where it is none.
    public init?(_ text: String) {
        let start = CurlCommand.withoutPrompt(text)
        if CurlCommand.isCommand(text) {
            self = .curl
        } else if WgetCommand.isCommand(start) {
            self = .wget
        } else if WebRequestCommand.isCommand(start) {
            self = .powerShell
        } else {
            return nil
        }
    }

    /// The program's name.
    public var program: String {
        switch self {
        case .curl: "curl"
        case .wget: "wget"
        case .powerShell: "PowerShell"
        }
    }

    /// The request that the command would send.
    ///
    /// - Throws: a sentence that names the place.
    public func read(_ text: String) throws(ImportError) -> ImportedRequest {
        let limit = CurlCommand.limit
        guard text.utf8.count <= limit else { throw ImportError("The \(program) command is longer than \(limit >> 20) MB.") }
        return switch self {
        case .curl: try CurlCommand.read(text)
        case .wget: try WgetCommand.read(String(CurlCommand.withoutPrompt(text)))
        case .powerShell: try WebRequestCommand.read(String(CurlCommand.withoutPrompt(text)))
        }
    }
}
