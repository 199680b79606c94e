import type {
  CatalogueCheck,
  CatalogueEntry,
  CataloguePart,
  CatalogueSaving,
} from '../../../../engine/catalogue-part.ts'
import type { IdPrefix } from '../../../../engine/ids.ts'
import { maxHints } from '../../../../engine/validate.ts'
import { nearest } from '../../../../kernel/nearest.ts'
import type { Noun } from '../../../../kernel/nouns.ts'
import type { RuleSource } from '../../../../model/catalogue.ts'
import { everyone, type Rows, type WritableRows, type Writer } from '../../../../ports/store.ts'
import { catalogueSentences } from '../../sentences.ts'
import { same } from '../changes.ts'
import { entriesOf } from '../document.ts'

export interface EntryRow {
  id: string
  key: string
  name: string
  sources: RuleSource[] | null
  archivedAt: number | null
  createdAt: number
  updatedAt: number
}

export type EntryTable = 'calendars' | 'costs' | 'countryZones' | 'postageProducts' | 'priceLists' | 'stocks'

export interface Storage<Entry extends CatalogueEntry, Row extends EntryRow> {
  table: EntryTable
  prefix: IdPrefix
  /** Omits the common fields. */
  toEntry(row: Row): Omit<Entry, 'key' | 'name' | 'archived' | 'sources'>
  toRow(entry: Entry, saving: CatalogueSaving): Omit<Row, keyof EntryRow>
}

/** Defines a part whose entries are rows of one table. It writes only those that differ. */
export const simplePart = <
  Entry extends CatalogueEntry & { name: string; sources?: RuleSource[] | undefined },
  Row extends EntryRow,
>(
  { table, prefix, toEntry, toRow }: Storage<Entry, Row>,
  rest: Pick<CataloguePart, 'name' | 'noun' | 'schema' | 'limit' | 'long' | 'optional' | 'gather' | 'check'>,
): CataloguePart => ({
  ...rest,
  async read(rows: Rows) {
    const found = (await rows[table].find(everyone, {}, { order: [{ field: 'key' }] })) as unknown as Row[]
    return found.map((row) => ({ ...commonEntry(row), name: row.name, ...toEntry(row) }))
  },
  async save(saving) {
    const writer = writerOf<Row>(saving.rows, table)
    const present = new Map((await writer.find(everyone, {})).map((row) => [row.key, row]))
    let changed = false
    for (const entry of (saving.next.parts[rest.name] ?? []) as unknown as Entry[]) {
      await saving.rows.rest()
      const fields = { name: entry.name, sources: entry.sources ?? null, ...toRow(entry, saving) }
      const row = present.get(entry.key)
      changed = (await saveEntry(saving, { writer, prefix, row, entry, fields })) || changed
    }
    return changed
  },
})

const writerOf = <Row extends { id: string }>(rows: WritableRows, table: EntryTable): Writer<Row> =>
  rows[table] as unknown as Writer<Row>

/** Returns the fields that entries have in common, without empty ones. */
export const commonEntry = ({
  key,
  archivedAt,
  sources,
}: Pick<EntryRow, 'archivedAt' | 'sources'> & { key: string | null }) => ({
  key: key!,
  ...(archivedAt === null ? {} : { archived: true }),
  ...(sources === null ? {} : { sources }),
})

interface Saved<Row> {
  writer: Writer<Row>
  prefix: IdPrefix
  row: Row | undefined
  entry: CatalogueEntry
  fields: object
}

/** Writes an entry if its fields or derived values (days of a calendar) differ. Returns whether it did. */
const saveEntry = async <Row extends EntryRow>(
  { ids, now }: CatalogueSaving,
  { writer, prefix, row, entry, fields }: Saved<Row>,
): Promise<boolean> => {
  const archivedAt = entry.archived === true ? (row?.archivedAt ?? now) : null
  const next = { ...fields, archivedAt } as Partial<Row>
  if (!row) {
    const id = ids.next(prefix)
    await writer.insert({ id, key: entry.key, ...next, createdAt: now, updatedAt: now } as unknown as Row)
    return true
  }
  if (Object.entries(next).every(([field, value]) => same(row[field as keyof Row], value))) return false
  await writer.update(everyone, row.id, { ...next, updatedAt: now } as Partial<Row>)
  return true
}

const given = new WeakMap<CatalogueCheck['facts'], number>()
/** Known names to compare. A comparison takes time in proportion to both lengths. */
const compared = 200

/** Suggests a similar known name, for the first few unknown names of a check. */
export const hintFor = (
  { facts }: Pick<CatalogueCheck, 'facts'>,
  name: string,
  known: readonly string[],
): string | undefined => {
  const count = given.get(facts) ?? 0
  if (count >= maxHints) return undefined
  given.set(facts, count + 1)
  return nearest(name, known.slice(0, compared))
}

const { sentence } = catalogueSentences

/** Reports changed ids: an id and a key belong together permanently. */
export const checkIds = (
  check: CatalogueCheck,
  part: 'products' | 'specifications',
  noun: Noun,
  prefix: string,
): void => {
  const owner = new Map<string, string>()
  const present = new Map<string, string>()
  for (const { id, key } of entriesOf(check.facts.present, part)) {
    owner.set(id!, key)
    present.set(key, id!)
  }
  for (const [index, { id, key }] of entriesOf(check.next, part).entries()) {
    if (id === undefined) continue
    const place = [index, 'id']
    const has = present.get(key)
    const other = owner.get(id)
    if (!/^[a-z]{3}_[0-9A-Z]{20,30}$/.test(id) || !id.startsWith(prefix))
      check.report(place, sentence('catalogue_key.id_format', { noun, prefix }))
    else if (has !== undefined && has !== id)
      check.report(place, sentence('catalogue_key.id', { key, present: has }))
    else if (other !== undefined && other !== key)
      check.report(place, sentence('catalogue_key.id_taken', { id, other }))
    owner.set(id, key)
  }
}
