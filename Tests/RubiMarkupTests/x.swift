import Testing
@testable import RubiMarkup
@Test func placeholder() {}
