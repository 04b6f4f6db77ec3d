import Platform
import Testing

@Suite struct CopiedOnWriteTests {
    private struct Owner: Equatable {
        @CopiedOnWrite var text = "a"
    }

    @Test func `only the owner sees a change`() {
        let first = Owner()
        var second = first
        second.text += "b"
        #expect(first.text == "a" && second.text == "ab")
        #expect(first != second)
        second.text = "a"
        #expect(first == second)
    }
}
