import Platform
import Testing

@Suite struct PercentEncodingTests {
    @Test(arguments: [
        ("", ""), ("a-b._~9", "a-b._~9"), ("a b", "a%20b"), ("é%", "%C3%A9%25"), ("\u{0}\u{7F}", "%00%7F"),
    ])
    func `bytes outside the set are escaped, and come back`(text: String, encoded: String) {
        #expect(text.percentEncoded(keeping: .unreserved) == encoded)
        #expect(encoded.percentDecoded() == text)
    }

    @Test(arguments: [
        (ASCIISet.path, "/a/!$&'()*+,;=:@"), (.queryItem, "a/?!$'()*,;:@"), (.visible, "!\"#%[]^`{|}~"), (.alphanumeric, "azAZ09"),
    ])
    func `a set keeps its members`(set: ASCIISet, text: String) { #expect(text.percentEncoded(keeping: set) == text) }

    @Test(arguments: [(ASCIISet.path, "?#[]%"), (.queryItem, "&=+#"), (.visible, " \n"), (.unreserved, "/:@!"), (.alphanumeric, "@[`{/:-")])
    func `a set lacks all other bytes`(set: ASCIISet, text: String) {
        #expect(!text.utf8.contains { set.contains($0) })
        #expect(!(UInt8(128)...255).contains { set.contains($0) })
    }

    @Test(arguments: [
        ("%4a%4A", "JJ"), ("100%", "100%"), ("%4", "%4"), ("%zz%20", "%zz "), ("%%41", "%A"), ("%ff", "\u{FFFD}"), ("a+b", "a+b"),
    ])
    func `text without escapes stays unchanged`(text: String, decoded: String) { #expect(text.percentDecoded() == decoded) }

    @Test(arguments: [("a+b%2B", "a b+"), ("+", " "), ("ab", "ab")])
    func `plus signs decode to spaces in forms`(text: String, decoded: String) {
        #expect(text.percentDecoded(plusIsSpace: true) == decoded)
    }

    @Test func `pairs of a form, with and without values`() {
        let pairs = "a+b=c%2Bd&&flag&x=&=y&a=1=2".formPairs
        #expect(pairs.map(\.name) == ["a b", "flag", "x", "", "a"])
        #expect(pairs.map(\.value) == ["c+d", nil, "", "y", "1=2"])
        #expect("".formPairs.isEmpty)
    }
}
