/// Which containers are open, one bit for each, so that a million levels take 125 kilobytes.
struct JSONContainerStack: Sendable {
    private var words: [UInt64] = []
    private(set) var depth = 0
    /// Whether the innermost container is an object.
    private(set) var isObject = false

    @inline(__always)
    mutating func push(isObject: Bool) {
        let (word, bit) = (depth >> 6, UInt64(depth & 63))
        if word == words.count { words.append(0) }
        words[word] = words[word] & ~(1 << bit) | ((isObject ? 1 : 0) << bit)
        depth += 1
        self.isObject = isObject
    }

    /// The stack must not be empty.
    @inline(__always)
    mutating func pop() {
        depth -= 1
        let top = depth - 1
        isObject = depth > 0 && words[top >> 6] >> UInt64(top & 63) & 1 == 1
    }
}
