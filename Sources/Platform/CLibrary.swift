// The C library of the system, for every file that imports Platform: this is the only place that tells the systems' modules apart.
#if canImport(Glibc)
    @_exported public import Glibc
#elseif canImport(Musl)
    @_exported public import Musl
#elseif canImport(Darwin)
    @_exported public import Darwin
#endif
