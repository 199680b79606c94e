import type {
  CatalogueDocument,
  CatalogueFacts,
  CataloguePart,
  CatalogueSeller,
} from '../../../engine/catalogue-part.ts'
import type { Services } from '../../../engine/services.ts'
import { oneOf } from '../../../kernel/query.ts'
import { dayIn } from '../../../kernel/time.ts'
import type { SpecificationRow } from '../../../model/products.ts'
import { everyone, type Rows } from '../../../ports/store.ts'
import { currencyOf, moneyWasCounted } from '../../ledger/accounts.ts'
import { catalogueMark, revisionOf } from '../current-catalogue.ts'
import { versionOf } from '../specifications.ts'
import { holidayKey, lastYear } from './calendar-days.ts'
import { same } from './changes.ts'
import { entriesOf, entryOf, toFile } from './document.ts'
import { catalogueLimits } from './entries/limits.ts'

/**
 * Returns the active and paused Postflows and the unapproved Postbatches of specifications that the file
 * would archive. Scheduled items don't count, because they keep their price.
 */
const sellersOf = async (rows: Rows, file: CatalogueDocument): Promise<CatalogueFacts['sellers']> => {
  const keys = new Map<string, string>()
  for (const { id, key } of await rows.specifications.find(everyone, {})) {
    const after = key === null ? undefined : entryOf(file, 'specifications', key)
    if (key !== null && (!after || after.archived === true)) keys.set(id, key)
  }
  if (keys.size === 0) return {}
  const specificationId = oneOf([...keys.keys()])
  const most = { limit: catalogueLimits.findings }
  const postflows = await rows.postflows.find(
    everyone,
    { specificationId, status: oneOf(['ACTIVE', 'PAUSED']) },
    most,
  )
  const postbatches = await rows.postbatches.find(
    everyone,
    { specificationId, status: oneOf(['DRAFT', 'VALIDATING', 'VALIDATED']) },
    most,
  )
  const sellers: Record<string, CatalogueSeller[]> = {}
  const note = (kind: CatalogueSeller['kind'], row: Sold) => {
    const key = keys.get(row.specificationId)!
    sellers[key] = [...(sellers[key] ?? []), { kind, id: row.id, name: row.name }]
  }
  for (const row of postflows) note('Postflow', row)
  for (const row of postbatches) note('Postbatch', row)
  return sellers
}

type Sold = Pick<SpecificationRow, 'id' | 'name'> & { specificationId: string }

export const presentCatalogue = async (
  rows: Rows,
  parts: readonly CataloguePart[],
): Promise<CatalogueDocument> => {
  const read: [string, Awaited<ReturnType<CataloguePart['read']>>][] = []
  for (const part of parts) read.push([part.name, await part.read(rows)])
  return { currency: await currencyOf(rows), parts: Object.fromEntries(read) }
}

/** Reads rows in one snapshot, holidays, and the renderer's colour profiles unless `profiles` lists them. */
export const gatherFacts = async (
  services: Services,
  parts: readonly CataloguePart[],
  file: CatalogueDocument,
  profiles?: readonly string[],
): Promise<CatalogueFacts & { mark: string }> => {
  const now = services.clock.now()
  const today = dayIn('UTC', now)
  const stored = await services.store.read((rows) => ofRows(rows, parts, file))
  const known = profiles ?? (await profilesOf(services))
  const portAnswers: Record<string, unknown> = {}
  for (const part of parts)
    if (part.queryPorts) portAnswers[part.name] = await part.queryPorts(file, services)
  return {
    now,
    today,
    ...stored,
    fromPorts: portAnswers,
    // Only test renderers, which print nothing, have no profile.
    colourProfiles: known.length > 0 ? [...known] : undefined,
    holidays: await holidaysOf(services, [file, stored.present], today),
  }
}

const profilesOf = async ({ renderer }: Services): Promise<string[]> =>
  (await renderer.platformAssets()).filter(({ kind }) => kind === 'ICC_PROFILE').map(({ id }) => id)

const ofRows = async (rows: Rows, parts: readonly CataloguePart[], file: CatalogueDocument) => {
  const mark = await catalogueMark(rows)
  const present = await presentCatalogue(rows, parts)
  const named = entriesOf(file, 'priceLists').flatMap(({ organisation }) => organisation ?? [])
  const organisations = await rows.organisations.find(everyone, { id: oneOf([...new Set(named)]) })
  const more: Record<string, unknown> = {}
  for (const part of parts) if (part.gather) more[part.name] = await part.gather(rows, file)
  return {
    mark,
    present,
    currencyFixed: await moneyWasCounted(rows),
    specifications: await specificationFacts(rows, file, present),
    sellers: await sellersOf(rows, file),
    organisations: new Set(organisations.map(({ id }) => id)),
    more,
  }
}

const specificationFacts = async (
  rows: Rows,
  file: CatalogueDocument,
  present: CatalogueDocument,
): Promise<CatalogueFacts['specifications']> => {
  const waiting = new Map<string, number>()
  for (const { specificationId, itemCount } of await rows.runs.find(everyone, { status: 'OPEN' }))
    waiting.set(specificationId, (waiting.get(specificationId) ?? 0) + itemCount)
  const facts: Record<string, CatalogueFacts['specifications'][string]> = {}
  for (const { id, key, version } of await rows.specifications.find(everyone, {})) {
    if (key === null) continue
    const before = entryOf(present, 'specifications', key)
    const after = entryOf(file, 'specifications', key)
    // Counts templates only if necessary: they have no index by specification.
    const matters = !before || !after || after.archived === true || !same(before.sheet, after.sheet)
    const designs = matters ? await rows.templates.count(everyone, { specificationId: id }) : 0
    facts[key] = { version: versionOf(version), designs, scheduled: waiting.get(id) ?? 0 }
  }
  return facts
}

export const holidaysOf = async (
  { holidays, turns }: Pick<Services, 'holidays' | 'turns'>,
  documents: readonly CatalogueDocument[],
  today: string,
): Promise<CatalogueFacts['holidays']> => {
  const known: Record<string, readonly string[] | null> = {}
  const sources = documents.flatMap((document) =>
    entriesOf(document, 'calendars').flatMap((calendar) => calendar.holidays ?? []),
  )
  for (const source of sources) {
    const key = holidayKey(source)
    if (known[key] !== undefined) continue
    known[key] = []
    for (let year = Number(today.slice(0, 4)); year <= Number(lastYear(today)); year++) {
      await turns.rest()
      const days = await holidays.daysOf(source as never, year)
      known[key] = days === null ? null : [...(known[key] ?? []), ...days]
      if (days === null) break
    }
  }
  return known
}

/** Exports the parts that the caller may see, with the revision. */
export const exportCatalogue = async (
  services: Services,
  may: (part: CataloguePart) => boolean = () => true,
): Promise<{ revision: number; file: Record<string, unknown> }> => {
  const parts = (await services.catalogueParts()).filter(may)
  return services.store.read(async (rows) => ({
    revision: revisionOf(await catalogueMark(rows)),
    file: toFile(await presentCatalogue(rows, parts), parts),
  }))
}

export const mayWith =
  (scopes: readonly string[]) =>
  ({ permission }: Pick<CataloguePart, 'permission'>): boolean =>
    permission === undefined || scopes.includes(permission)
