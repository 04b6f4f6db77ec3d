import JSON

extension RequestOptions: Formatted {
    static let blank = Self()

    /// The options of the table; those with a dot in their names stand in an object together.
    static let fields: [Field<RequestOptions>] = {
        var groups: [(name: String, members: [RequestOption])] = []
        for option in RequestOption.all {
            let group = String(option.name.prefix { $0 != "." })
            if let index = groups.firstIndex(where: { $0.name == group }) {
                groups[index].members.append(option)
            } else {
                groups.append((group, [option]))
            }
        }
        return groups.map { name, members in
            members[0].name == name ? Field(members[0]) : Field(name, members)
        }
    }()
}

extension Field<RequestOptions> {
    fileprivate init(_ option: RequestOption) {
        self.init(option.name, read: option.access.decode, write: option.access.encode)
    }

    fileprivate init(_ group: String, _ options: [RequestOption]) {
        let members = options.map { (name: String($0.name.dropFirst(group.count + 1)), access: $0.access) }
        self.init(
            group,
            read: { value, pointer, root throws(FormatError) in
                guard let object = value.object else { throw .expected("an object", found: value, at: pointer) }
                for member in members {
                    guard let value = object[member.name] else { continue }
                    try member.access.decode(value, pointer.appending(.member(member.name)), &root)
                }
            },
            write: { root in
                let said = members.compactMap { member in member.access.encode(root).map { JSONMember(member.name, $0) } }
                return said.isEmpty ? nil : .object(JSONObject(said))
            })
    }
}
