import TestFixtures
import Testing

@testable import Workspace

/// Secrets of which most texts contain none, so that their forms are made only for the others.
@Suite struct UnlikelySecretTests {
    private static let secrets = [
        "s3cr+t/ä", "s%3Aabc123", "a0f7%7be%3A1%2C", "first?second=abcdef", "head#abcdefgh", "k1-n9", #"{"id":"a0f7e-7","x":1}"#,
        "ab12-cd34.ef56_gh78~9", "=+=+=+=+", "ünï cödé 1234", "a<b>&'c'12",
    ]

    @Test(arguments: secrets) func `an unlikely secret is masked in every form`(secret: String) {
        let (mask, other) = (SecretMask().adding(unlikely: [secret]), SecretMask([secret]))
        #expect(!mask.isEmpty && mask.longestByteCount == other.longestByteCount)
        for form in SecretMask.forms(of: secret) where form.utf8.count >= 4 {
            for text in [form, "a\(form)b \(form)", "see \(form.prefix(9))…", "nothing"] {
                #expect(mask.masked(text) == other.masked(text), "\(text)")
                #expect(mask.masked(url: "http://h/\(text)") == other.masked(url: "http://h/\(text)"), "\(text)")
            }
            let cut = Array("x \(form)".utf8.dropLast())
            #expect(mask.masked(cut: cut) == other.masked(cut: cut))
            #expect(SecretMask.Finder(mask).mask(of: cut) == SecretMask.Finder(other).mask(of: cut))
        }
    }

    @Test(arguments: secrets) func `an unlikely secret is found in a file`(secret: String) throws {
        let folder = TemporaryFolder()
        try folder.write("some \(secret) text", to: "with")
        try folder.write("some text", to: "without")
        let mask = SecretMask(["other secret"]).adding(unlikely: [secret])
        #expect(mask.isFound(inFileAt: folder.path + "/with", isCut: false))
        #expect(!mask.isFound(inFileAt: folder.path + "/without", isCut: false))
    }

    @Test func `a longer secret that contains another one is masked as a whole`() {
        let mask = SecretMask(["abcd1"]).adding(unlikely: ["abcd1234", "no"]).adding(["abcd123456"])
        #expect(mask.masked("abcd1 abcd1234 abcd123456 no") == "•••• •••• •••• no")
        #expect(SecretMask().adding(unlikely: ["no"]).isEmpty)
    }
}
