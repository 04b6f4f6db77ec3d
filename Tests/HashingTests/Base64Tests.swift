import Hashing
import Testing

@Suite struct Base64Tests {
    /// RFC 4648 section 10, and bytes in which the alphabets differ.
    @Test(arguments: [
        ("", "", ""), ("f", "Zg==", "Zg"), ("fo", "Zm8=", "Zm8"), ("foo", "Zm9v", "Zm9v"), ("foob", "Zm9vYg==", "Zm9vYg"),
        ("fooba", "Zm9vYmE=", "Zm9vYmE"), ("foobar", "Zm9vYmFy", "Zm9vYmFy"), ("~~?>", "fn4/Pg==", "fn4_Pg"),
        ("~~>>", "fn4+Pg==", "fn4-Pg"),
    ])
    func writesBothAlphabets(text: String, standard: String, url: String) {
        #expect(Base64.encode(Array(text.utf8)) == standard)
        #expect(Base64.encodeForURL(Array(text.utf8)) == url)
        #expect(Base64.decode(standard) == Array(text.utf8))
    }

    @Test(arguments: ["Zg", "Zg=", "Z g==", "Zg==\n", "_-=="])
    func refusesInvalidBase64(text: String) {
        #expect(Base64.decode(text) == nil)
    }
}
