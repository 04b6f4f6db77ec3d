#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif
import HTTP

/// The desktop's browser through its own tool, for the pages of a login.
public struct DesktopBrowser: Sendable {
    /// Opens pages with `xdg-open`, or `open` on macOS.
    public init() {}

    /// Opens a page and does not wait for it; false when there is no tool, or when the text is no http or https URL, which a server
    /// could use to start something else.
    @discardableResult
    public func open(_ url: String) -> Bool {
        guard let page = WebURL(url), page.protocol == "https:" || page.protocol == "http:" else { return false }
        #if os(macOS)
            let tool = "/usr/bin/open"
        #else
            let tool = "xdg-open"
        #endif
        guard let input = Self.openNothing() else { return false }
        defer { close(input) }
        guard let child = try? ChildProcess.spawn([tool, page.href], input: input) else { return false }
        // Nobody waits for a browser, which may stay as long as the desktop; a child that ends must be waited for all the same.
        Task.detached { _ = await ChildProcess.wait(for: child) }
        return true
    }

    private static func openNothing() -> Int32? {
        #if canImport(Glibc)
            let descriptor = Glibc.open("/dev/null", O_RDONLY | O_CLOEXEC)
        #elseif canImport(Musl)
            let descriptor = Musl.open("/dev/null", O_RDONLY | O_CLOEXEC)
        #else
            let descriptor = Darwin.open("/dev/null", O_RDONLY | O_CLOEXEC)
        #endif
        return descriptor >= 0 ? descriptor : nil
    }
}
