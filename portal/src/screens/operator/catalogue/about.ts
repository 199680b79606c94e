import { words as w } from 'words:catalogue'
import type { Schemas } from '../../../api/client.ts'
import { count, money, percent, t } from '../../../messages/index.svelte.ts'
import { countryName } from '../../../ui/countries.ts'
import { dayWords, scheduleWords } from './forms/calendar/when.ts'
import { ownRules, severityOf } from './forms/sheet/preflight.ts'
import { type CatalogueFile, type Entry, entriesOf, type Part } from './parts.ts'

/** Name of a fact, also of its label. */
export type FactName = keyof ReturnType<typeof w>['facts']

const nameOf = (file: CatalogueFile, part: Part, key: string | null | undefined): string =>
  entriesOf(file, part).find((entry) => entry.key === key)?.name ?? key ?? ''

const holidaysOf = ({ holidays = [] }: Schemas['CatalogueCalendar']): string =>
  holidays.map(({ country, region }) => countryName(country) + (region ? ` (${region})` : '')).join(', ')

/** Describes the preflight rules whose severity differs from the default. */
const preflightOf = (sheet: Schemas['CatalogueSheet']): string =>
  ownRules(sheet)
    .map((rule) =>
      t().labelled({
        name: w().preflight.rules[rule],
        value: w().preflight.severities[severityOf(sheet, rule)],
      }),
    )
    .join('; ')

const daysOf = (days: readonly string[] = []): string => days.map(dayWords).join(' · ')

const pagesOf = ({ min, max }: { min: number; max: number }): string =>
  min === max ? count(min) : w().pagesOf({ min, max })

type Facts = (entry: never, file: CatalogueFile) => readonly (readonly [name: FactName, value: string])[]

const factsByPart: Record<Part, Facts> = {
  specifications: (one: Schemas['CatalogueSpecification'], file) => [
    ['product', nameOf(file, 'products', one.product)],
    ['format', one.format],
    ['stock', nameOf(file, 'stocks', one.stock)],
    ['preflight', preflightOf(one.sheet)],
    ['envelope', one.envelope?.name ?? w().noEnvelope],
    ['plex', w().plex[one.sheet.plex] ?? one.sheet.plex],
    ['pages', pagesOf(one.sheet.pages)],
    ['calendar', nameOf(file, 'calendars', one.calendar)],
    ['countryZones', nameOf(file, 'countryZones', one.countryZones)],
    ['postage', nameOf(file, 'postageProducts', one.postage)],
    ['days', w().days({ production: one.productionDays, delivery: one.deliveryDays })],
  ],
  priceLists: (one: Schemas['CataloguePriceList']) => [
    ['validFrom', dayWords(one.validFrom)],
    ['currency', one.currency],
    ['organisation', one.organisation ?? w().everyone],
  ],
  products: (one: Schemas['CatalogueProduct']) => [['description', one.description]],
  calendars: (one: Schemas['CatalogueCalendar']) => [
    ['cron', scheduleWords(one.cron)],
    ['timeZone', one.timeZone],
    ['holidays', holidaysOf(one)],
    ['closedOn', daysOf(one.closedOn)],
    ['openOn', daysOf(one.openOn)],
  ],
  countryZones: (one: Schemas['CatalogueCountryZones']) => [
    ['origin', one.origin === 'organisation' ? w().anyOrigin : countryName(one.origin)],
    ['countryZones', one.zones.map(({ name }) => name).join(', ')],
  ],
  stocks: (one: Schemas['CatalogueStock']) => [
    ['gsm', w().coated({ gsm: one.gsm, isCoated: one.coated })],
    ['colourProfile', one.colourProfile],
    ['maxInkPercent', percent(one.maxInkPercent / 100)],
  ],
  costs: (one: Schemas['CatalogueCost'], file) => [
    ['kind', w().costKinds[one.kind]],
    ['stock', nameOf(file, 'stocks', one.stock)],
    ['printer', one.printer ?? ''],
    ['insert', one.insert ?? ''],
    ['finishing', one.finishing ?? ''],
    ['specification', nameOf(file, 'specifications', one.specification)],
    ['thousand', money(one.centsPerThousand, file.currency)],
  ],
  postageProducts: (one: Schemas['CataloguePostage'], file) => [
    ['carrier', one.carrier],
    ['indicia', (one.indicia ?? '').split('\n').join(' / ')],
    ['costCents', one.costCents === null ? '' : money(one.costCents, file.currency)],
  ],
}

/** Returns the label of a field; undefined if it has none. */
export const labelOf = (field: string): string | undefined => {
  const { facts, fields }: Record<'facts' | 'fields', Readonly<Record<string, string>>> = w()
  return facts[field] ?? fields[field]
}

/** Returns the facts of an entry that have a value, with names of referenced entries. */
export const factsOf = (part: Part, entry: Entry, file: CatalogueFile): ReadonlyMap<FactName, string> =>
  new Map(factsByPart[part](entry as never, file).filter(([, value]) => value !== ''))

/** Facts that lists show as columns; phones show the first. */
export const columnsOf: Readonly<Record<Part, readonly FactName[]>> = {
  specifications: ['format', 'product', 'stock', 'envelope'],
  priceLists: ['organisation', 'currency'],
  products: ['description'],
  calendars: ['cron', 'timeZone', 'holidays'],
  countryZones: ['origin', 'countryZones'],
  stocks: ['gsm', 'colourProfile', 'maxInkPercent'],
  costs: ['thousand', 'kind', 'specification'],
  postageProducts: ['costCents', 'carrier'],
}
