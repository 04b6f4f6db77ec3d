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

    // MARK: Searching

    /// The same numbers each time.
    private struct Numbers: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ (state >> 29)
        }
    }

    /// Masks with one pass over the text for each form, the longest first.
    private static func plainlyMasked(_ text: String, _ secrets: Set<String>, isURL: Bool) -> String {
        let forms = Set(secrets.flatMap { SecretMask.forms(of: $0) }.map { Array($0.utf8) })
        var bytes = Array(text.utf8)
        for form in forms.sorted(by: { $0.count != $1.count ? $0.count > $1.count : $0.lexicographicallyPrecedes($1) }) {
            var (result, start) = ([UInt8](), 0)
            while start < bytes.count {
                let end = start + form.count
                if end <= bytes.count, bytes[start] == form[0], bytes[start..<end].elementsEqual(form),
                    !isURL || form.count >= SecretMask.longByteCount
                        || !SecretMask.isOfWord(start > 0 ? bytes[start - 1] : nil)
                            && !SecretMask.isOfWord(end < bytes.count ? bytes[end] : nil)
                {
                    result += Array(SecretMask.sign.utf8)
                    start = end
                } else {
                    result.append(bytes[start])
                    start += 1
                }
            }
            bytes = result
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Secrets of few signs, which overlap each other and the sign that replaces them, in short and in long texts.
    @Test(arguments: 0..<12) func `one pass over a text masks the same as a pass for each form`(seed: Int) {
        var numbers = Numbers(state: UInt64(seed))
        let signs = ["a", "b", "1", "Z", "%", "/", "=", "-", "é", "•", "\""]
        func text(_ counts: ClosedRange<Int>) -> String {
            (0..<Int.random(in: counts, using: &numbers)).map { _ in signs.randomElement(using: &numbers) ?? "" }.joined()
        }
        let likely = Set((0..<4).map { _ in text(4...9) })
        let unlikely = Set((0..<8).map { _ in text(4...9) })
        let mask = SecretMask(likely).adding(unlikely: unlikely)
        let forms = likely.union(unlikely).flatMap { SecretMask.forms(of: $0) }.sorted()
        for count in [1, 5, 80] {
            let shown = (0..<count).map { _ in text(0...3) + (forms.randomElement(using: &numbers) ?? "") }.joined()
            let expected = Self.plainlyMasked(shown, likely.union(unlikely), isURL: false)
            #expect(mask.masked(shown) == expected, "\(shown)")
            #expect(mask.masked(url: shown) == Self.plainlyMasked(shown, likely.union(unlikely), isURL: true), "\(shown)")
        }
    }

    @Test func `a secret of letters and digits is the same in all forms but one`() {
        #expect(SecretMask.forms(of: "a-b_c.1").count == 2)
    }
}
