extension String {
    /// Whether `wanted` stands somewhere in it. Looking for a text takes time by its length: one that is longer is not looked for.
    func has(_ wanted: some StringProtocol) -> Bool {
        wanted.utf8.count <= utf8.count && contains(wanted)
    }
}
