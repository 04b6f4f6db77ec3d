extension WorkspaceState {
    /// Chooses an environment that was just made; the choice goes back when that is undone.
    mutating func choose(newEnvironment path: String) {
        let collection = collection(of: path)
        choicesBefore[path] = chosenEnvironments[collection]
        chosenEnvironments[collection] = path
    }

    /// Lets go of what was deleted: a collection, or an environment, whose place that one takes which was chosen before it was made.
    mutating func letGo(ofEnvironmentsAt path: String) {
        for (collection, environment) in chosenEnvironments where environment == path || collection == path {
            chosenEnvironments[collection] = environment == path ? choicesBefore[path] : nil
            if environment == path { deletedChoices.insert(path) }
        }
    }

    /// Chooses an environment again that was chosen when it was deleted.
    mutating func environmentCameBack(_ path: String) {
        if deletedChoices.remove(path) != nil { choose(newEnvironment: path) }
    }

    /// Gives environments their new paths.
    mutating func followEnvironments(_ moved: (String) -> String?) {
        for (collection, environment) in chosenEnvironments {
            guard let new = moved(environment) else { continue }
            chosenEnvironments[moved(collection) ?? collection] = new
        }
        for (environment, before) in choicesBefore {
            let before = moved(before) ?? before
            choicesBefore[environment] = nil
            choicesBefore[moved(environment) ?? environment] = before
        }
    }
}
