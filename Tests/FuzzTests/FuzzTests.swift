import Foundation
import Testing

/// Gives every parser inputs that are nearly right. A few hundred in every run of the tests; `make fuzz` gives many more.
///
/// The inputs depend on `FUZZ_SEED` alone; `FUZZ_TARGET` chooses one parser. A trap names the parser; with `FUZZ_TRACE=1` the last number written is that of its input.
@Suite(.serialized, .timeLimit(.minutes(10))) struct FuzzTests {
    private static let count = number("FUZZ_COUNT") ?? 300
    private static let seed = UInt64(number("FUZZ_SEED") ?? 1)
    private static let traces = number("FUZZ_TRACE") == 1

    private static let targets = FuzzTarget.all.filter { [nil, $0.name].contains(ProcessInfo.processInfo.environment["FUZZ_TARGET"]) }

    @Test(arguments: targets) func terminatesForMutatedInput(_ target: FuzzTarget) {
        var mutator = Mutator(seeds: target.seeds, tokens: target.tokens, seed: Self.seed)
        var byteCount = 0
        for number in 0..<Self.count {
            let input = mutator.next()
            if Self.traces { FileHandle.standardError.write(Data("\(target.name) \(number): \(Data(input).base64EncodedString())\n".utf8)) }
            target.parse(input)
            byteCount += input.count
        }
        #expect(byteCount > 0, "\(target.name) was given nothing")
    }

    @Test func namesAreUnique() {
        #expect(Set(FuzzTarget.all.map(\.name)).count == FuzzTarget.all.count)
    }

    private static func number(_ variable: String) -> Int? { ProcessInfo.processInfo.environment[variable].flatMap { Int($0) } }
}
