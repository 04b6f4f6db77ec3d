public import Workspace

/// The text of a URL-encoded form (`application/x-www-form-urlencoded`, URL Standard) as rows.
public enum FormText {
    /// A row for each pair between `&`, its escapes decoded: rows are escaped again when they are sent.
    public static func rows(of text: some StringProtocol) -> [Row] {
        text.split(separator: "&").map { item in
            let pair = CurlReader.pair(item)
            return Row(decoded(pair.name), decoded(pair.value), isBare: pair.isBare)
        }
    }

    /// The rows as one text; variables stay as they are.
    static func text(of rows: [Row]) -> String {
        rows.map { row in
            let name = encoded(row.name)
            return row.isBare && row.value.isEmpty ? name : "\(name)=\(encoded(row.value))"
        }.joined(separator: "&")
    }

    private static func encoded(_ text: String) -> String { CurlBody.encoded(text).replacing("%20", with: "+") }

    private static func decoded(_ text: String) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
            }
        }
        return String(validating: bytes, as: UTF8.self) ?? text
    }
}
