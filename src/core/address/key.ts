import { keptAnswers } from '../kernel/text.ts'
import { adjustedOf } from './adjust.ts'
import { doorKeyOf } from './door-key.ts'
import { bounded, foldName } from './fold.ts'
import { addressKeyV1, nameKeyV1 } from './key-v1.ts'
import { nameKey } from './names.ts'
import { type AddressParts, postalCodeOf } from './normalise.ts'
import type { Recipient } from './schema.ts'

/** A version of the keys by which addresses and names are compared, stored and looked up. */
export interface Keys {
  /** The normalised address, without names. */
  addressKey(recipient: Recipient): string
  /** The normalised name; `''` where it has no letters or digits. */
  nameKey(name: string): string
}

export const maxAddressKey = 300

/** Keys are computed once for each recipient object, which is never changed in place. */
const known = new WeakMap<Recipient, string>()

/**
 * The normalised address, for suppressions and duplicates: `NL|1012AB|12A` where a postal code identifies one
 * street, `DE|10115|12|invalidenstr` where it covers many, and all lines where there is no number or no valid
 * postal code. Names are not part of it.
 */
export const addressKey = (recipient: Recipient): string => {
  let key = known.get(recipient)
  if (key === undefined) {
    key = bounded(wholeKey(recipient), maxAddressKey)
    known.set(recipient, key)
  }
  return key
}

// Folding is slow, and creating an item asks for the keys of its names several times.
export const currentKeys: Keys = { addressKey, nameKey: keptAnswers(nameKey) }
export const keysV1: Keys = { addressKey: addressKeyV1, nameKey: keptAnswers(nameKeyV1) }

/** Derives all keys of a recipient beforehand: a transaction looks up many recipients in one turn. */
export const deriveKeys = (recipient: Recipient): void => {
  for (const keys of [currentKeys, keysV1]) {
    keys.addressKey(recipient)
    for (const name of [recipient.name, recipient.companyName]) if (name) keys.nameKey(name)
  }
}

const wholeKey = (recipient: Recipient): string => {
  const { parts } = adjustedOf(recipient)
  const code = codeOf(parts)
  const { street, number, door, line2, isDoubtful } = doorKeyOf(parts)
  if (code && number !== '') {
    // A street with a second number or a word such as “opposite” may mean another door than its number says.
    const isEnough = parts.rule.postalCodeIsStreet && !isDoubtful
    const more = isEnough ? [] : [street, line2]
    return [parts.country, code, door, ...more].filter((part) => part !== '').join('|')
  }
  const place = code ?? foldName(`${parts.postalCode} ${parts.city} ${parts.region}`)
  return [parts.country, place, street, door, line2].filter((part) => part !== '').join('|')
}

/** The postal code that names the same place in every spelling: a ZIP+4 is within its ZIP. */
const codeOf = (parts: AddressParts): string | undefined => {
  const code = parts.postalCode === '' ? undefined : postalCodeOf(parts)?.replace(/[\s-]/g, '')
  return parts.country === 'US' ? code?.slice(0, 5) : code
}
