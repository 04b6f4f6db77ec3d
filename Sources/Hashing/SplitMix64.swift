/// A fast random number generator with a seed: the same seed always gives the same numbers. For test data, never for secrets.
///
/// Source: Steele, Lea, Flood, “Fast splittable pseudorandom number generators”, OOPSLA 2014.
package struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) {
        state = seed
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number below `bound`, for bounds for which the remainder's bias is negligible; 0 if `bound` is not positive.
    package mutating func next(below bound: Int) -> Int { bound > 0 ? Int(next() % UInt64(bound)) : 0 }
}
