import Testing

@testable import DemoServer

@Suite struct EntityTagTests {
    @Test(arguments: [
        ("\"a\"", true, true), ("*", true, true), ("\"b\", \"a\"", true, true), ("W/\"a\"", true, false), ("\"b\"", false, false),
        ("a", false, false),
        ("", false, false),
    ])
    func comparesTags(condition: String, weakly: Bool, strongly: Bool) {
        #expect(EntityTag.matches("a", condition: condition, isWeak: true) == weakly)
        #expect(EntityTag.matches("a", condition: condition, isWeak: false) == strongly)
    }
}
