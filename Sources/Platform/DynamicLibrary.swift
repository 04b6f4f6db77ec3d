/// A shared library that is opened on demand and stays open.
///
/// `@unchecked Sendable`: the handle is used by `dlsym` alone, which any thread may call.
public struct DynamicLibrary: @unchecked Sendable {
    /// The handle of `dlopen`, for functions that fill a table in C.
    public let handle: UnsafeMutableRawPointer

    /// Opens the first of these libraries that exists; nil if there is none.
    ///
    /// Functions are looked up when they are called first, so that a library that stands on many others opens quickly.
    public init?(_ names: [String]) {
        guard let handle = names.lazy.compactMap({ dlopen($0, RTLD_LAZY | RTLD_LOCAL) }).first else { return nil }
        self.handle = handle
    }

    /// A function of the library; `Function` is its C type.
    public func function<Function>(_ name: String, as type: Function.Type) -> Function? {
        dlsym(handle, name).map { unsafeBitCast($0, to: type) }
    }
}
