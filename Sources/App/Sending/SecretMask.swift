public struct SecretMask: Sendable {
    func masked(_ text: String) -> String { text }
    func masked(_ bytes: [UInt8]) -> [UInt8] { bytes }
}
