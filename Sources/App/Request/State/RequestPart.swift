/// Where in the request pane the cursor is.
public enum RequestPart: Sendable, Equatable {
    /// The line with the method and the URL.
    case url
    /// The content of the tab.
    case content
}
