import Screen

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The commands of the Kitty graphics protocol for one picture.
///
/// Source: sw.kovidgoyal.net/kitty/graphics-protocol. `q=2` suppresses the terminal's replies.
enum KittyPicture {
    /// The picture's number in the terminal; a new picture replaces the old one.
    private static let number = 0x4150

    /// The largest number of Base64 characters in one command.
    static let chunkSize = 4096

    /// Queries the protocol with a picture of one pixel that is not stored.
    static let question = "\u{1B}_Gi=\(PictureReply.questionNumber),s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\"

    /// Transmits the pixels without displaying them. Other output may come between the commands, except commands of this protocol.
    static func transmission(of bitmap: Bitmap) -> [String] {
        let text = Array(Data(bitmap.points).base64EncodedString().utf8)
        return stride(from: 0, to: text.count, by: chunkSize).map { start in
            let end = min(text.count, start + chunkSize)
            let first = start == 0 ? "a=t,t=d,f=24,s=\(bitmap.size.width),v=\(bitmap.size.height),i=\(number)," : ""
            return "\u{1B}_G\(first)q=2,m=\(end < text.count ? 1 : 0);\(String(decoding: text[start..<end], as: UTF8.self))\u{1B}\\"
        }
    }

    /// Aborts a transmission; the terminal discards the incomplete picture.
    static let abortion = "\u{1B}_Gq=2,m=0\u{1B}\\"

    /// Displays the picture over cells; the cursor does not move.
    static func placement(in rect: Rect) -> String {
        at(rect) + "\u{1B}_Ga=p,i=\(number),p=1,c=\(rect.width),r=\(rect.height),C=1,q=2\u{1B}\\\u{1B}8"
    }

    /// Removes the picture from the screen; the terminal keeps its data.
    static let removal = "\u{1B}_Ga=d,d=i,i=\(number),q=2\u{1B}\\"

    /// Removes the picture and its data.
    static let deletion = "\u{1B}_Ga=d,d=I,i=\(number),q=2\u{1B}\\"

    /// Saves the cursor (DECSC) and moves it to the first cell of `rect`; `ESC 8` restores it.
    static func at(_ rect: Rect) -> String { "\u{1B}7\u{1B}[\(rect.minY + 1);\(rect.minX + 1)H" }
}
