extension String {
    /// True if the text contains `wanted`. A longer text than this one is not searched for.
    func has(_ wanted: some StringProtocol) -> Bool {
        wanted.utf8.count <= utf8.count && contains(wanted)
    }
}
