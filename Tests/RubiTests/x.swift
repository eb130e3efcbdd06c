import Testing
@testable import Rubi
@testable import rubi
@Test func placeholder() {}
