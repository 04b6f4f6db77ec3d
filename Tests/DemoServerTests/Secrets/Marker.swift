import Foundation

/// A secret that can be found again in whatever form it was written.
struct Marker {
    let kind: String
    private let core: String
    /// With signs that are written in another way in URLs, forms and JSON.
    let value: String

    init(_ kind: String) {
        self.kind = kind
        core = "zq8\(kind)8qz"
        value = core + " +&é"
    }

    /// A marker with a given value.
    init(_ kind: String, value: String) {
        self.kind = kind
        core = value
        self.value = value
    }

    /// True if the bytes contain it literally, or in Base64 after any other bytes.
    func isFound(in bytes: Data) -> Bool {
        forms.contains { bytes.range(of: $0) != nil }
    }

    private var forms: [Data] {
        [Data(core.utf8)]
            + (0..<3).map { offset in
                let encoded = Data(repeating: 0x3A, count: offset) + Data(core.utf8)
                // The first and the last letters depend on the bytes around it.
                let text = encoded.base64EncodedString().dropFirst(offset == 0 ? 0 : offset + 1)
                return Data(text.prefix(encoded.count * 8 / 6 - (offset == 0 ? 0 : offset + 1) - 1).utf8)
            }
    }
}
