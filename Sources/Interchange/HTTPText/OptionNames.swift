import JSON
import Workspace

/// The options by the names of the file format, with dots between levels.
enum OptionNames {
    static func flat(_ options: RequestOptions) -> [(String, JSONValue)] { flat(options.fileValue, "") }

    private static func flat(_ value: JSONValue, _ prefix: String) -> [(String, JSONValue)] {
        guard let object = value.object else { return [(prefix, value)] }
        return object.members.flatMap { flat($0.value, prefix.isEmpty ? $0.name : "\(prefix).\($0.name)") }
    }

    /// The options of names and values; throws what the file format says of a wrong one.
    static func options(_ pairs: [(String, JSONValue)]) throws(ImportError) -> RequestOptions {
        var root = JSONObject()
        for (name, value) in pairs {
            let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
            if parts.count == 2 {
                var inner = root[parts[0]]?.object ?? JSONObject()
                inner[parts[1]] = value
                root[parts[0]] = .object(inner)
            } else {
                root[name] = value
            }
        }
        return try RequestOptions.reading(.object(root))
    }
}

extension RequestOptions {
    fileprivate static func reading(_ value: JSONValue) throws(ImportError) -> RequestOptions {
        do {
            return try RequestOptions(fileValue: value)
        } catch {
            throw ImportError("\(error)")
        }
    }
}
