/** Postal addresses, offline: rules by country, printed lines, and keys for comparison. */

export { carrierCode, checkCarrierCode } from './carrier-code.ts'
export { type AddressCheckOptions, checkAddress, doubtCodes } from './check.ts'
export { type Country, countries, countryZone, isCountry, meantCountry } from './countries/names.ts'
export { maxLineLength, maxLines, maxNameLength, unitNeedsWord } from './countries/rules.ts'
export { countriesCalled, countryOf } from './countries/words.ts'
export { collapseUmlauts, directionControlsIn, foldName, spellOutUmlauts } from './fold.ts'
export { addressKey, currentKeys, deriveKeys, type Keys, keysV1, maxAddressKey } from './key.ts'
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
export { type Door, doorOf } from './street/door.ts'
export { isUnit } from './street/line-order.ts'
