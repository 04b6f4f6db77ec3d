/// The order that people expect of names: case does not count, and numbers go by their value.
enum NaturalOrder {
    /// Whether the left name comes first.
    static func isBefore(_ left: String, _ right: String) -> Bool {
        let (leftKey, rightKey) = (left.lowercased(), right.lowercased())
        guard leftKey != rightKey else { return left < right }
        var (first, second) = (Substring(leftKey), Substring(rightKey))
        while let a = first.first, let b = second.first {
            if a.isWholeNumber, b.isWholeNumber {
                let (m, n) = (takeNumber(&first), takeNumber(&second))
                if m != n { return m.count != n.count ? m.count < n.count : m < n }
            } else if a != b {
                return a < b
            } else {
                first.removeFirst()
                second.removeFirst()
            }
        }
        return first.isEmpty == second.isEmpty ? leftKey < rightKey : first.isEmpty
    }

    /// Whether the left node comes first: by name, and by path where names are equal.
    static func isBefore(_ left: WorkspaceNode, _ right: WorkspaceNode) -> Bool {
        left.name == right.name ? left.path < right.path : isBefore(left.name, right.name)
    }

    /// The digits at the beginning, without leading zeros, so that the longer number is the larger one.
    private static func takeNumber(_ text: inout Substring) -> Substring {
        let digits = text.prefix(while: \.isWholeNumber)
        text = text.dropFirst(digits.count)
        return digits.drop { $0 == "0" }
    }
}
