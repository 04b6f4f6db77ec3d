import Hashing
import Testing

@Suite struct SplitMix64Tests {
    /// The first numbers that the reference implementation gives for the seed 1234567.
    @Test func matchesTheReferenceImplementation() {
        var generator = SplitMix64(seed: 1_234_567)
        #expect((0..<3).map { _ in generator.next() } == [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423])
    }

    @Test func staysWithinTheBound() {
        var generator = SplitMix64(seed: 1)
        #expect(Set((0..<100).map { _ in generator.next(below: 3) }) == [0, 1, 2])
        #expect(generator.next(below: 0) == 0)
    }
}
