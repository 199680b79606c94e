import type { ModeScope } from '../context.ts'
import type { Rows } from '../ports/store.ts'
import type { PostflowRow } from '../postflows/store.ts'
import { entriesFor, matching, type Suppressible } from '../suppressions/match.ts'
import type { SuppressionRow } from '../suppressions/store.ts'
import { dayMs } from '../time.ts'
import { foldName } from './address/index.ts'
import type { ItemStatus } from './lifecycle.ts'
import type { ItemRow } from './store.ts'

type Compared = Pick<ItemRow, 'id' | 'addressKey' | 'recipientName'>

/** Items that reach nobody do not make the next one a duplicate. */
const unsent: readonly ItemStatus[] = ['NEEDS_ATTENTION', 'SUPPRESSED', 'CANCELLED', 'FAILED', 'NOT_SENT']

/**
 * What the rows of one snapshot or transaction say of the items at hand: Postflows are read once, the
 * suppression list with one statement for all addresses, and items that are about to be inserted count too.
 */
export class Lookups {
  readonly #rows: Rows
  readonly #scope: ModeScope
  readonly #postflows = new Map<string, PostflowRow | undefined>()
  readonly #entries = new Map<string, SuppressionRow>()
  readonly #fresh = new Map<string, ItemRow[]>()

  constructor(rows: Rows, scope: ModeScope) {
    this.#rows = rows
    this.#scope = scope
  }

  async postflow(id: string): Promise<PostflowRow | undefined> {
    if (!this.#postflows.has(id)) this.#postflows.set(id, await this.#rows.postflows.get(this.#scope, id))
    return this.#postflows.get(id)
  }

  /** Reads the suppression entries that forbid any of these pieces, before `entryFor` is asked about one. */
  async readEntries(pieces: readonly Suppressible[]): Promise<void> {
    for (const [key, entry] of await entriesFor(this.#rows, this.#scope, pieces))
      this.#entries.set(key, entry)
  }

  entryFor(piece: Suppressible): SuppressionRow | undefined {
    return matching(this.#entries, piece)[0]
  }

  /** Tells of an item that this transaction inserts at its end. */
  noteFresh(item: ItemRow): void {
    addTo(this.#fresh, item.addressKey, item)
  }

  /**
   * An item to the same person at the same address that the Postflow made within its `duplicateWindowDays`
   * before `now` (ms); undefined where the window is 0. Two people at one address are no duplicates.
   */
  async duplicateOf(
    postflow: Pick<PostflowRow, 'id' | 'duplicateWindowDays'>,
    item: Compared,
    now: number,
  ): Promise<ItemRow | undefined> {
    if (postflow.duplicateWindowDays === 0) return undefined
    const stored = await this.#rows.items.find(this.#scope, [
      { field: 'addressKey', op: 'eq', value: item.addressKey },
      { field: 'postflowId', op: 'eq', value: postflow.id },
      { field: 'createdAt', op: 'gte', value: now - postflow.duplicateWindowDays * dayMs },
      { field: 'status', op: 'notIn', value: unsent },
      { field: 'id', op: 'ne', value: item.id },
    ])
    const fresh = (this.#fresh.get(item.addressKey) ?? []).filter(
      ({ postflowId, status }) => postflowId === postflow.id && !unsent.includes(status),
    )
    const name = foldName(item.recipientName)
    return [...stored, ...fresh].find((candidate) => foldName(candidate.recipientName) === name)
  }
}

const addTo = <T>(map: Map<string, T[]>, key: string, value: T): void => {
  const list = map.get(key)
  if (list) list.push(value)
  else map.set(key, [value])
}
