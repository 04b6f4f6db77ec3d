import Platform
import Testing

@Suite struct SharedValuesTests {
    private struct Owner: Hashable {
        @CopiedOnWrite var text = "a"
    }

    @Test func `a change of a copy does not change the original`() {
        let first = Owner()
        var second = first
        second.text += "b"
        #expect(first.text == "a" && second.text == "ab")
        #expect(first != second)
        second.text = "a"
        #expect(first == second)
        #expect(Set([first, second, Owner(text: "b")]).count == 2)
    }

    @Test func `shared values are equal if the values are`() {
        #expect(Shared("a") == Shared("a"))
        #expect(Shared("a") != Shared("b"))
        #expect(Set([Shared("a"), Shared("a")]).count == 1)
    }

    @Test func `several owners use an open file`() throws {
        let file = try Shared(Descriptor(opening: "/dev/zero", O_RDONLY))
        let owners = [file, file]
        #expect(try owners.map { try $0.value.read(2) } == [[0, 0], [0, 0]])
    }
}
