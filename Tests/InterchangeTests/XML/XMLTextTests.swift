import Testing

@testable import Interchange

@Suite struct XMLTextTests {
    @Test func `elements are on separate lines, and text stays next to its tags`() throws {
        let source = "<?xml version=\"1.0\"?><a x='1'><b>text <i>in</i></b><c/><d><e>1</e></d><f></f><!-- note --></a>"
        #expect(
            try XMLText.pretty(source)
                == """
                <?xml version="1.0"?>
                <a x='1'>
                  <b>text <i>in</i></b>
                  <c/>
                  <d>
                    <e>1</e>
                  </d>
                  <f></f>
                  <!-- note -->
                </a>

                """)
        #expect(try XMLText.pretty(XMLText.pretty(source)) == XMLText.pretty(source))
    }

    @Test(arguments: [
        ("<a><b></a>", 6), ("<a>", 0), ("<a/><b/>", 4), ("<a>&x</a>", 3), ("<a x=1/>", 5), ("text", 0), ("", 0), ("<a x='1", 5),
        ("<a><!-- </a>", 3), ("<a <b/></a>", 3), ("</a>", 0), ("<a>< </a>", 3),
    ])
    func `faults have their place`(_ text: String, _ offset: Int) {
        let error = #expect(throws: XMLError.self) { try XMLText.pretty(text) }
        #expect(error?.offset == offset)
    }

    @Test(arguments: ["<a/>", "<!DOCTYPE a [<!ELEMENT a ANY>]><a/>", "<a><![CDATA[<b>]]></a>", "<a x='>'/>", "<a>&amp;&#10;</a>"])
    func `well-formed texts have no problem`(_ text: String) { #expect(throws: Never.self) { try XMLText.pretty(text) } }
}
