import Widgets
import Workspace

/// How a request is sent, as rows of a form: one for each of the table of options. An empty value is inherited.
enum OptionFields {
    static func rows(of options: RequestOptions) -> [TableRow] {
        // Nothing is read where nothing is set, as at the start of the program.
        let isEmpty = options == RequestOptions()
        return RequestOption.all.map { option in
            let value = isEmpty ? "" : option.typed(in: options)
            let isSecret = option.isSecret && !value.isEmpty && !value.hasPrefix("{{")
            var row = TableRow([option.label, value], isSecret: isSecret, choices: option.choices.isEmpty ? [] : [""] + option.choices)
            // A variable that a file has in the place of a word is edited as the text that it is.
            row.takesAnyText = !row.choices.isEmpty && value.contains("{{")
            return row
        }
    }

    /// Puts what was typed in; what cannot be taken leaves the option as it was, and is kept beside.
    static func store(_ rows: [TableRow], in options: inout RequestOptions) {
        for (option, row) in zip(RequestOption.all, rows) { option.keep(row[1].trimmed, in: &options) }
    }

    /// The rows with what is wrong beside each.
    static func validated(_ rows: [TableRow]) -> [TableRow] {
        zip(RequestOption.all, rows).map { option, row in
            var row = row
            var scratch = RequestOptions()
            row.problem = option.take(row[1].trimmed, in: &scratch)
            return row
        }
    }

    /// The rows with what an empty one means, and with the environments that there are to choose from.
    static func explained(_ rows: [TableRow], _ inherited: InheritedOptions, environments: [String]) -> [TableRow] {
        zip(RequestOption.all, rows).map { option, row in
            var row = row
            row.placeholder = inherited.meaning(of: option)
            if option.name == environmentName, !environments.isEmpty {
                row.choices = [""] + environments
                row.takesAnyText = true
            }
            return row
        }
    }

    /// The help for a row.
    static func help(_ row: Int, _ inherited: InheritedOptions) -> String? {
        guard RequestOption.all.indices.contains(row) else { return nil }
        let option = RequestOption.all[row]
        return "\(option.label): \(option.help) Left empty, \(inherited.meaning(of: option))."
    }

    /// The environment that the rows name; nil where they name none.
    static func environment(_ rows: [TableRow]) -> String? {
        guard let index = RequestOption.all.firstIndex(where: { $0.name == environmentName }), rows.indices.contains(index) else {
            return nil
        }
        let name = rows[index][1].trimmed
        return name.isEmpty ? nil : name
    }

    /// True if a row's value is the path of a file.
    static func holdsPath(_ row: Int) -> Bool { RequestOption.all.indices.contains(row) && RequestOption.all[row].isPath }

    private static let environmentName = "environment"
}
