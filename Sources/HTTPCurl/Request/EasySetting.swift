internal import CCurl

/// One option for a transfer that differs from what every handle starts with.
struct EasySetting: Sendable, Equatable {
    enum Value: Sendable, Equatable {
        case number(Int)
        case offset(Int64)
        case text(String)
        /// Nothing instead of libcurl's own default.
        case null
        case lines([String])
    }

    let option: CURLoption
    let value: Value
    /// What a person calls it, for the message where the installed libcurl lacks it.
    let name: String

    init(_ option: CURLoption, _ value: Value, _ name: String) {
        self.option = option
        self.value = value
        self.name = name
    }
}
