/// The parts of the request pane that can have the cursor.
public enum RequestPart: Sendable, Equatable {
    /// The line with the method and the URL.
    case url
    /// The content of the tab.
    case content
}
