import JSON

/// JSON Merge Patch (RFC 7396, section 2): `null` deletes, objects merge, everything else replaces.
enum MergePatch {
    static func apply(_ patch: JSONValue, to target: JSONValue) -> JSONValue {
        guard case .object = patch else { return patch }
        var merged: JSONValue = [:]
        if case .object = target { merged = target }
        for name in patch.memberNames {
            guard let value = patch[name] else { continue }
            merged[name] = value.isNull ? JSONValue?.none : apply(value, to: merged[name] ?? .null)
        }
        return merged
    }
}
