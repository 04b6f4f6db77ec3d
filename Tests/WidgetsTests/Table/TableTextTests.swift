import Testing

@testable import Widgets

@Suite struct TableTextTests {
    @Test(arguments: [
        ("Accept: */*\nX-A: 1", [TableRow(["Accept", "*/*"]), TableRow(["X-A", "1"])]),
        ("# Accept: */*", [TableRow(["Accept", "*/*"], isEnabled: false)]),
        ("#Accept:*/*\r\n\r\n", [TableRow(["Accept", "*/*"], isEnabled: false)]),
        ("  Accept :  a:b  ", [TableRow(["Accept", "a:b"])]),
        ("Accept", [TableRow(["Accept", ""])]),
        (":", [TableRow(["", ""])]),
        ("a: \\d+", [TableRow(["a", "\\d+"])]),
        ("a\\:b: c\\nd", [TableRow(["a:b", "c\nd"])]),
        ("", []), (" \n\t\n", []),
    ])
    func `lines of text become rows`(text: String, rows: [TableRow]) {
        #expect(TableText.headers.read(text) == rows)
    }

    @Test(arguments: [
        [TableRow(["a", "b"])], [TableRow(["", ""])], [TableRow(["", ""], isEnabled: false)], [TableRow(["#a", "#b"])],
        [TableRow(["a:b=c", "d:e=f"])], [TableRow([" a ", " b "])], [TableRow([" ", "\t"])], [TableRow(["a\nb", "c\r\nd"])],
        [TableRow(["\\", "\\"])], [TableRow(["\\n", "\\\n"])], [TableRow(["a\\", "C:\\new\\"])], [TableRow(["a\\:", "\\d\\:\\s"])],
        [TableRow(["a", "\u{301}x"]), TableRow(["e\u{301}:\u{301}", "日本"])], [TableRow(["# a", "\\# b"], isEnabled: false)],
    ])
    func `written rows are read back`(rows: [TableRow]) {
        for style in [TableText.headers, .parameters] {
            #expect(style.read(style.write(rows)) == rows)
        }
    }

    @Test func `rows are written in their usual notation`() {
        let rows = [TableRow(["Accept", "*/*"]), TableRow(["X", "C:\\dir"], isEnabled: false)]
        #expect(TableText.headers.write(rows) == "Accept: */*\n# X: C:\\dir")
        #expect(TableText.parameters.write(rows) == "Accept=*/*\n# X=C:\\dir")
    }

    @Test func `cells outside the text stay with the row of the same name`() {
        let old = [TableRow(["a", "1", "first"]), TableRow(["a", "2", "second"]), TableRow(["b", "3", "third"])]
        #expect(
            TableText.parameters.read("b=9\na=1\na=2\nc=", keeping: old)
                == [TableRow(["b", "9", "third"]), TableRow(["a", "1", "first"]), TableRow(["a", "2", "second"]), TableRow(["c", ""])])
    }
}
