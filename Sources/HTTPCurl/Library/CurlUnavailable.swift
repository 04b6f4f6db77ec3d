/// libcurl cannot be used on this machine.
struct CurlUnavailable: Error {
    /// What is wrong, as a clause without a full stop.
    let reason: String

    /// The sentences for a person: what is wrong and what to do.
    var message: String {
        "Nothing can be sent: \(reason). Install libcurl (Debian: libcurl4, Fedora: libcurl, Arch: curl, macOS: brew install curl)."
    }
}
