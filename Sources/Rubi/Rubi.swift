@_exported import RubiLayout
@_exported import RubiMarkup
@_exported import RubiOutput
@_exported import RubiReadings
@_exported import RubiShaping
@_exported import RubiText
