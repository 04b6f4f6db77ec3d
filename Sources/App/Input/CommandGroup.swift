/// The headings that commands stand under in the help and the documentation.
public enum CommandGroup: String, CaseIterable, Sendable {
    case send = "Send"
    case edit = "Edit"
    case view = "View"
    case move = "Move"
    case file = "Files"
    case copy = "Copy"
    case window = "Windows"
    case application = "Application"
}
