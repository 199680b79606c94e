/** Postal addresses, offline: rules for each country, printed lines, and keys for comparison. */

export { carrierCode, checkCarrierCode } from './carrier-code.ts'
export { type AddressCheckOptions, checkAddress, doubtCodes } from './check.ts'
export { type Country, countries, countryZone } from './countries.ts'
export { isCountry, meantCountry } from './country-names.ts'
export { maxLineLength, maxLines, maxNameLength, unitNeedsWord } from './country-rules.ts'
export { countriesCalled, countryOf } from './country-words.ts'
export { type Door, doorOf } from './door.ts'
export { collapseUmlauts, foldName, spellOutUmlauts } from './fold.ts'
export { directionControlsIn } from './invisible.ts'
export { addressKey, currentKeys, deriveKeys, type Keys, keysV1, maxAddressKey } from './key.ts'
export { isUnit } from './line-order.ts'
export { addressLines, nameLines, splitStreet, streetLineOf } from './lines.ts'
export { bareName, isSameName, nameKey, namesNobody } from './names.ts'
export { compactPostalCode, recipientName } from './normalise.ts'
export {
  knownCountry,
  type Recipient,
  recipientFields,
  recipientOutput,
  recipientPatch,
  recipientSchema,
  recipientToWire,
} from './schema.ts'
export { addressSentences } from './sentences.ts'
