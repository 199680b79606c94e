import { words as w } from 'words:catalogue'
import type { Schemas } from '../../../../api/client.ts'
import { money, sentenceOf } from '../../../../messages/index.svelte.ts'
import { labelOf } from '../about.ts'
import { cutoffWords, inWords } from '../forms/calendar/when.ts'
import { zoneName } from '../forms/prices/grid.ts'
import { type CatalogueFile, entriesOf, type Part, parts } from '../parts.ts'
import { kindOf } from './kind.ts'
import { groupedBy, stepsIn } from './steps.ts'

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

const fieldWords = (fields: string): string[] => fields.split(', ').map((field) => labelOf(field) ?? field)

/** Formats `89, 79 (500+) + 10` with currency; other texts stay. */
const priceWords = (written: string, currency: string): string => {
  const read = stepsIn(written)
  if (!read) return written
  const prices = read.steps
    .map(({ from, cents }) =>
      from === 1 ? money(cents, currency) : w().review.step({ price: { cents, currency }, from }),
    )
    .join(', ')
  return read.sheet === undefined
    ? prices
    : w().review.sheet({ prices, sheet: { cents: read.sheet, currency } })
}

type Params = Readonly<Record<string, string | number>>
type Describe = (about: { name: string; params: Params; names: Names; timeZone: string }) => string

/** Formats a cutoff with its time zone. */
const zoned = (iso: string, timeZone: string): string => `${cutoffWords(iso, timeZone)} (${timeZone})`

const descriptions: Readonly<Record<string, Describe>> = {
  created: ({ name }) => w().review.created({ name }),
  changed: ({ name, params }) => w().review.changed({ name, fields: fieldWords(`${params.fields}`) }),
  archived: ({ name }) => w().review.archived({ name }),
  missing: ({ name }) => w().review.missing({ name }),
  restored: ({ name }) => w().review.restored({ name }),
  version: ({ name, params: { version, scheduled } }) =>
    w().review.version({ name, version: Number(version), items: Number(scheduled) }),
  cutoff: ({ name, params: { next, before }, timeZone }) =>
    w().review.cutoff({ name, next: zoned(`${next}`, timeZone), before: cutoffWords(`${before}`, timeZone) }),
  no_cutoff: ({ name, params: { next }, timeZone }) =>
    w().review.noCutoff({ name, next: zoned(`${next}`, timeZone) }),
  run_keeps: ({ params: { specification, count, cutoff }, names, timeZone }) =>
    w().review.runKeeps({
      name: nameOf(names, 'specifications', `${specification}`),
      items: Number(count),
      cutoff: zoned(`${cutoff}`, timeZone),
    }),
  price: ({ params, names }) => {
    const { specification, zone, price, before } = textsOf(params)
    const { currency } = names.file
    return w().review.price({
      name: nameOf(names, 'specifications', specification!),
      zone: zoneOf(names, specification!, zone!),
      price: priceWords(price!, currency),
      before: priceWords(before!, currency),
      day: `${params.day}`,
    })
  },
  new_price: ({ params, names }) => {
    const { specification, zone, price } = textsOf(params)
    return w().review.newPrice({
      name: nameOf(names, 'specifications', specification!),
      zone: zoneOf(names, specification!, zone!),
      price: priceWords(price!, names.file.currency),
      day: `${params.day}`,
    })
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
      return w().review.pricesOf({ list: nameOf(names, known, key) })
    return known ? w().parts[known] : ((w().otherParts as Readonly<Record<string, string>>)[part] ?? part)
  }
  const ordered = changes.toSorted((one, other) => orderOf(one.part) - orderOf(other.part))
  return groupedBy(ordered, titleOf).map(([title, group]) => ({
    title,
    lines: group.map((change) => wordsFor(change, names)),
  }))
}
