extension DynamicValues {
    static let personFunctions: [String: Function] = [
        "randomFirstName": { $0.pick(firstNames) },
        "randomLastName": { $0.pick(lastNames) },
        "randomFullName": { "\($0.pick(firstNames)) \($0.pick(lastNames))" },
        "randomNamePrefix": { $0.pick(["Dr.", "Miss", "Mr.", "Mrs.", "Ms."]) },
        "randomNameSuffix": { $0.pick(["I", "II", "III", "IV", "V", "DDS", "DVM", "Jr.", "MD", "PhD", "Sr."]) },
        "randomJobArea": { $0.pick(jobAreas) },
        "randomJobDescriptor": { $0.pick(jobDescriptors) },
        "randomJobTitle": { "\($0.pick(jobDescriptors)) \($0.pick(jobAreas)) \($0.pick(jobTypes))" },
        "randomJobType": { $0.pick(jobTypes) },
    ]

    static let placeFunctions: [String: Function] = [
        "randomPhoneNumber": { "\($0.digits(3))-\($0.digits(3))-\($0.digits(4))" },
        "randomPhoneNumberExt": { "\($0.digits(2))-\($0.digits(3))-\($0.digits(3))-\($0.digits(4))" },
        "randomCity": {
            $0.pick(["North ", "South ", "New ", "Port ", ""]) + $0.pick(lastNames) + $0.pick(["burgh", "bury", "haven", "ton", "ville"])
        },
        "randomStreetName": { $0.street() },
        "randomStreetAddress": { "\($0.number(1...9999)) \($0.street())" },
        "randomCountry": { $0.pick(countries.map(\.name)) },
        "randomCountryCode": { $0.pick(countries.map(\.code)) },
        "randomLatitude": { $0.decimal(-90...90, digits: 4) },
        "randomLongitude": { $0.decimal(-180...180, digits: 4) },
    ]

    private mutating func street() -> String {
        pick(Self.lastNames) + " "
            + pick(["Avenue", "Bridge", "Gardens", "Hill", "Island", "Lane", "Mews", "Road", "Springs", "Street", "Way"])
    }

    static let firstNames = [
        "Ada", "Alan", "Amira", "Anton", "Bela", "Carla", "Cecil", "Chidi", "Clara", "Dana", "Dario", "Edith", "Elif", "Emil", "Esther",
        "Fatima", "Felix", "Frida", "Grace", "Hana", "Hugo", "Ines", "Ivan", "Jonas", "Judith", "Kenji", "Lena", "Leo", "Luca", "Malik",
        "Maria", "Mila", "Nadia", "Nils", "Nora", "Olga", "Omar", "Oscar", "Paula", "Pavel", "Priya", "Rosa", "Samir", "Selma", "Sofia",
        "Tariq", "Thea", "Tomas", "Vera", "Wanda", "Yara", "Yuki", "Zoe",
    ]
    static let lastNames = [
        "Abbott", "Almeida", "Bauer", "Becker", "Berg", "Castillo", "Costa", "Dahl", "Dubois", "Eriksen", "Farkas", "Fischer", "Fontaine",
        "Garcia", "Hansen", "Horvath", "Ivanova", "Jansen", "Keller", "Kovacs", "Kumar", "Larsen", "Lopez", "Marino", "Meyer", "Moreau",
        "Nakamura", "Novak", "Okafor", "Olsen", "Park", "Peeters", "Popescu", "Ramos", "Rossi", "Sato", "Schmidt", "Silva", "Singh",
        "Tanaka",
        "Torres", "Vargas", "Virtanen", "Wagner", "Weber", "Wójcik", "Yilmaz", "Zhang",
    ]
    private static let jobAreas = [
        "Accounts", "Applications", "Assurance", "Branding", "Configuration", "Data", "Factors", "Identity", "Infrastructure",
        "Integration", "Interactions", "Intranet", "Markets", "Mobility", "Operations", "Quality", "Research", "Response", "Security",
        "Solutions", "Usability", "Web",
    ]
    private static let jobDescriptors = [
        "Central", "Chief", "Corporate", "Customer", "Direct", "District", "Dynamic", "Forward", "Future", "Global", "Human", "Internal",
        "International", "Investor", "Lead", "Legacy", "National", "Principal", "Product", "Regional", "Senior",
    ]
    private static let jobTypes = [
        "Administrator", "Agent", "Analyst", "Architect", "Assistant", "Associate", "Consultant", "Coordinator", "Designer", "Developer",
        "Director", "Engineer", "Executive", "Facilitator", "Liaison", "Manager", "Officer", "Orchestrator", "Planner", "Producer",
        "Specialist", "Strategist", "Supervisor", "Technician",
    ]
    private static let countries: [(name: String, code: String)] = [
        ("Argentina", "AR"), ("Australia", "AU"), ("Austria", "AT"), ("Brazil", "BR"), ("Canada", "CA"), ("Chile", "CL"), ("Denmark", "DK"),
        ("Egypt", "EG"), ("Finland", "FI"), ("France", "FR"), ("Germany", "DE"), ("Ghana", "GH"), ("Iceland", "IS"), ("India", "IN"),
        ("Italy", "IT"), ("Japan", "JP"), ("Kazakhstan", "KZ"), ("Kenya", "KE"), ("Mexico", "MX"), ("Morocco", "MA"), ("Norway", "NO"),
        ("Peru", "PE"), ("Poland", "PL"), ("Portugal", "PT"), ("Samoa", "WS"), ("Spain", "ES"), ("Sweden", "SE"), ("Thailand", "TH"),
        ("Ukraine", "UA"), ("Viet Nam", "VN"),
    ]
}
