import type { Noun } from '../../../src/core/kernel/nouns.ts'
import { moveOf, type StateWords, stateWord } from './moves.ts'
import { nounsNl } from './nouns.nl.ts'
import { sentencesNl } from './sentences.nl.ts'

/** A message of the API; without `params` if an earlier version stored it. */
export interface ApiMessage {
  code: string
  message: string
  params?: Readonly<Record<string, string | number>> | undefined
}

const countries = new Intl.DisplayNames('nl', { type: 'region', fallback: 'code' })
const numbers = new Intl.NumberFormat('nl', { maximumFractionDigits: 3 })

const amounts = new Intl.NumberFormat('nl', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

const moments = new Intl.DateTimeFormat('nl', { dateStyle: 'long', timeStyle: 'short' })

const types: Readonly<Record<string, string>> = {
  text: 'tekst',
  integer: 'geheel getal',
  decimal: 'decimaal getal',
  money: 'geldbedrag',
  date: 'dag (JJJJ-MM-DD)',
  url: 'webadres (http of https)',
}
const zones: Readonly<Record<string, string>> = {
  address: 'het adres',
  postage: 'de frankering',
  coding: 'de codering van de post',
  sender: 'de afzender',
  sequence: 'het stuknummer',
  mark: 'het merk van het vel',
  clear: 'een rand die wit blijft',
}
const kinds: Readonly<Record<string, string>> = {
  IMAGE: 'Een afbeelding is een JPEG, PNG, WebP, AVIF of TIFF',
  PDF: 'Een pdf begint met %PDF-',
  DRAWING: 'Een tekening is een SVG',
  CSV: 'Een csv is tekst',
  XLSX: 'Een Excel-lijst is een werkmap (.xlsx)',
  FONT: 'Een lettertype is een TrueType- of OpenType-bestand, een WOFF of een verzameling lettertypen',
}
/** Dutch names of file types, which are detected from the first bytes. */
const contents: Readonly<Record<string, string>> = {
  'image/jpeg': 'een JPEG',
  'image/png': 'een PNG',
  'image/gif': 'een GIF',
  'image/webp': 'een WebP-afbeelding',
  'image/tiff': 'een TIFF',
  'image/avif': 'een AVIF-afbeelding',
  'image/heic': 'een HEIC-afbeelding',
  'image/bmp': 'een BMP',
  'image/jp2': 'een JPEG 2000-afbeelding',
  'image/jxl': 'een JPEG XL-afbeelding',
  'image/vnd.adobe.photoshop': 'een Photoshop-document',
  'image/tiff-big': 'een TIFF met adressen van 64 bits (BigTIFF)',
  'image/svg+xml': 'een SVG',
  'application/pdf': 'een pdf',
  'application/zip': 'een zip-bestand (zoals Excel en andere kantoorprogramma’s ze maken)',
  'application/x-ole': 'een document van een oud kantoorprogramma',
  'application/gzip': 'een gzip-bestand',
  'application/postscript': 'PostScript',
  'text/html': 'een webpagina',
  'font/ttf': 'een TrueType-lettertype',
  'font/otf': 'een OpenType-lettertype met PostScript-contouren',
  'font/woff': 'een weblettertype (WOFF)',
  'font/collection': 'een verzameling lettertypen',
  'text/plain': 'tekst',
  'application/octet-stream': 'geen bestand van een bekende soort',
}
const kindNames: Readonly<Record<string, string>> = {
  IMAGE: 'afbeelding',
  PDF: 'pdf',
  DRAWING: 'tekening',
  CSV: 'csv',
  XLSX: 'Excel-werkmap',
  FONT: 'lettertype',
}
const postalKinds: Readonly<Record<string, string>> = {
  general: 'dat zonder eigen naam',
  shipping: 'verzendadres',
  mailing: 'postadres',
  home: 'privéadres',
  billing: 'factuuradres',
  business: 'zakelijk adres',
  visiting: 'bezoekadres',
  other: 'ander adres',
}
const units: Readonly<Record<string, readonly [one: string, several: string]>> = {
  character: ['teken', 'tekens'],
  entry: ['regel', 'regels'],
}
const jsonTypes: Readonly<Record<string, string>> = {
  Array: 'een lijst',
  boolean: 'ja of nee (true of false)',
  number: 'een getal',
  Object: 'een object',
  string: 'tekst',
}
/** Returns a state's label for an unknown noun; labels of runs and items differ little. */
const anyStateWord = (states: StateWords, status: string): string | undefined =>
  Object.values(states).findLast((kind) => kind[status] !== undefined)?.[status]

/** Dutch participles of actions on a run. */
const done: Readonly<Record<string, string>> = {
  closed: 'gesloten',
  rendered: 'opgemaakt',
  packaged: 'ingepakt',
  'handed over': 'overgedragen',
  'reported on': 'bijgewerkt met een melding',
  'offered to the carrier': 'aangeboden aan de bezorger',
  completed: 'afgerond',
  'left by items': 'verlaten door poststukken',
  cancelled: 'geannuleerd',
}

/** Address ranges that webhooks may not reach; protocol names are the same in Dutch. */
const addressKinds: Readonly<Record<string, string>> = {
  private: 'een privéadres',
  loopback: 'deze machine zelf',
  metadata: 'gegevens van de cloud',
  unreadable: 'onleesbaar',
  unspecified: 'geen bepaald adres',
}

/** Converts the cents of quantity prices, such as `89, 79 (500+)`; undefined without a currency. */
const inCurrency = (value: string, currency: string | number | undefined): string | undefined =>
  currency === undefined
    ? undefined
    : value.replace(/\d+(?![\d]*\+\))/g, (cents) => amounts.format(Number(cents) / 100))

/** Formatters by value name. Other values are inserted unchanged, or formatted as numbers. */
const writers: Readonly<
  Record<
    string,
    (value: string, params: NonNullable<ApiMessage['params']>, states: StateWords) => string | undefined
  >
> = {
  countryCode: (code) => countries.of(code),
  meant: (name) => ` Bedoel je ${name}?`,
  type: (type) => types[type],
  zone: (zone) => zones[zone],
  kind: (kind) => kinds[kind],
  found: (type) => contents[type],
  kindName: (kind) => kindNames[kind],
  addressKinds: (kinds) =>
    kinds
      .split(' ')
      .map((kind) => postalKinds[kind] ?? kind)
      .join(', '),
  links: (links) => links.replaceAll(',', ' en '),
  noun: (noun) => nounsNl[noun as Noun],
  status: (status, { noun }, states) =>
    (stateWord(states, String(noun), status) ?? anyStateWord(states, status))?.toLowerCase(),
  done: (deed) => done[deed],
  cutoff: (time) => ` (sluittijd ${time})`,
  more: (more) => ` en nog ${more}`,
  rest: () => ' Er kunnen er meer zijn, die niet genoemd zijn.',
  where: () => ' in deze modus',
  other: (noun, { id }) => ` ${String(id).slice(0, 40)} is het id van een ${nounsNl[noun as Noun] ?? noun}.`,
  several: (name) => ` Meer waarden horen bij filter[${name}][in].`,
  plus: () => ' Schrijf een + in een adres als %2B.',
  addressKind: (kind) => addressKinds[kind],
  // These numbers are identifiers, not counts.
  process: (id) => id,
  port: (port) => port,
  row: (row) => row,
  earlier: (earlier) =>
    /^itm_\w+$/.test(earlier) ? 'een eerder poststuk' : earlier.replace(/^row (?=\d+$)/, 'rij '),
  index: (index) => index,
  sequence: (sequence) => sequence,
  unit: (unit, { limit }) => units[unit]?.[limit === 1 ? 0 : 1],
  expected: (type) => (type === 'another value' ? 'een andere waarde' : jsonTypes[type]),
  received: (type) => jsonTypes[type],
  backupAt: (iso) => moments.format(new Date(iso)),
  price: (price, { currency }) => inCurrency(price, currency),
  before: (price, { currency }) => inCurrency(price, currency),
  wrapper: (field) => ` Stuur {"${field}": […]}.`,
}

/**
 * Translates a value that consists of sentences, whose codes and values have names below `name.` in `params`.
 * Undefined if the value isn't a sentence; the English sentence if there is no translation.
 */
const sentenceIn = (
  params: NonNullable<ApiMessage['params']>,
  name: string,
  states: StateWords,
): string | undefined => {
  const english = String(params[name])
  const code = params[`${name}.code`]
  if (code !== undefined) {
    const own = Object.entries(params).flatMap(([key, value]) =>
      key.startsWith(`${name}.`) ? [[key.slice(name.length + 1), value]] : [],
    )
    const message = { code: String(code), message: english, params: Object.fromEntries(own) }
    return inDutch(message, states) ?? english
  }
  if (params[`${name}.1`] === undefined) return undefined
  const each: string[] = []
  for (let n = 1; params[`${name}.${n}`] !== undefined; n++) {
    each.push(sentenceIn(params, `${name}.${n}`, states) ?? String(params[`${name}.${n}`]))
  }
  return each.join(' ')
}

/** Neuter nouns ("dit" instead of "deze"). */
const neuter: readonly string[] = ['item', 'ticket']

/** Returns the sentence for a state that is already reached; undefined for other messages. */
const alreadyInDutch = (message: ApiMessage, states: StateWords): string | undefined => {
  const move = moveOf(message)
  const word = move && stateWord(states, move.noun, move.status)
  if (!word || move.status !== move.to) return undefined
  return `${neuter.includes(move.noun) ? 'Dit' : 'Deze'} ${nounsNl[move.noun as Noun]} is al ${word.toLowerCase()}.`
}

/** Placeholders as in the English sentences: a value, or a singular and a plural form. */
const inBraces = /\{(\w+)(\??)(?::([^|}]*)\|([^}]*))?\}/g

/** Returns the Dutch sentence with labels of states; undefined if there is none or a value is missing. */
export const inDutch = (message: ApiMessage, states: StateWords): string | undefined => {
  const already = alreadyInDutch(message, states)
  if (already) return already
  const { code, params = {} } = message
  const text = sentencesNl[params.case === undefined ? code : `${code}.${params.case}`]
  if (text === undefined) return undefined
  let isComplete = true
  const sentence = text.replace(
    inBraces,
    (_whole, name: string, mayBeMissing: string, one?: string, more?: string) => {
      const value = sentenceIn(params, name, states) ?? params[name]
      if (value === undefined) {
        if (mayBeMissing === '') isComplete = false
        return ''
      }
      if (one !== undefined) return Number(value) === 1 ? one : more!
      const written = writers[name]?.(String(value), params, states)
      return written ?? (typeof value === 'number' ? numbers.format(value) : value)
    },
  )
  return isComplete ? sentence : undefined
}
