import type { Schemas } from '../../../../api/client.ts'
import { money, sentenceOf } from '../../../../messages/index.svelte.ts'
import { cutoffWords, dayWords, inWords } from '../forms/calendar/when.ts'
import { zoneName } from '../forms/prices/grid.ts'
import { type CatalogueFile, entriesOf, type Part, parts } from '../parts.ts'
import { w as catalogue } from '../words.ts'
import { kindOf } from './kind.ts'
import { groupedBy, stepsIn } from './steps.ts'
import { w } from './words.ts'

type Change = Schemas['CatalogueChange']

/** The new catalogue, and the current one for the names of removed entries. */
export interface Names {
  file: CatalogueFile
  present: CatalogueFile | undefined
}

const partNamed = (name: string): Part | undefined => parts.find((part) => part === name)

const nameOf = ({ file, present }: Names, part: Part, key: string): string => {
  const found = [file, present].flatMap((one) =>
    one ? entriesOf(one, part).filter((entry) => entry.key === key) : [],
  )
  return found[0]?.name ?? key
}

const zoneOf = ({ file, present }: Names, specification: string, zone: string): string => {
  const name = zoneName(file, specification, zone)
  return name === zone && present ? zoneName(present, specification, zone) : name
}

const fieldWords = (fields: string): string =>
  fields
    .split(', ')
    .map((field) => catalogue().facts[field] ?? catalogue().fields[field] ?? field)
    .join(', ')

/** Formats `89, 79 (500+) + 10` with currency; other texts stay. */
const priceWords = (written: string, currency: string): string => {
  const read = stepsIn(written)
  if (!read) return written
  const prices = read.steps
    .map(({ from, cents }) => (from === 1 ? money(cents, currency) : w().step(money(cents, currency), from)))
    .join(', ')
  return read.sheet === undefined ? prices : w().sheet(prices, money(read.sheet, currency))
}

type Params = Readonly<Record<string, string | number>>
type Describe = (about: { name: string; params: Params; names: Names; timeZone: string }) => string

/** Formats a cutoff with its time zone. */
const zoned = (iso: string, timeZone: string): string => `${cutoffWords(iso, timeZone)} (${timeZone})`

const descriptions: Readonly<Record<string, Describe>> = {
  created: ({ name }) => w().created(name),
  changed: ({ name, params }) => w().changed(name, fieldWords(`${params.fields}`)),
  archived: ({ name }) => w().archived(name),
  missing: ({ name }) => w().missing(name),
  restored: ({ name }) => w().restored(name),
  version: ({ name, params: { version, scheduled } }) =>
    w().version(name, Number(version), Number(scheduled)),
  cutoff: ({ name, params: { next, before }, timeZone }) =>
    w().cutoff(name, zoned(`${next}`, timeZone), cutoffWords(`${before}`, timeZone)),
  no_cutoff: ({ name, params: { next }, timeZone }) => w().noCutoff(name, zoned(`${next}`, timeZone)),
  run_keeps: ({ params: { specification, count, cutoff }, names, timeZone }) =>
    w().runKeeps(
      nameOf(names, 'specifications', `${specification}`),
      Number(count),
      zoned(`${cutoff}`, timeZone),
    ),
  price: ({ params, names }) => {
    const { specification, zone, price, before } = textsOf(params)
    const { currency } = names.file
    return w().price(
      nameOf(names, 'specifications', specification!),
      zoneOf(names, specification!, zone!),
      priceWords(price!, currency),
      priceWords(before!, currency),
      dayWords(`${params.day}`),
    )
  },
  new_price: ({ params, names }) => {
    const { specification, zone, price } = textsOf(params)
    return w().newPrice(
      nameOf(names, 'specifications', specification!),
      zoneOf(names, specification!, zone!),
      priceWords(price!, names.file.currency),
      dayWords(`${params.day}`),
    )
  },
}

const textsOf = (params: Params): Record<string, string> =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, `${value}`]))

/** Describes a change with names of entries, amounts with currency, and cutoffs in the calendar's zone. */
const wordsFor = (change: Change, names: Names): string => {
  const part = partNamed(change.part)
  const calendar =
    part === 'calendars' ? names.file.calendars?.find(({ key }) => key === change.key) : undefined
  const timeZone = calendar?.timeZone ?? 'UTC'
  const describe = descriptions[kindOf(change)]
  if (!describe || !part) return calendar ? inWords(sentenceOf(change), timeZone) : sentenceOf(change)
  const params = (change.params ?? {}) as Params
  return describe({ name: nameOf(names, part, change.key), params, names, timeZone })
}

/** Changes of one list of the catalogue, or of one price list's prices. */
export interface ChangeGroup {
  title: string
  lines: string[]
}

const orderOf = (part: string): number => {
  const known = partNamed(part)
  return known ? parts.indexOf(known) : parts.length
}

/** Groups changes by list of the catalogue, in its order; price changes by price list. */
export const changeGroups = (changes: readonly Change[], names: Names): ChangeGroup[] => {
  const titleOf = ({ part, key, ...change }: Change): string => {
    const known = partNamed(part)
    if (known === 'priceLists' && /price$/.test(kindOf(change)))
      return w().pricesOf(nameOf(names, known, key))
    return known ? catalogue().parts[known] : (catalogue().otherParts[part] ?? part)
  }
  const ordered = changes.toSorted((one, other) => orderOf(one.part) - orderOf(other.part))
  return groupedBy(ordered, titleOf).map(([title, group]) => ({
    title,
    lines: group.map((change) => wordsFor(change, names)),
  }))
}
