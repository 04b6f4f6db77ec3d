import HTTP
package import Platform

/// The desktop's browser, for the pages of a login.
public struct DesktopBrowser: Sendable {
    /// Opens pages with `xdg-open`, or `open` on macOS.
    public init() {}

    /// Opens a page and does not wait for it.
    ///
    /// - Returns: false if there is no tool, or the text is no http or https URL: a server could start other programs with it.
    @discardableResult
    public func open(_ url: String) -> Bool {
        guard let page = WebURL(url), page.protocol == "https:" || page.protocol == "http:" else { return false }
        guard let child = try? ChildProcess(.desktopOpener(page.href)) else { return false }
        child.detach()
        return true
    }
}

extension ChildProcess.Command {
    /// Opens a file or a page in the desktop's program for it, which has no part in this terminal.
    package static func desktopOpener(_ target: String) -> ChildProcess.Command {
        #if os(macOS)
            var command = ChildProcess.Command(["/usr/bin/open", target])
        #else
            var command = ChildProcess.Command(["xdg-open", target])
        #endif
        command.group = .session
        return command
    }
}
