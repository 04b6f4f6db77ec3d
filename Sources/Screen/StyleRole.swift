/// The role of a piece of the screen; a theme defines its style.
///
/// Drawing code names a role and never a colour. The raw value is a cell's byte, so the order may change between versions.
public enum StyleRole: UInt8, CaseIterable, Sendable {
    // The frame.
    case text, textMuted, textDisabled, textStrong
    case titleBar, titleBarAccent, footer, footerKey, footerLayerNav, footerLayerEdit
    case paneBorder, paneBorderFocused, paneTitle, paneTitleFocused
    case tab, tabSelected, tabSelectedFocused
    case scrollbar, scrollbarThumb

    // Lists, tables and fields.
    case cursorRow, cursorRowFocused, selection, match, matchCurrent
    case tableHeader, fieldLabel, field, fieldFocused, placeholder
    case button, buttonFocused, buttonDisabled
    case checkOn, checkOff

    // Windows over the rest.
    case modal, modalBorder, modalTitle, shadow
    case toast, toastWarning, toastError

    // Meaning.
    case success, warning, error, information, link, unsaved, variable, variableUndefined, secret, control

    // HTTP.
    case methodGet, methodPost, methodPut, methodPatch, methodDelete, methodOther
    case statusInformational, statusSuccess, statusRedirect, statusClientError, statusServerError
    case headerName, headerValue

    // Code.
    case codeKey, codeString, codeNumber, codeKeyword, codePunctuation, codeBracketMatch
    case codeTag, codeAttribute, codeComment, codeError, codeFold, codeLineNumber, codeLineNumberCurrent, codeIndentGuide

    // Timing bars.
    case timingQueue, timingResolve, timingConnect, timingSecure, timingSend, timingWait, timingReceive

    // What changed between two answers.
    case differenceAdded, differenceRemoved, differenceChanged

    /// The name of the role in theme files.
    public var name: String { "\(self)" }
}
