import {
  addressKey,
  bareName,
  collapseUmlauts,
  foldName,
  keysV1,
  namesNobody,
  type Recipient,
  recipientSchema,
  spellOutUmlauts,
} from '../../address/index.ts'
import { unseal } from '../../engine/sealed.ts'
import type { Services } from '../../engine/services.ts'
import { tryParse } from '../../engine/validate.ts'
import type { ConnectorPayloadRow } from '../../model/integrations.ts'
import type { ErasedPerson } from '../../model/privacy.ts'
import { isNamed, namesOf } from '../suppressions/match.ts'
import { parsePayload } from './inbound.ts'
import type { PayloadReader } from './reader.ts'

export type SoughtPerson = Pick<ErasedPerson, 'name' | 'companyName' | 'addressKeys'>

export interface StoredContents {
  payload: unknown
  /** Undefined if the connector's current mapping finds none. */
  recipient: Recipient | undefined
}

/** Throws if the instance key does not match. */
export const contentsOf = (
  services: Services,
  row: ConnectorPayloadRow,
  reader: PayloadReader,
): StoredContents => {
  const bytes = unseal(services, 'connectorPayload', row, row.payload)
  if (!bytes) throw new Error(`The payload ${row.id} cannot be decrypted with this instance key.`)
  const payload = parsePayload(bytes)
  const { recipient } = reader.fields(payload)
  return { payload, recipient: tryParse(recipientSchema, recipient, 'body').output }
}

/** `spellings`: the words of each name, in each spelling. */
interface Sought extends Pick<SoughtPerson, 'addressKeys'> {
  names: readonly string[]
  spellings: readonly string[][]
  places: readonly string[]
}

/** Prepares persons once for all payloads. */
export const soughtPersons = async (
  { turns }: Pick<Services, 'turns'>,
  persons: readonly SoughtPerson[],
): Promise<Sought[]> => {
  const sought: Sought[] = []
  for (const person of persons) {
    await turns.rest()
    const { addressKeys } = person
    const [names, spellings, places] = [namesOf(person), spellingsOf(person), placesOf(person)]
    sought.push({ addressKeys, names, spellings, places })
  }
  return sought
}

/**
 * True if the recipient matches a person by address and name, as for suppressions, or if the texts contain
 * all words of a name and the postal code. A shop's order may be shipped to another address than the buyer's.
 */
export const namesOneOf = async (
  services: Pick<Services, 'turns'>,
  { payload, recipient }: StoredContents,
  persons: readonly Sought[],
): Promise<boolean> => {
  const own = recipient ? [addressKey(recipient), keysV1.addressKey(recipient)] : []
  const texts = textsIn(payload)
  const compact = compactOf(texts.join('|'))
  let words: Set<string> | undefined
  for (const { addressKeys, names, spellings, places } of persons) {
    await services.turns.rest()
    if (own.some((key) => addressKeys.includes(key)) && isNamed(recipient!, names)) return true
    if (!places.some((place) => compact.includes(place))) continue
    words ??= await wordsIn(services, texts)
    if (spellings.some((name) => name.every((word) => words!.has(word)))) return true
  }
  return false
}

const spellingsOf = ({ name, companyName }: SoughtPerson): string[][] => {
  const person =
    name === null || namesNobody(name) ? [] : [bareName(name).words, bareName(spellOutUmlauts(name)).words]
  const company = companyName === null ? [] : [foldName(companyName).split(' ')]
  return [...person, ...company]
    .map((words) => words.filter((word) => word !== '').map(collapseUmlauts))
    .filter((words) => words.length > 0)
}

/** Returns `1012AB` of `NL|1012AB|12`; the city if there is no postal code. */
const placesOf = ({ addressKeys }: SoughtPerson): string[] =>
  addressKeys.map((key) => compactOf(key.split('|')[1] ?? '')).filter((place) => place !== '')

const compactOf = (text: string): string => text.toLowerCase().replace(/[\s-]+/g, '')

/** Returns all texts and numbers in the payload, as text. */
const textsIn = (payload: unknown): string[] => {
  const texts: string[] = []
  const open: unknown[] = [payload]
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value === 'string') texts.push(value)
    else if (typeof value === 'number') texts.push(String(value))
    else if (typeof value === 'object' && value !== null) {
      for (const inner of Object.values(value)) if (inner !== null) open.push(inner)
    }
  }
  return texts
}

/** Folds each word once, because folding is slow and most words repeat. */
const wordsIn = async (
  { turns }: Pick<Services, 'turns'>,
  texts: readonly string[],
): Promise<Set<string>> => {
  const written = new Set<string>()
  for (const text of texts) {
    await turns.rest()
    for (const [word] of text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) written.add(word)
  }
  const words = new Set<string>()
  for (const word of written) {
    await turns.rest()
    // A symbol in a word may separate two words.
    for (const spelling of [word, spellOutUmlauts(word)])
      for (const folded of foldName(spelling).split(' ')) words.add(collapseUmlauts(folded))
  }
  return words
}
