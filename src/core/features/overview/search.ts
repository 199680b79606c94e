import type { ReadContext } from '../../engine/context.ts'
import { contains, startsWith, type Where } from '../../kernel/query.ts'
import { toDateTime } from '../../kernel/time.ts'
import type { ItemRow } from '../../model/items.ts'
import type { PostbatchRow } from '../../model/postbatches.ts'
import type { PostflowRow } from '../../model/postflows.ts'
import type { RunRow } from '../../model/runs.ts'
import type { TemplateRow } from '../../model/templates.ts'
import { printedItemCode } from '../../template/sheet-mark.ts'
import { type SearchHit, searchLimits } from './schema.ts'

type SearchContext = Pick<ReadContext, 'rows' | 'scope' | 'shared' | 'caller'>

/** Rows with the field that matched. */
type Found<Row> = { row: Row; matchedBy: SearchHit['matchedBy'] }[]

const hitsBy = <Row>(matchedBy: SearchHit['matchedBy'], rows: readonly Row[]): Found<Row> =>
  rows.map((row) => ({ row, matchedBy }))

const maxHits = searchLimits.hits

/**
 * Searches the tracking code and the beginning of reference and name (indexed), then part of the name among
 * the newest items.
 */
const itemsBy = async ({ rows, scope }: SearchContext, text: string): Promise<Found<ItemRow>> => {
  const begin = (where: Where<ItemRow>, field: 'reference' | 'recipientName') =>
    rows.items.find(scope, where, { order: [{ field }], limit: maxHits })
  const found = new Hits()
  found.add('trackingCode', await rows.items.find(scope, { trackingCode: printedItemCode(text) }))
  found.add('reference', await begin({ reference: startsWith(text) }, 'reference'))
  for (const name of new Set([text, capitalised(text)])) {
    if (!found.isFull) found.add('name', await begin({ recipientName: startsWith(name) }, 'recipientName'))
  }
  if (!found.isFull) {
    const newest = {
      order: [{ field: 'createdAt', descending: true }],
      among: searchLimits.namedItems,
    } as const
    found.add(
      'name',
      await rows.items.find(scope, { recipientName: contains(text) }, { ...newest, limit: maxHits }),
    )
  }
  return found.first
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** The first hits, each item once. */
class Hits {
  readonly #hits = new Map<string, Found<ItemRow>[number]>()

  add(matchedBy: SearchHit['matchedBy'], rows: readonly ItemRow[]): void {
    for (const hit of hitsBy(matchedBy, rows))
      if (!this.#hits.has(hit.row.id)) this.#hits.set(hit.row.id, hit)
  }

  get isFull(): boolean {
    return this.#hits.size >= maxHits
  }

  get first(): Found<ItemRow> {
    return [...this.#hits.values()].slice(0, maxHits)
  }
}

type AnyRow = ItemRow | PostflowRow | PostbatchRow | TemplateRow | RunRow

/** Searches the kinds that the caller may read. An id or its beginning finds only its own kind. */
export const search = async (context: SearchContext, text: string): Promise<SearchHit[]> => {
  const id = idIn(text)
  const hits: SearchHit[] = []
  for (const kind of kinds) {
    if (!context.caller.scopes.includes(kind.permission)) continue
    if (id && id.prefix !== kind.prefix) continue
    const found = id ? hitsBy('id', await kind.byId(context, id.text)) : await kind.byName(context, text)
    for (const { row, matchedBy } of found) hits.push({ kind: kind.kind, ...shown(row), matchedBy })
  }
  return hits
}

/**
 * Returns the id or its beginning in the text: a prefix such as `itm_` and at least eight characters of a
 * ULID, in any case.
 */
const idIn = (text: string): { prefix: string; text: string } | undefined => {
  const [, prefix, ulid] = /^([a-z]{2,3})_([0-9a-z]{8,26})$/i.exec(text) ?? []
  if (prefix === undefined || ulid === undefined) return undefined
  return { prefix: prefix.toLowerCase(), text: `${prefix.toLowerCase()}_${ulid.toUpperCase()}` }
}

interface Kind {
  kind: SearchHit['kind']
  prefix: string
  permission: 'items.read' | 'templates.read'
  byId(context: SearchContext, id: string): Promise<AnyRow[]>
  byName(context: SearchContext, text: string): Promise<Found<AnyRow>>
}

const shown = (row: AnyRow): Omit<SearchHit, 'kind' | 'matchedBy'> => ({
  id: row.id,
  name: 'recipientName' in row ? row.recipientName : 'name' in row ? row.name : null,
  reference: 'reference' in row ? row.reference : null,
  status: row.status,
  createdAt: toDateTime(row.createdAt),
})

const firstHits = { order: [{ field: 'id' }], limit: searchLimits.hits } as const
const beginningWith = (id: string) => ({ id: startsWith(id) })

/** Query by part of the name, latest change first. */
const named = (text: string) =>
  ({
    where: { name: contains(text) },
    sort: [{ field: 'updatedAt', descending: true }],
    limit: searchLimits.hits,
    total: false,
  }) as const

const kinds: readonly Kind[] = [
  {
    kind: 'item',
    prefix: 'itm',
    permission: 'items.read',
    byId: ({ rows, scope }, id) => rows.items.find(scope, beginningWith(id), firstHits),
    byName: itemsBy,
  },
  {
    kind: 'postflow',
    prefix: 'pfl',
    permission: 'items.read',
    byId: ({ rows, scope }, id) => rows.postflows.find(scope, beginningWith(id), firstHits),
    byName: async ({ rows, scope }, text) =>
      hitsBy('name', (await rows.postflows.list(scope, named(text))).rows),
  },
  {
    kind: 'postbatch',
    prefix: 'pbt',
    permission: 'items.read',
    byId: ({ rows, scope }, id) => rows.postbatches.find(scope, beginningWith(id), firstHits),
    byName: async ({ rows, scope }, text) =>
      hitsBy('name', (await rows.postbatches.list(scope, named(text))).rows),
  },
  {
    kind: 'template',
    prefix: 'tpl',
    permission: 'templates.read',
    byId: ({ rows, shared }, id) => rows.templates.find(shared, beginningWith(id), firstHits),
    byName: async ({ rows, shared }, text) =>
      hitsBy('name', (await rows.templates.list(shared, named(text))).rows),
  },
  {
    kind: 'run',
    prefix: 'run',
    permission: 'items.read',
    byId: ({ rows, scope }, id) => rows.runs.find(scope, beginningWith(id), firstHits),
    byName: async () => [],
  },
]
