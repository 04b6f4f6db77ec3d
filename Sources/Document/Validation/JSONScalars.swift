/// Numbers, words and escapes as JSON wants them (RFC 8259, sections 3, 6 and 7).
enum JSONScalars {
    /// What is wrong with a number or a word.
    static func fault(_ text: Slice<UnsafeRawBufferPointer>) -> JSONFault.Kind? {
        switch text.first ?? 0 {
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): isNumber(text) ? nil : .number
        case UInt8(ascii: "t"): text.elementsEqual("true".utf8) ? nil : .word
        case UInt8(ascii: "f"): text.elementsEqual("false".utf8) ? nil : .word
        case UInt8(ascii: "n"): text.elementsEqual("null".utf8) ? nil : .word
        case UInt8(ascii: "/"): [UInt8(ascii: "/"), UInt8(ascii: "*")].contains(text.dropFirst().first) ? .comment : .unexpectedText
        case UInt8(ascii: "#"): .comment
        case UInt8(ascii: "<"), UInt8(ascii: "\\"), UInt8(ascii: "'"), UInt8(ascii: "`"): .unexpectedText
        default: .word
        }
    }

    static func isNumber(_ text: Slice<UnsafeRawBufferPointer>) -> Bool {
        var rest = text
        if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
        if rest.first == UInt8(ascii: "0") {
            rest.removeFirst()
        } else if dropDigits(&rest) == 0 {
            return false
        }
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            if dropDigits(&rest) == 0 { return false }
        }
        if let letter = rest.first, letter | 0x20 == UInt8(ascii: "e") {
            rest.removeFirst()
            if let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { rest.removeFirst() }
            if dropDigits(&rest) == 0 { return false }
        }
        return rest.isEmpty
    }

    /// Whether what stands after a backslash is an escape. Fewer than five bytes may follow at the end of the text.
    static func isEscape(_ text: Slice<UnsafeRawBufferPointer>) -> Bool {
        switch text.first {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "n"),
            UInt8(ascii: "r"), UInt8(ascii: "t"):
            true
        case UInt8(ascii: "u"): text.count >= 5 && text.dropFirst().prefix(4).allSatisfy(isHexDigit)
        default: false
        }
    }

    private static func dropDigits(_ text: inout Slice<UnsafeRawBufferPointer>) -> Int {
        let start = text.startIndex
        var index = start
        while index < text.endIndex, text.base[index] &- 0x30 < 10 { index += 1 }
        text = text.base[index..<text.endIndex]
        return index - start
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 6
    }
}
