import { contains, startsWith, type Where } from '../../kernel/query.ts'
import type { ItemRow } from '../../model/items.ts'
import { printedItemCode } from '../../template/sheet-mark.ts'
import { type Found, hitsBy, type Searching } from './hits.ts'
import { searchLimits } from './limits.ts'
import type { SearchHit } from './schema.ts'

const few = searchLimits.hits

/**
 * Items by the code on the piece, by the beginning of the reference or of the name, which an index finds, and
 * by part of the name among the newest ones.
 */
export const itemsBy = async ({ rows, scope }: Searching, text: string): Promise<Found<ItemRow>> => {
  const begin = (where: Where<ItemRow>, field: 'reference' | 'recipientName') =>
    rows.items.find(scope, where, { order: [{ field }], limit: few })
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
      await rows.items.find(scope, { recipientName: contains(text) }, { ...newest, limit: few }),
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
    return this.#hits.size >= few
  }

  get first(): Found<ItemRow> {
    return [...this.#hits.values()].slice(0, few)
  }
}
