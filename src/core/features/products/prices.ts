import { memoisedByObject } from '../../kernel/text.ts'
import { dayIn } from '../../kernel/time.ts'
import type {
  CountryZone,
  CountryZonesRow,
  PriceLine,
  PriceListRow,
  PriceStep,
} from '../../model/catalogue.ts'
import type { OrganisationRow } from '../../model/organisations.ts'
import type { SpecificationRow } from '../../model/products.ts'
import { sheetsOf } from '../../template/sheet.ts'
import type { Catalogue } from './current-catalogue.ts'
import { versionOf } from './specifications.ts'

/** Returns the first zone that contains the country, by the zones' own origin or else the organisation's. */
export const zoneOf = (
  { origin, zones }: Pick<CountryZonesRow, 'origin' | 'zones'>,
  organisationCountry: string,
  country: string,
): CountryZone | undefined => {
  const from = origin === 'organisation' ? organisationCountry : origin
  return zones.find((zone) => holds(zone, from, country))
}

const holds = ({ countries, fromWithinOnly }: CountryZone, from: string, country: string): boolean => {
  if (countries === '*') return true
  if (countries === 'origin') return country === from
  return countries.includes(country) && (!fromWithinOnly || countries.includes(from))
}

/** What an item costs. It keeps these terms unchanged. */
export interface PriceTerms {
  specificationVersion: number
  priceListId: string
  priceZone: string
  priceCents: number
  currency: string
}

export interface PriceInput {
  organisation: Pick<OrganisationRow, 'id' | 'country' | 'timeZone'>
  country: string
  /** Undefined for the minimum. */
  pages?: number | undefined
  /** Pieces of its Postbatch; 1 for a Postflow. */
  quantity?: number
  /** In ms, on the clock of the piece's mode. */
  now: number
}

/** The organisation's own list precedes the general one. Undefined if none has a price for the country. */
export const priceTermsOf = (
  catalogue: Catalogue,
  specification: SpecificationRow,
  piece: PriceInput,
): PriceTerms | undefined => {
  const { organisation, now } = piece
  const zone = countryZoneOf(catalogue, specification, organisation.country, piece.country)
  if (zone === undefined) return undefined
  const lists = priceListsOf(catalogue, organisation, now)
  for (const list of lists) {
    const priceCents = priceIn(list, lists, specification, zone, piece)
    if (priceCents !== undefined) return { ...pinned(specification, list, zone), priceCents }
  }
  return undefined
}

/** Uses the list under which the piece was sold; undefined if that list has no price for the country. */
export const priceTermsOfList = (
  catalogue: Catalogue,
  specification: SpecificationRow,
  priceListId: string | null,
  piece: PriceInput,
): PriceTerms | undefined => {
  const list = catalogue.priceLists.find(({ id }) => id === priceListId)
  const zone = countryZoneOf(catalogue, specification, piece.organisation.country, piece.country)
  if (!list || zone === undefined) return undefined
  const lists = [list, ...priceListsOf(catalogue, piece.organisation, piece.now)]
  const priceCents = priceIn(list, lists, specification, zone, piece)
  return priceCents === undefined ? undefined : { ...pinned(specification, list, zone), priceCents }
}

/** Returns the code of the zone; undefined if no mail goes to the country. */
export const countryZoneOf = (
  { countryZones }: Pick<Catalogue, 'countryZones'>,
  { countryZonesKey }: Pick<SpecificationRow, 'countryZonesKey'>,
  originCountry: string,
  country: string,
): string | undefined => {
  const zones: CountryZonesRow | undefined = countryZones.get(countryZonesKey ?? '')
  return zones && zoneOf(zones, originCountry, country)?.code
}

/** Returns the organisation's own list and the general one, of each the one that became valid last. */
export const priceListsOf = (
  { priceLists }: Pick<Catalogue, 'priceLists'>,
  { id, timeZone }: Pick<OrganisationRow, 'id' | 'timeZone'>,
  now: number,
): PriceListRow[] => listsOn({ priceLists }, id, dayIn(timeZone, now))

const listsOn = (
  { priceLists }: Pick<Catalogue, 'priceLists'>,
  organisationId: string,
  day: string,
): PriceListRow[] => [organisationId, null].flatMap((owner) => inForce(priceLists, owner, day) ?? [])

/** The next day on which another list takes effect; null if there is none. */
export const nextPriceListOn = (
  { priceLists }: Pick<Catalogue, 'priceLists'>,
  organisationId: string,
  day: string,
): string | null => {
  const coming = priceLists.filter(
    (list) =>
      list.archivedAt === null &&
      list.validFrom > day &&
      (list.organisationId === null || list.organisationId === organisationId),
  )
  return coming.map(({ validFrom }) => validFrom).sort()[0] ?? null
}

export const inForce = <List extends Pick<PriceListRow, 'organisationId' | 'archivedAt' | 'validFrom'>>(
  lists: readonly List[],
  organisationId: string | null,
  day: string,
): List | undefined => {
  let newest: List | undefined
  for (const list of lists) {
    if (list.archivedAt !== null || list.organisationId !== organisationId || list.validFrom > day) continue
    if (!newest || list.validFrom > newest.validFrom) newest = list
  }
  return newest
}

/** Returns the current prices by zone, without extra sheets. */
export const zonePrices = (
  catalogue: Catalogue,
  specification: SpecificationRow,
  organisation: PriceInput['organisation'],
  now: number,
): ZonePrice[] => zonePricesOn(catalogue, specification, organisation, dayIn(organisation.timeZone, now))

/** The day is in the organisation's time zone. */
export const zonePricesOn = (
  catalogue: Catalogue,
  specification: SpecificationRow,
  organisation: Pick<OrganisationRow, 'id'>,
  day: string,
): ZonePrice[] => {
  const zones = catalogue.countryZones.get(specification.countryZonesKey ?? '')?.zones ?? []
  const lists = listsOn(catalogue, organisation.id, day)
  return zones.flatMap(({ code: zone, name }) => {
    for (const list of lists) {
      const steps = stepsIn(list, lists, specification, zone)
      const sheets = linesOf(list).get(`${specification.key}|${zone}`)?.sheets ?? null
      if (steps) return { zone, name, priceCents: steps[0]!.priceCents, steps, sheets }
    }
    return []
  })
}

export interface ZonePrice {
  zone: string
  name: string
  priceCents: number
  steps: PriceStep[]
  sheets: NonNullable<PriceLine['sheets']> | null
}

/** Returns the price steps of a zone, including surcharges that apply to every piece. */
const stepsIn = (
  list: PriceListRow,
  lists: readonly PriceListRow[],
  specification: SpecificationRow,
  zone: string,
): PriceStep[] | undefined => {
  const froms = linesOf(list)
    .get(`${specification.key}|${zone}`)
    ?.steps.map(({ from }) => from)
  const piece = { quantity: 1, pages: undefined }
  return froms?.map((from) => ({
    from,
    priceCents: priceIn(list, lists, specification, zone, { ...piece, quantity: from })!,
  }))
}

const pinned = (specification: SpecificationRow, list: PriceListRow, priceZone: string) => ({
  specificationVersion: versionOf(specification.version),
  priceListId: list.id,
  priceZone,
  currency: list.currency,
})

/** Returns the price of a piece. Surcharges that a list lacks come from the next list. */
const priceIn = (
  list: PriceListRow,
  lists: readonly PriceListRow[],
  specification: SpecificationRow,
  zone: string,
  { pages, quantity = 1 }: Pick<PriceInput, 'pages' | 'quantity'>,
): number | undefined => {
  const line = linesOf(list).get(`${specification.key}|${zone}`)
  if (!line) return undefined
  const extras = specification.details?.extras ?? []
  return (
    stepOf(line, quantity) +
    ofSheets(line, specification, pages) +
    extras.reduce((sum, extra) => sum + extraCents(lists, extra), 0)
  )
}

const extraCents = (lists: readonly PriceListRow[], extra: string): number => {
  for (const { extras } of lists) {
    const found = extras.find((one) => one.extra === extra)
    if (found) return found.priceCents
  }
  return 0
}

/** Returns the price of the last step that begins at or below the quantity. */
export const stepOf = ({ steps }: Pick<PriceLine, 'steps'>, quantity: number): number =>
  steps.reduce((price, step) => (step.from <= quantity ? step.priceCents : price), steps[0]!.priceCents)

const ofSheets = ({ sheets }: PriceLine, { sheet }: SpecificationRow, pages: number | undefined): number => {
  if (!sheets) return 0
  return Math.max(0, sheetsOf(sheet.plex, pages ?? sheet.pages.min) - sheets.included) * sheets.extraCents
}

/** Indexed once for each list, because the rows are cached until the catalogue changes. */
const linesOf = memoisedByObject(
  (list: PriceListRow): ReadonlyMap<string, PriceLine> =>
    new Map(list.lines.map((line) => [`${line.specification}|${line.zone}`, line])),
)

const haveSteps = memoisedByObject((lists: readonly PriceListRow[]) =>
  lists.some(({ lines }) => lines.some(({ steps }) => steps.length > 1)),
)

export const pricesQuantity = ({ priceLists }: Pick<Catalogue, 'priceLists'>): boolean =>
  haveSteps(priceLists)

/** True if a price step of the specification, in any list, begins between the two quantities. */
export const crossesPriceStep = (
  { priceLists }: Pick<Catalogue, 'priceLists'>,
  { key }: Pick<SpecificationRow, 'key'>,
  before: number,
  after: number,
): boolean => {
  const [least, most] = [Math.min(before, after), Math.max(before, after)]
  return priceLists.some(({ lines }) =>
    lines.some(
      (line) => line.specification === key && line.steps.some(({ from }) => from > least && from <= most),
    ),
  )
}

/** True if any price depends on the number of pages. In most catalogues none does. */
export const pricesSheets = ({ priceLists }: Pick<Catalogue, 'priceLists'>): boolean => haveSheets(priceLists)

const haveSheets = memoisedByObject((lists: readonly PriceListRow[]) =>
  lists.some(({ lines }) => lines.some(({ sheets }) => sheets !== undefined)),
)
