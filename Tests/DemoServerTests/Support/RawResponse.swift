import Foundation

/// An unprocessed response of a server.
struct RawResponse {
    let status: Int
    let headers: [(name: String, value: String)]
    let body: [UInt8]

    var text: String { String(decoding: body, as: UTF8.self) }

    /// Every value of that name, in any case.
    func values(_ name: String) -> [String] {
        headers.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
    }

    subscript(name: String) -> String? { values(name).first }

    struct Missing: Error {
        let description: String
    }

    /// The value at a path in the JSON body: names of members and positions in lists, separated by dots.
    func json<Value>(_ path: String, as type: Value.Type = String.self) throws -> Value {
        var value = try JSONSerialization.jsonObject(with: Data(body), options: .fragmentsAllowed)
        for step in path.split(separator: ".").map(String.init) {
            let element = Int(step).flatMap { index in (value as? [Any])?.dropFirst(index).first }
            guard let next = element ?? (value as? [String: Any])?[step] else { throw Missing(description: "no \(path) in \(text)") }
            value = next
        }
        guard let result = value as? Value else { throw Missing(description: "\(path) is \(value), no \(type)") }
        return result
    }
}
