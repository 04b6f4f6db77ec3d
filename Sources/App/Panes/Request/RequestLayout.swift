import Screen

/// Where things stand inside the request pane.
struct RequestLayout: Equatable {
    /// The method, which opens the list of methods.
    let method: Rect
    /// The field of the URL.
    let url: Rect
    /// The button at the right end.
    let send: Rect
    /// The line of tabs.
    let tabs: Rect
    /// What the tab shows.
    let content: Rect

    init(_ inner: Rect, method: String) {
        let (urlRow, below) = inner.splitTop(1)
        let (left, afterMethod) = urlRow.splitLeft(min(TextWidth.columns(of: method) + 3, urlRow.width / 2))
        let (middle, right) = afterMethod.splitRight(afterMethod.width > 24 ? 8 : 0)
        self.method = left
        url = middle
        send = right
        (tabs, content) = below.splitTop(1)
    }
}
