import HTTP
import Testing

@Suite struct URIReferenceTests {
    /// The base and examples of RFC 3986 section 5.4.
    @Test(arguments: [
        ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"),
        ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"), ("g?y#s", "http://a/b/c/g?y#s"), ("#s", "http://a/b/c/d;p?q#s"),
        ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("../g", "http://a/b/g"), ("../../../g", "http://a/g"),
        ("g;x=1/../y", "http://a/b/c/y"), ("g?y/../x", "http://a/b/c/g?y/../x"),
    ])
    func `a reference is resolved against a base`(reference: String, expected: String) {
        #expect(URIReference(reference).resolved(against: URIReference("http://a/b/c/d;p?q")).text == expected)
    }

    @Test func `a resolved reference is not encoded again`() {
        #expect(URIReference("/{{a}}|é?q=[1]").resolved(against: URIReference("https://h")).text == "https://h/{{a}}|é?q=[1]")
    }

    @Test(arguments: [("/a/../b", "/b"), ("/..", "/"), ("/a/.", "/a/"), ("/a//../b", "/a/b"), ("/a", "/a")])
    func `dots are removed from a path`(path: String, expected: String) { #expect(URIReference.removingDots(path) == expected) }
}
