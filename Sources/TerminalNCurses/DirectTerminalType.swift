// Written by scripts/direct-terminal-type; do not edit.

extension TerminalType {
    /// The compiled description of a terminal with 24-bit colour, as ncurses takes it in TERMINFO (terminfo(5), "Fetching Compiled
    /// Descriptions").
    static let directDescription = """
        b64:HgIoAB0ADwBpAeoBYXB1cy1kaXJlY3R8dGVybWluYWwgd2l0aCAyNC1iaXQgY29sb3VyAAABAAABAAAAAAAAAAABAQAAAAAAAAAAAAAAAAABAFAAAAD/////\
        GAAAAP////////////////////////////////////////////////////8AAAABAAABAP//AAACAAQA//8VAB0AIQAlAP//MABBAEMARwBOAP//UABXAP//WwD/\
        ////XwD//////////2MAaAD//3EA////////dgD//3sAgAD//4kAjQD///////+WAP////////////////////+cAP//////////////////////////////////\
        /////////////////////////////////////////////////////////////////////////////////////////////////////6AAqQCyALsA///EAM0A1gD/\
        /98A////////////////////////////////6AD///MA9QD/////////////////////////////////////////////////////////////////////////////\
        ////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////\
        ////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////\
        ///////////////////////////////////////////4AP////////////////////////////////////////////////////////////////////////0A////\
        //////////////////////////////8GAf///////////////////////wsB////////////////////////////////////////////////////////////////\
        //////////////////////////////////8RAX0BBwANABtbJWklcDElZDslcDIlZHIAG1tIG1sySgAbW0sAG1tKABtbJWklcDElZEcAG1slaSVwMSVkOyVwMiVk\
        SAAKABtbSAAbWz8yNWwACAAbWz8yNWgAG1tDABtbQQAbW00AG1sxbQAbWz8xMDQ5aAAbWzJtABtbN20AG1s0bQAbWyVwMSVkWAAbW20AG1s/MTA0OWwAG1syNG0A\
        G1tMABtbJXAxJWRQABtbJXAxJWRNABtbJXAxJWRCABtbJXAxJWRAABtbJXAxJWRMABtbJXAxJWREABtbJXAxJWRDABtbJXAxJWRBABtbJWklcDElZGQACgAbTQAb\
        WzFLABtbMzk7NDltABtbM20AG1syM20AG1slPyVwMSV7OH0lPCV0MyVwMSVkJWUlcDElezE2fSU8JXQlcDElJ1InJSslZCVlMzg7MjslcDElezY1NTM2fSUvJWQ7\
        JXAxJXsyNTZ9JS8lezI1NX0lJiVkOyVwMSV7MjU1fSUmJWQlO20AG1slPyVwMSV7OH0lPCV0NCVwMSVkJWUlcDElezE2fSU8JXQlcDElezkyfSUrJWQlZTQ4OzI7\
        JXAxJXs2NTUzNn0lLyVkOyVwMSV7MjU2fSUvJXsyNTV9JSYlZDslcDElezI1NX0lJiVkJTttAAIAAAABAAQAFAABAQAAAAADAAcAG1slcDElZCBxAEFYAFJHQgBT\
        cwA=
        """
}
