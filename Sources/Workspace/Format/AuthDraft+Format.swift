import JSON

extension Coder where Value == AuthDraft {
    /// The kind with that kind's own fields; what other kinds hold is not written. Members that are no strings are left alone.
    static let auth = Coder(
        decode: { value, pointer throws(FormatError) in
            guard let object = value.object else { throw .expected("an object", found: value, at: pointer) }
            let type = object["type"] ?? .string(AuthDraft.Kind.inherit.rawValue)
            var auth = AuthDraft(try Coder<AuthDraft.Kind>.choice.decode(type, pointer.appending(.member("type"))))
            for name in auth.kind.fieldNames {
                guard let member = object[name] else { continue }
                auth[name] = try Coder<String>.string.decode(member, pointer.appending(.member(name)))
            }
            return auth
        },
        encode: { auth in
            let fields = auth.kind.fieldNames.filter { !auth[$0].isEmpty }.map { JSONMember($0, .string(auth[$0])) }
            return .object(JSONObject([JSONMember("type", .string(auth.kind.rawValue))] + fields))
        })
}
