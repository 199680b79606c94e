import { contains, startsWith } from '../../kernel/query.ts'
import { toDateTime } from '../../kernel/time.ts'
import type { ItemRow } from '../../model/items.ts'
import type { PostbatchRow } from '../../model/postbatches.ts'
import type { PostflowRow } from '../../model/postflows.ts'
import type { RunRow } from '../../model/runs.ts'
import type { TemplateRow } from '../../model/templates.ts'
import { type Found, hitsBy, type Searching } from './hits.ts'
import { searchLimits } from './limits.ts'
import type { SearchHit } from './schema.ts'
import { itemsBy } from './search-items.ts'

type AnyRow = ItemRow | PostflowRow | PostbatchRow | TemplateRow | RunRow

/**
 * What the text finds of what the caller may read, a few of each kind. An id, or the beginning of one, finds
 * its own kind only.
 */
export const search = async (context: Searching, text: string): Promise<SearchHit[]> => {
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

/** `itm_` and at least eight characters of a ULID, in capitals or not. */
const idIn = (text: string): { prefix: string; text: string } | undefined => {
  const [, prefix, ulid] = /^([a-z]{2,3})_([0-9a-z]{8,26})$/i.exec(text) ?? []
  if (prefix === undefined || ulid === undefined) return undefined
  return { prefix: prefix.toLowerCase(), text: `${prefix.toLowerCase()}_${ulid.toUpperCase()}` }
}

interface Kind {
  kind: SearchHit['kind']
  prefix: string
  permission: 'items.read' | 'templates.read'
  byId(context: Searching, id: string): Promise<AnyRow[]>
  byName(context: Searching, text: string): Promise<Found<AnyRow>>
}

const shown = (row: AnyRow): Omit<SearchHit, 'kind' | 'matchedBy'> => ({
  id: row.id,
  name: 'recipientName' in row ? row.recipientName : 'name' in row ? row.name : null,
  reference: 'reference' in row ? row.reference : null,
  status: row.status,
  createdAt: toDateTime(row.createdAt),
})

const few = { order: [{ field: 'id' }], limit: searchLimits.hits } as const
const beginningWith = (id: string) => ({ id: startsWith(id) })

/** Rows whose name has this part, those first that were changed last. */
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
    byId: ({ rows, scope }, id) => rows.items.find(scope, beginningWith(id), few),
    byName: itemsBy,
  },
  {
    kind: 'postflow',
    prefix: 'pfl',
    permission: 'items.read',
    byId: ({ rows, scope }, id) => rows.postflows.find(scope, beginningWith(id), few),
    byName: async ({ rows, scope }, text) =>
      hitsBy('name', (await rows.postflows.list(scope, named(text))).rows),
  },
  {
    kind: 'postbatch',
    prefix: 'pbt',
    permission: 'items.read',
    byId: ({ rows, scope }, id) => rows.postbatches.find(scope, beginningWith(id), few),
    byName: async ({ rows, scope }, text) =>
      hitsBy('name', (await rows.postbatches.list(scope, named(text))).rows),
  },
  {
    kind: 'template',
    prefix: 'tpl',
    permission: 'templates.read',
    byId: ({ rows, shared }, id) => rows.templates.find(shared, beginningWith(id), few),
    byName: async ({ rows, shared }, text) =>
      hitsBy('name', (await rows.templates.list(shared, named(text))).rows),
  },
  {
    kind: 'run',
    prefix: 'run',
    permission: 'items.read',
    byId: ({ rows, scope }, id) => rows.runs.find(scope, beginningWith(id), few),
    byName: async () => [],
  },
]
