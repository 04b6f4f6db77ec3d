/// Which characters are percent-encoded where (URL Standard section 1.3).
enum PercentEncodeSet {
    case control, fragment, query, specialQuery, path, userInfo

    func encode(_ text: some StringProtocol) -> String {
        PercentEncoding.encode(text) { !contains($0) }
    }

    func encode(_ scalar: Unicode.Scalar) -> String { encode(String(scalar)) }

    func contains(_ byte: UInt8) -> Bool {
        if byte < 0x20 || byte > 0x7E { return true }
        return switch self {
        case .control: false
        case .fragment: " \"<>`".utf8.contains(byte)
        case .query: " \"#<>".utf8.contains(byte)
        case .specialQuery: " \"#<>'".utf8.contains(byte)
        case .path: " \"#<>?^`{}".utf8.contains(byte)
        case .userInfo: " \"#<>?^`{}/:;=@[\\]|".utf8.contains(byte)
        }
    }
}
