@testable import Comparison
import Testing

@Suite struct SequenceAlignmentTests {
    private static let cases: [(String, String, Int)] = [
        ("", "", 0), ("abc", "", 0), ("abc", "abc", 3), ("abcabba", "cbabac", 4), ("aaaa", "aa", 2), ("abcdef", "xbcdyf", 4),
        ("abab", "baba", 3), ("abc", "xyz", 0),
    ]

    @Test(arguments: cases) func findsTheLongestCommonSequence(old: String, new: String, count: Int) {
        let runs = SequenceAlignment.runs(old.utf8.map(UInt64.init), new.utf8.map(UInt64.init))
        #expect(runs.reduce(0) { $0 + $1.count } == count)
    }

    @Test(arguments: 0..<200) func alignedRunsAreEqualAndAscending(seed: Int) {
        var random = JSONMutator(seed: UInt64(seed))
        let letters = UInt64(2 + seed % 40)
        let old = (0..<Int.random(in: 0..<400, using: &random)).map { _ in UInt64.random(in: 0..<letters, using: &random) }
        let new = seed % 2 == 0 ? old.filter { _ in Bool.random(using: &random) } : old.shuffled(using: &random)
        var (oldEnd, newEnd) = (0, 0)
        for run in SequenceAlignment.runs(old, new) {
            #expect(run.old >= oldEnd && run.new >= newEnd && run.count > 0)
            #expect(old[run.old..<run.old + run.count] == new[run.new..<run.new + run.count])
            (oldEnd, newEnd) = (run.old + run.count, run.new + run.count)
        }
        if seed % 2 == 0 { #expect(SequenceAlignment.runs(old, new).reduce(0) { $0 + $1.count } > new.count / 2 || new.count < 10) }
    }

    @Test func longEditsAreFoundInParts() {
        let old = (0..<3000).map { UInt64($0 % 2) }
        let new = (0..<3000).map { UInt64($0 % 3 == 0 ? 1 : 0) }
        #expect(!SequenceAlignment.runs(old, new).isEmpty)
    }
}
