import type { CatalogueDocument } from '../../../engine/catalogue-part.ts'
import type { Services } from '../../../engine/services.ts'
import { dayIn } from '../../../kernel/time.ts'
import type { CalendarRow, PriceLine, StockRow } from '../../../model/catalogue.ts'
import type { SpecificationRow } from '../../../model/products.ts'
import { everyone, type Rows, type WritableRows } from '../../../ports/store.ts'
import { catalogueMark, revisionFact } from '../current-catalogue.ts'
import sample from '../samples/standard.json' with { type: 'json' }
import { contentOf } from '../specifications.ts'
import { daysOf, lastYear, scheduleOf } from './calendar-days.ts'
import { entriesOf } from './document.ts'
import type { CalendarEntry } from './entries/entry-schemas.ts'
import { holidaysOf } from './export.ts'
import { checkFile, saveCatalogue } from './import.ts'

/** The sample printers' closed days before 0.3.0. They identify an unchanged calendar of that version. */
export const dutchHolidays: readonly string[] = [
  // New Year, Easter Monday, King's Day, Liberation Day (every fifth year), Ascension, Whit Monday,
  // Christmas.
  '2025-01-01',
  '2025-04-21',
  '2025-04-26',
  '2025-05-05',
  '2025-05-29',
  '2025-06-09',
  '2025-12-25',
  '2025-12-26',
  '2026-01-01',
  '2026-04-06',
  '2026-04-27',
  '2026-05-14',
  '2026-05-25',
  '2026-12-25',
  '2026-12-26',
  '2027-01-01',
  '2027-03-29',
  '2027-04-27',
  '2027-05-06',
  '2027-05-17',
  '2027-12-25',
  '2027-12-26',
  '2028-01-01',
  '2028-04-17',
  '2028-04-27',
  '2028-05-25',
  '2028-06-05',
  '2028-12-25',
  '2028-12-26',
]

/** True if a version before 0.3.0 set the instance up: products, but no catalogue. */
const needsAdoption = async (rows: Pick<Rows, 'specifications'>): Promise<boolean> =>
  (await rows.specifications.find(everyone, {}, { limit: 1 })).length > 0

/** Makes existing rows version 1, with their prices and schedules. Those of the sample get its keys. */
const adoptRows = async (services: Services, sample: CatalogueDocument): Promise<void> => {
  const now = services.clock.now()
  const today = dayIn('UTC', now)
  const holidays = await holidaysOf(services, [sample], today)
  await services.store.write(async (rows) => {
    if ((await catalogueMark(rows)) !== '') return
    const adopting = new Adopting(services, rows, sample, { now, today, holidays })
    await adopting.products()
    await adopting.specifications()
    await rows.facts.insert({ id: revisionFact, value: `1|${services.ids.next('crv')}` })
  })
}

interface Moment {
  now: number
  today: string
  holidays: Awaited<ReturnType<typeof holidaysOf>>
}

class Adopting {
  readonly #services: Services
  readonly #rows: WritableRows
  readonly #sample: CatalogueDocument
  readonly #moment: Moment
  /** Stocks and calendars by content. */
  readonly #stocks = new Map<string, StockRow>()
  readonly #calendars = new Map<string, CalendarRow>()

  constructor(services: Services, rows: WritableRows, sample: CatalogueDocument, moment: Moment) {
    this.#services = services
    this.#rows = rows
    this.#sample = sample
    this.#moment = moment
  }

  async products(): Promise<void> {
    for (const { id } of await this.#rows.products.find(everyone, {})) {
      const known = entriesOf(this.#sample, 'products').find((entry) => entry.id === id)
      await this.#rows.products.update(everyone, id, { key: known?.key ?? keyOf(id), version: 1 })
    }
  }

  async specifications(): Promise<void> {
    const lines: PriceLine[] = []
    let currency = this.#sample.currency
    for (const row of await this.#rows.specifications.find(everyone, {})) {
      const known = entriesOf(this.#sample, 'specifications').find((entry) => entry.id === row.id)
      const key = known?.key ?? keyOf(row.id)
      currency = row.currency
      for (const { zone, priceCents } of row.prices)
        lines.push({ specification: key, zone, steps: [{ from: 1, priceCents }] })
      await this.#adopt(row, key)
    }
    await this.#zonesAndPrices(currency, lines)
  }

  async #adopt(row: SpecificationRow, key: string): Promise<void> {
    const { key: stockKey, name, gsm, coated, colourProfile, maxInkPercent } = await this.#stockOf(row)
    const stock = { key: stockKey, name, gsm, coated, colourProfile, maxInkPercent }
    const calendar = await this.#calendarOf(row)
    const fields = {
      calendarKey: calendar.key,
      countryZonesKey: this.#zones.key,
      details: { stock, postage: null, finishing: [], inserts: [], extras: [] },
    }
    const content = contentOf({ ...row, ...fields })
    await this.#rows.specifications.update(everyone, row.id, {
      ...fields,
      key,
      version: 1,
      cutoff: scheduleOf(calendar as unknown as CalendarEntry, this.#moment),
    })
    await this.#rows.specificationVersions.insert({
      id: this.#services.ids.next('psv'),
      specificationId: row.id,
      version: 1,
      content: content as unknown as Record<string, unknown>,
      createdAt: row.createdAt,
    })
  }

  get #zones() {
    return entriesOf(this.#sample, 'countryZones')[0]!
  }

  async #zonesAndPrices(currency: string, lines: PriceLine[]): Promise<void> {
    const { key, name, origin, zones } = this.#zones
    const common = this.#common()
    await this.#rows.countryZones.insert({
      ...common,
      id: this.#services.ids.next('czn'),
      key,
      name,
      origin,
      zones: zones as never,
      closed: false,
    })
    const list = entriesOf(this.#sample, 'priceLists')[0]!
    await this.#rows.priceLists.insert({
      ...common,
      id: this.#services.ids.next('prl'),
      key: list.key,
      name: list.name,
      currency,
      validFrom: list.validFrom,
      organisationId: null,
      lines,
      extras: [],
    })
    await this.#rows.facts.insert({ id: 'currency', value: currency })
  }

  #common() {
    const { now } = this.#moment
    return { sources: null, archivedAt: null, createdAt: now, updatedAt: now }
  }

  async #stockOf({ paper, sheet: { colourProfile } }: SpecificationRow): Promise<StockRow> {
    const content = JSON.stringify([paper.name, paper.gsm, colourProfile])
    const present = this.#stocks.get(content)
    if (present) return present
    const known = entriesOf(this.#sample, 'stocks').find(
      ({ name, gsm, colourProfile: profile }) =>
        name === paper.name && gsm === paper.gsm && profile === colourProfile,
    )
    const row: StockRow = {
      ...this.#common(),
      id: this.#services.ids.next('stk'),
      key: known?.key ?? `stock-${this.#stocks.size + 1}`,
      name: paper.name,
      gsm: paper.gsm,
      coated: known?.coated ?? true,
      colourProfile,
      maxInkPercent: known?.maxInkPercent ?? 300,
    }
    this.#stocks.set(content, row)
    await this.#rows.stocks.insert(row)
    return row
  }

  /** Replaces a calendar with the sample's schedule by the sample's, whose holidays cover more years. */
  async #calendarOf({ cutoff }: SpecificationRow): Promise<CalendarRow> {
    const content = JSON.stringify([cutoff.cron, cutoff.timeZone, cutoff.holidays])
    const present = this.#calendars.get(content)
    if (present) return present
    const [sample] = entriesOf(this.#sample, 'calendars')
    const known = content === JSON.stringify([sample!.cron, sample!.timeZone, dutchHolidays])
    const entry: CalendarEntry = known
      ? sample!
      : {
          key: `calendar-${this.#calendars.size + 1}`,
          name: cutoff.cron,
          cron: cutoff.cron,
          timeZone: cutoff.timeZone,
          closedOn: cutoff.holidays,
        }
    const row: CalendarRow = {
      ...this.#common(),
      id: this.#services.ids.next('cal'),
      key: entry.key,
      name: entry.name,
      cron: entry.cron,
      timeZone: entry.timeZone,
      holidays: (entry.holidays ?? []) as CalendarRow['holidays'],
      closedOn: entry.closedOn ?? [],
      openOn: [],
      days: daysOf(entry, this.#moment),
      daysUntil: lastYear(this.#moment.today),
    }
    this.#calendars.set(content, row)
    await this.#rows.calendars.insert(row)
    return row
  }
}

/** Entries that are not in the sample are keyed by their id in lower case. */
const keyOf = (id: string): string => id.toLowerCase().replace(/[^a-z0-9]+/g, '-')

/** Creates the catalogue from the standard sample, or from the rows of an instance older than catalogues. */
export const beginCatalogue = async (services: Services): Promise<void> => {
  // The sample uses known profiles, so a first start doesn't load the renderer to list them.
  const profiles = sample.stocks.map(({ colourProfile }) => colourProfile)
  const checked = await checkFile(services, sample, { profiles })
  if (await services.store.read(needsAdoption)) {
    await adoptRows(services, checked.next)
    return
  }
  await services.store.write(async (rows) => {
    // Another server may have created the catalogue.
    if ((await catalogueMark(rows)) === '') await saveCatalogue(services, rows, checked)
  })
}
