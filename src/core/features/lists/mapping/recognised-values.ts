import { partsOf, postalCodeOf } from '../../../address/normalise.ts'
import type { Recipient } from '../../../address/schema.ts'
import { longestName } from './column-names.ts'
import { countryOf } from './values.ts'

/** Initials, `A.` and `J.P.`, look like the signs of countries. */
export const isCountry = (value: string): boolean =>
  value.length <= longestName && /\p{L}{2}/u.test(value) && countryOf(value) !== undefined

export const isPostalCodeOf = (postalCode: string, country: string): boolean => {
  const parts = partsOf({ postalCode, country } as Recipient)
  return parts.rule.postalCode !== undefined && postalCodeOf(parts) !== undefined
}

/** Names that programs give to columns without one. */
export const isUnnamed = (name: string): boolean =>
  /^(?:(?:column|kolom|spalte|colonne|columna|colonna|kolumna|kolonne|kolumn|field|veld|feld|champ|campo) ?\d{0,3}|[a-z]|_\w{0,3}|unnamed:? ?\d*)$/i.test(
    name.trim(),
  )
