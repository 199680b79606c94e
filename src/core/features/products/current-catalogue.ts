import type { Services } from '../../engine/services.ts'
import type { CountryZonesRow, PriceListRow } from '../../model/catalogue.ts'
import type { SpecificationRow } from '../../model/products.ts'
import { everyone, type Rows, type WritableRows } from '../../ports/store.ts'

/** `<number>|<id>`. Each attempt has its own id, because a rolled-back attempt's number is used again. */
export const revisionFact = 'catalogueRevision'

/** The catalogue at a revision. Immutable and shared by all transactions. */
export interface Catalogue {
  /** The whole fact; empty if there is no catalogue yet. */
  mark: string
  specifications: ReadonlyMap<string, SpecificationRow>
  /** Includes archived lists: items priced by one keep its prices. */
  priceLists: readonly PriceListRow[]
  countryZones: ReadonlyMap<string, CountryZonesRow>
}

const cached = new WeakMap<Services, Catalogue>()
/** A transaction reads the revision once. */
const byRows = new WeakMap<Rows, Promise<Catalogue>>()

/** Reads the revision, and the whole catalogue only if another server has changed it. */
export const currentCatalogue = (services: Services, rows: Rows): Promise<Catalogue> => {
  const known = byRows.get(rows)
  if (known) return known
  const reading = read(services, rows)
  byRows.set(rows, reading)
  return reading
}

export const revisionOf = (mark: string): number => Number(mark.split('|')[0])

export const catalogueMark = async (rows: Pick<Rows, 'facts'>): Promise<string> =>
  (await rows.facts.get(everyone, revisionFact))?.value ?? ''

/** Increments the revision after a change without an import, so that importing an older file fails (412). */
export const incrementRevision = async (
  { ids }: Pick<Services, 'ids'>,
  rows: Pick<WritableRows, 'facts'>,
): Promise<void> => {
  const fact = await rows.facts.get(everyone, revisionFact, { lock: 'wait' })
  if (!fact) return
  const value = `${revisionOf(fact.value) + 1}|${ids.next('crv')}`
  await rows.facts.update(everyone, revisionFact, { value })
}

/** Call it after rows were changed without a new revision. */
export const clearCatalogueCache = (services: Services): void => {
  cached.delete(services)
}

/** Returns the mark of the cached catalogue, which another server may have changed since. */
export const cachedMark = (services: Services): string => cached.get(services)?.mark ?? ''

const read = async (services: Services, rows: Rows): Promise<Catalogue> => {
  let mark = await catalogueMark(rows)
  const known = cached.get(services)
  if (known?.mark === mark) return known
  for (;;) {
    const catalogue = await load(rows, mark)
    // Each statement sees the newest commit, and a change commits as a whole. Equal marks before and after
    // mean that the reads belong together.
    const now = await catalogueMark(rows)
    if (now === mark) {
      // A snapshot taken before a change must not replace a newer one.
      const newest = cached.get(services)
      if (!newest || revisionOf(newest.mark) <= revisionOf(mark)) cached.set(services, catalogue)
      return catalogue
    }
    mark = now
  }
}

const load = async (rows: Rows, mark: string): Promise<Catalogue> => {
  const specifications = await rows.specifications.find(everyone, {})
  const priceLists = await rows.priceLists.find(everyone, {})
  const countryZones = await rows.countryZones.find(everyone, {})
  return {
    mark,
    specifications: new Map(specifications.map((row) => [row.id, row])),
    priceLists,
    countryZones: new Map(countryZones.map((row) => [row.key, row])),
  }
}
