/// The version of the command and of the library.
let version = "0.1.0"
