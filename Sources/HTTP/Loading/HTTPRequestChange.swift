/// What a link made of a request: the trace shows the difference.
public struct HTTPRequestChange: Sendable {
    /// The link's type name.
    public let link: String
    /// As the link was given it.
    public let before: HTTPRequest
    /// As the link hands it on.
    public let after: HTTPRequest

    /// A change by a link.
    public init(link: String, before: HTTPRequest, after: HTTPRequest) {
        self.link = link
        self.before = before
        self.after = after
    }

    /// True when method, URL or headers differ, or a body was set.
    public var isVisible: Bool {
        before.method != after.method || before.target != after.target || before.headers != after.headers
            || before.bodyNumber != after.bodyNumber
    }

    /// Fields that are there only afterwards, in order.
    public var addedHeaders: [HTTPHeaderField] { after.headers.filter { !before.headers.fields.contains($0) } }

    /// Fields that were there only before, in order.
    public var removedHeaders: [HTTPHeaderField] { before.headers.filter { !after.headers.fields.contains($0) } }
}

extension HTTPTask {
    /// Reports that a link changed a request, where it did. Every link that changes requests calls it: the trace knows of no other way.
    public func reportChange(by link: any HTTPLoaderLink, from before: HTTPRequest, to after: HTTPRequest) {
        // The name is looked up only where there is something to tell: it costs more than a link does.
        guard HTTPRequestChange(link: "", before: before, after: after).isVisible else { return }
        report(.changed(HTTPRequestChange(link: String(describing: type(of: link)), before: before, after: after)))
    }
}
