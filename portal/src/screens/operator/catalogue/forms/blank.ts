import { type CatalogueFile, type Entry, entriesOf, type Part, type Specification } from '../parts.ts'
import { firstOfNextMonth } from '../today.ts'

/** Returns the key of the first unarchived entry, the default reference of a new one; '' if there is none. */
const firstOf = (file: CatalogueFile, part: Part): string =>
  entriesOf(file, part).find(({ archived }) => !archived)?.key ?? ''

const specification = (file: CatalogueFile): Omit<Specification, 'key' | 'name'> => ({
  product: firstOf(file, 'products'),
  format: 'A5',
  sheet: {
    trim: { w: 210, h: 148 },
    bleed: 3,
    safe: 5,
    plex: 'duplex',
    pages: { min: 2, max: 2 },
    zones: [{ kind: 'address', page: 2, x: 110, y: 71, w: 85, h: 45 }],
  },
  stock: firstOf(file, 'stocks'),
  fold: 'none',
  envelope: null,
  calendar: firstOf(file, 'calendars'),
  countryZones: firstOf(file, 'countryZones'),
  postage: null,
  productionDays: 1,
  deliveryDays: 2,
})

const begun: Record<Part, (file: CatalogueFile, today: string) => object> = {
  specifications: specification,
  products: (file) => ({
    kind: 'POSTCARD',
    description: '',
    sortOrder: Math.max(0, ...(file.products ?? []).map(({ sortOrder }) => sortOrder)) + 10,
  }),
  stocks: () => ({ gsm: 90, coated: false, colourProfile: 'FOGRA29', maxInkPercent: 300 }),
  costs: () => ({ kind: 'SHEETS', centsPerThousand: 0 }),
  postageProducts: () => ({ carrier: '', indicia: null, costCents: null }),
  calendars: () => ({
    cron: '0 10 * * 1-5',
    timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
  }),
  countryZones: () => ({
    origin: 'organisation',
    zones: [{ code: 'world', name: 'World', countries: '*' }],
  }),
  priceLists: (file, today) => ({
    currency: file.currency,
    validFrom: today,
    organisation: null,
    lines: [],
  }),
}

/** Returns the initial value of an entry that isn't a copy. */
export const blank = (part: Part, file: CatalogueFile, today: string): Entry =>
  ({ key: '', name: '', ...begun[part](file, today) }) as Entry

/**
 * Returns a copy without key, name and id, because an id belongs to one key permanently. A price list's copy
 * is valid from the first of the month after its start or after today, whichever is later.
 */
export const copyOf = (entry: Entry, today: string): Entry => {
  const { id: _, archived: __, ...copy } = entry as Entry & { id?: string; archived?: boolean }
  const next = 'validFrom' in copy ? { validFrom: firstOfNextMonth([copy.validFrom, today].sort()[1]!) } : {}
  return { ...copy, ...next, key: '', name: '' } as Entry
}

/** Derives a key from a name. */
export const keyFrom = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
