/// A system call that failed.
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The error number (errno(3)).
    public let number: Int32
    /// The file or program that the call was for; nil if it was for none.
    public let path: String?

    /// Creates an error; by default with the error number of this thread's last call.
    public init(_ number: Int32 = errno, path: String? = nil) {
        self.number = number
        self.path = path
    }

    /// The number for a pipe or a device where a file is expected; not one of the system's error numbers.
    public static let notRegular: Int32 = -1

    /// True if the file, or a folder on the way to it, does not exist.
    public var isMissing: Bool { number == ENOENT || number == ENOTDIR }

    /// True if a lock failed because the file system has none. NFS locks files that are open for writing, which a folder never is.
    public var meansNoLocks: Bool { [EBADF, EINVAL, ENOLCK, ENOSYS, ENOTSUP, EOPNOTSUPP].contains(number) }

    /// The system's text for the number, in lower case.
    public var reason: String {
        switch number {
        case ELOOP: "it is a link, which is not followed"
        case EISDIR: "it is a folder"
        case ENXIO: "no program reads from it"
        case EWOULDBLOCK: "another program is using it; end that program, or try again"
        case Self.notRegular: "it is a pipe or a device, not a file"
        default: String(cString: strerror(number)).lowercased()
        }
    }

    /// The path and the reason: `/tmp/a: permission denied`.
    public var description: String { path.map { "\($0): \(reason)" } ?? reason }
}

// The C library of the system, for every file that imports Platform: this is the only place that tells the systems' modules apart.
#if canImport(Glibc)
    @_exported public import Glibc
#elseif canImport(Musl)
    @_exported public import Musl
#elseif canImport(Darwin)
    @_exported public import Darwin
#endif

// The part of Foundation that brings no data of languages and regions along (docs/decisions/0002-foundation-essentials.md).
#if canImport(FoundationEssentials)
    @_exported public import FoundationEssentials
#else
    @_exported public import Foundation
#endif
