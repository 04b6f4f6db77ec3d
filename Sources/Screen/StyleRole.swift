/// The role of a piece of the screen; a theme defines its style.
///
/// Drawing code names a role and never a colour. The raw value is a cell's byte, so the order may change between versions.
public enum StyleRole: UInt8, CaseIterable, Sendable {
    // The frame.
    case text, textMuted, textDisabled, textStrong
    case surfaceBase, surfaceRaised, surfaceOverlay
    case titleBar, titleBarAccent, footer, footerKey, footerLayerNav, footerLayerEdit
    case paneBorder, paneBorderFocused, paneTitle, paneTitleFocused
    case tab, tabSelected, tabSelectedFocused, tabCount, tabRule, tabIndicator
    case scrollbar, scrollbarThumb, progress, progressTrack

    // Lists, tables and fields.
    case cursorRow, cursorRowFocused, selection, match, matchCurrent
    case tableHeader, fieldLabel, field, fieldLine, fieldFocused, fieldInvalid, placeholder
    case button, buttonFocused, buttonDanger
    case checkOn, checkOff
    case suggestionSelected, suggestionMatch
    case chip, chipSelected

    // Windows over the rest.
    case modalBorder, modalTitle, shadow
    case toast, toastWarning, toastError

    // Meaning.
    case success, warning, error, information, link, unsaved, variable, variableUndefined, secret, control
    case environmentChipNone, environmentChip, environmentChipProtected

    // HTTP.
    case urlDimmed
    case methodGet, methodPost, methodPut, methodPatch, methodDelete, methodOther
    case methodChipGet, methodChipPost, methodChipPut, methodChipPatch, methodChipDelete, methodChipOther
    case statusInformational, statusSuccess, statusRedirect, statusClientError, statusServerError
    case statusChipInformational, statusChipSuccess, statusChipRedirect, statusChipClientError, statusChipServerError
    case headerName, headerValue

    // Code.
    case codeKey, codeString, codeNumber, codeKeyword, codePunctuation, codeBracketMatch
    case codeTag, codeAttribute, codeComment, codeError, codeFold, codeLineNumber, codeLineNumberCurrent

    // Timing bars.
    case timingQueue, timingResolve, timingConnect, timingSecure, timingSend, timingWait, timingReceive

    // Differences between two responses.
    case differenceAdded, differenceRemoved, differenceChanged

    /// The name of the role in theme files.
    public var name: String { "\(self)" }

    /// True for a role with its own background, such as a chip or a selected row. All other roles show the surface they are drawn on.
    public var isFilled: Bool {
        switch self {
        case .surfaceBase, .surfaceRaised, .surfaceOverlay, .titleBar, .footer, .footerLayerNav, .footerLayerEdit,
            .cursorRow, .cursorRowFocused, .selection, .match, .matchCurrent, .field, .fieldFocused, .fieldInvalid,
            .button, .buttonFocused, .buttonDanger, .suggestionSelected, .chip, .chipSelected,
            .shadow, .toast, .toastWarning, .toastError,
            .environmentChipNone, .environmentChip, .environmentChipProtected,
            .methodChipGet, .methodChipPost, .methodChipPut, .methodChipPatch, .methodChipDelete, .methodChipOther,
            .statusChipInformational, .statusChipSuccess, .statusChipRedirect, .statusChipClientError, .statusChipServerError,
            .codeBracketMatch, .differenceAdded, .differenceRemoved, .differenceChanged:
            true
        default: false
        }
    }

    /// The role of the same element while another one has the focus.
    var unfocused: StyleRole {
        switch self {
        case .paneBorderFocused, .modalBorder: .paneBorder
        case .paneTitleFocused, .modalTitle: .paneTitle
        case .tabSelectedFocused: .tabSelected
        case .cursorRowFocused: .cursorRow
        case .fieldFocused: .field
        case .buttonFocused: .button
        default: self
        }
    }
}
