import Screen
import Widgets
import Workspace

extension RequestState {
    /// The columns and abilities of a section's table or form.
    func shape(of section: RequestSection) -> TableShape {
        switch section {
        case .params: pairs("Add a parameter", .parameters)
        case .headers: pairs("Add a header", .headers)
        case .form: pairs("Add a field", .parameters)
        case .variables: pairs("Add a variable", .parameters)
        case .tags:
            TableShape(columns: [TableColumn("", placeholder: "a word")], hasCheckboxes: false, addTitle: "Add a tag", text: .parameters)
        case .parts:
            TableShape(
                columns: [
                    Self.name, TableColumn("Value (@ for a file)", width: .share(3), placeholder: "text, or @path", role: .headerValue),
                    TableColumn("Content type", width: .share(2), placeholder: "by the file's name"),
                    TableColumn("File name", width: .share(2), placeholder: "the path's last part"),
                ], addTitle: "Add a part", text: .parameters)
        case .captures:
            TableShape(
                columns: [
                    TableColumn("Variable", width: .share(2), role: .headerName),
                    TableColumn("From", width: .share(1), placeholder: "body", showsPlaceholder: true),
                    TableColumn("Query", width: .share(3), placeholder: ".id   $.id   //id   regex:id=(\\d+)", role: .headerValue),
                    TableColumn("Secret", width: .share(1), placeholder: "by name"),
                ], addTitle: "Add a capture", text: .parameters)
        case .assertions:
            TableShape(
                columns: [
                    TableColumn("Subject", width: .share(3), placeholder: "status, body .id", role: .headerName),
                    TableColumn("Comparison", width: .share(2), placeholder: "equals", showsPlaceholder: true),
                    TableColumn("Value", width: .share(2), placeholder: "JSON or text", role: .headerValue),
                ], addTitle: "Add an assertion", text: .parameters)
        default: .form(labelColumns: 20)
        }
    }

    private static let name = TableColumn("Name", width: .share(2), role: .headerName)

    private func pairs(_ addTitle: String, _ text: TableText) -> TableShape {
        let value = TableColumn("Value", width: .share(3), role: .headerValue)
        return TableShape(columns: [Self.name, value], addTitle: addTitle, text: text)
    }
}
