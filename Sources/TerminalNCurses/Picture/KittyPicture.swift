import Screen

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The commands of Kitty's graphics protocol that one picture needs.
///
/// Source: sw.kovidgoyal.net/kitty/graphics-protocol. `q=2` in each: the terminal says nothing to them.
enum KittyPicture {
    /// The picture's number in the terminal; another picture takes its place.
    private static let number = 0x4150

    /// Base64 characters that one command carries at most.
    static let chunkSize = 4096

    /// Asks whether the protocol is there, with a picture of one point that is not kept.
    static let question = "\u{1B}_Gi=\(PictureReply.questionNumber),s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\"

    /// Hands the points over, without showing them. Other output may come between the commands, but none of this protocol.
    static func transmission(of bitmap: Bitmap) -> [String] {
        let text = Array(Data(bitmap.points).base64EncodedString().utf8)
        return stride(from: 0, to: text.count, by: chunkSize).map { start in
            let end = min(text.count, start + chunkSize)
            let first = start == 0 ? "a=t,t=d,f=24,s=\(bitmap.size.width),v=\(bitmap.size.height),i=\(number)," : ""
            return "\u{1B}_G\(first)q=2,m=\(end < text.count ? 1 : 0);\(String(decoding: text[start..<end], as: UTF8.self))\u{1B}\\"
        }
    }

    /// Ends a transmission before its time; the terminal drops what is too short.
    static let abortion = "\u{1B}_Gq=2,m=0\u{1B}\\"

    /// Shows the picture over cells; the cursor stays.
    static func placement(in rect: Rect) -> String {
        at(rect) + "\u{1B}_Ga=p,i=\(number),p=1,c=\(rect.width),r=\(rect.height),C=1,q=2\u{1B}\\\u{1B}8"
    }

    /// Takes the picture off the screen; the terminal keeps it.
    static let removal = "\u{1B}_Ga=d,d=i,i=\(number),q=2\u{1B}\\"

    /// Takes the picture off the screen and has the terminal forget it.
    static let deletion = "\u{1B}_Ga=d,d=I,i=\(number),q=2\u{1B}\\"

    /// Notes the cursor (DECSC) and moves it to the first of the cells; `ESC 8` brings it back.
    static func at(_ rect: Rect) -> String { "\u{1B}7\u{1B}[\(rect.minY + 1);\(rect.minX + 1)H" }
}
