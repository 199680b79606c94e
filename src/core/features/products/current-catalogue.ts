import type { Services } from '../../engine/services.ts'
import type { CountryZonesRow, PriceListRow } from '../../model/catalogue.ts'
import type { SpecificationRow } from '../../model/products.ts'
import { everyone, type Rows, type WritableRows } from '../../ports/store.ts'

/**
 * The fact that counts the changes of the catalogue: `<number>|<id>`. The id is another one for each attempt
 * to change it, because a number that was rolled back is given again.
 */
export const revisionFact = 'catalogueRevision'

/** The catalogue at a revision, as selling and scheduling need it. Never changed; shared by all transactions. */
export interface Catalogue {
  /** The whole fact; empty where there is no catalogue yet. */
  mark: string
  specifications: ReadonlyMap<string, SpecificationRow>
  /** Of every state: what was priced by a list that is archived keeps its price. */
  priceLists: readonly PriceListRow[]
  countryZones: ReadonlyMap<string, CountryZonesRow>
}

const kept = new WeakMap<Services, Catalogue>()
/** By the rows of a transaction, which asks for the revision once. */
const asked = new WeakMap<Rows, Promise<Catalogue>>()

/**
 * The catalogue that a transaction sells by. Costs one read of the revision, and where another server has
 * changed the catalogue since, a read of all of it.
 */
export const currentCatalogue = (services: Services, rows: Rows): Promise<Catalogue> => {
  const known = asked.get(rows)
  if (known) return known
  const reading = read(services, rows)
  asked.set(rows, reading)
  return reading
}

/** The number of changes that a mark stands for. */
export const revisionOf = (mark: string): number => Number(mark.split('|')[0])

export const catalogueMark = async (rows: Pick<Rows, 'facts'>): Promise<string> =>
  (await rows.facts.get(everyone, revisionFact))?.value ?? ''

/**
 * Gives the catalogue its next revision, where something that its file holds was changed besides it: whoever
 * looked at the file before is told at the import.
 */
export const noteCatalogueChange = async (
  { ids }: Pick<Services, 'ids'>,
  rows: Pick<WritableRows, 'facts'>,
): Promise<void> => {
  const fact = await rows.facts.get(everyone, revisionFact, { lock: 'wait' })
  if (!fact) return
  const value = `${revisionOf(fact.value) + 1}|${ids.next('crv')}`
  await rows.facts.update(everyone, revisionFact, { value })
}

/** Forgets what is kept in memory, where rows were changed without a new revision. */
export const forgetSpecifications = (services: Services): void => {
  kept.delete(services)
}

/** The mark of what is kept in memory, which another server may have outdated since. */
export const keptMark = (services: Services): string => kept.get(services)?.mark ?? ''

const read = async (services: Services, rows: Rows): Promise<Catalogue> => {
  let mark = await catalogueMark(rows)
  const known = kept.get(services)
  if (known?.mark === mark) return known
  for (;;) {
    const catalogue = await load(rows, mark)
    // Each statement sees the newest commit, and a change commits as a whole: what was read between two equal
    // marks belongs together.
    const now = await catalogueMark(rows)
    if (now === mark) {
      // A snapshot that began before a change must not bring back what was before it.
      const newest = kept.get(services)
      if (!newest || revisionOf(newest.mark) <= revisionOf(mark)) kept.set(services, catalogue)
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
