import type { ModeScope } from '../context.ts'
import type { Rows } from '../ports/store.ts'
import { entriesFor, matching, type Suppressible } from '../suppressions/match.ts'
import type { SuppressionRow } from '../suppressions/store.ts'
import { dayMs } from '../time.ts'
import { foldName } from './address/index.ts'
import type { ItemStatus } from './lifecycle.ts'
import { type Mailing, type MailingRef, mailingKey, mailingOf } from './mailing.ts'
import type { ItemRow } from './store.ts'

export interface DuplicateOptions {
  /** Of two that are the same, only the later one is a duplicate: for looking at all of them again. */
  earlierOnly?: boolean
}

/** What duplicates are told by, for items that no row tells of yet. By mailing, address and name. */
export type FreshItem = Pick<ItemRow, 'id' | 'recipientName' | 'postflowId' | 'postbatchId' | 'status'>
export type FreshItems = Map<string, FreshItem[]>

export interface LookupOptions {
  /** Items that were accepted before and are in no row; what is accepted joins them. */
  fresh?: FreshItems
  nameOf?: (id: string) => string
}

type Compared = Pick<ItemRow, 'id' | 'addressKey' | 'recipientName'>

/** Items that reach nobody do not make the next one a duplicate. */
const unsent: readonly ItemStatus[] = ['NEEDS_ATTENTION', 'SUPPRESSED', 'CANCELLED', 'FAILED', 'NOT_SENT']

/**
 * What the rows of one snapshot or transaction say of the items at hand: mailings are read once, the
 * suppression list and earlier items with one statement for all addresses, and items that are about to be inserted
 * count too.
 */
export class Lookups {
  readonly #rows: Rows
  readonly #scope: ModeScope
  readonly #mailings = new Map<string, Mailing | undefined>()
  readonly #entries = new Map<string, SuppressionRow>()
  /** By mailing and address, then by name: five hundred people may have one address. */
  readonly #neighbours = new Map<string, Map<string, ItemRow[]>>()
  readonly #fresh: FreshItems
  /** How messages call an earlier item. */
  readonly nameOf: (id: string) => string

  constructor(rows: Rows, scope: ModeScope, options: LookupOptions = {}) {
    this.#rows = rows
    this.#scope = scope
    this.#fresh = options.fresh ?? new Map()
    this.nameOf = options.nameOf ?? ((id) => id)
  }

  async mailing(ref: MailingRef): Promise<Mailing | undefined> {
    const key = mailingKey(ref)
    if (!this.#mailings.has(key)) this.#mailings.set(key, await mailingOf(this.#rows, this.#scope, ref))
    return this.#mailings.get(key)
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
  noteFresh({ id, recipientName, addressKey, postflowId, postbatchId, status }: FreshItem & Compared): void {
    const item = { id, recipientName, postflowId, postbatchId, status }
    addTo(this.#fresh, freshKey(item, addressKey, foldName(recipientName)), item)
  }

  /** Reads, with one statement, the items that `duplicateOf` compares those at these addresses with. */
  async readNeighbours(mailing: Mailing, addressKeys: readonly string[], now: number): Promise<void> {
    const { postflowId, postbatchId, duplicateWindowDays } = mailing
    if (duplicateWindowDays === 0 || addressKeys.length === 0) return
    for (const addressKey of addressKeys)
      this.#neighbours.set(`${mailingKey(mailing)}|${addressKey}`, new Map())
    const stored = await this.#rows.items.find(this.#scope, [
      { field: 'addressKey', op: 'in', value: addressKeys },
      postbatchId === null
        ? { field: 'postflowId', op: 'eq', value: postflowId }
        : { field: 'postbatchId', op: 'eq', value: postbatchId },
      ...(Number.isFinite(duplicateWindowDays)
        ? [{ field: 'createdAt', op: 'gte' as const, value: now - duplicateWindowDays * dayMs }]
        : []),
      { field: 'status', op: 'notIn', value: unsent },
    ])
    for (const item of stored) {
      const byName = this.#neighbours.get(`${mailingKey(mailing)}|${item.addressKey}`)!
      addTo(byName, foldName(item.recipientName), item)
    }
  }

  /**
   * An item to the same person at the same address that its mailing made within its `duplicateWindowDays`
   * before `now` (ms); undefined where the window is 0. Two people at one address are no duplicates.
   */
  async duplicateOf(
    mailing: Mailing,
    item: Compared,
    now: number,
    { earlierOnly = false }: DuplicateOptions = {},
  ): Promise<FreshItem | undefined> {
    if (mailing.duplicateWindowDays === 0) return undefined
    const key = `${mailingKey(mailing)}|${item.addressKey}`
    if (!this.#neighbours.has(key)) await this.readNeighbours(mailing, [item.addressKey], now)
    const name = foldName(item.recipientName)
    const stored = this.#neighbours.get(key)!.get(name) ?? []
    const fresh = this.#fresh.get(freshKey(mailing, item.addressKey, name)) ?? []
    return (
      stored.find(({ id }) => (earlierOnly ? id < item.id : id !== item.id)) ??
      fresh.find(({ status }) => !unsent.includes(status))
    )
  }
}

const freshKey = (ref: MailingRef, addressKey: string, name: string): string =>
  `${mailingKey(ref)}|${addressKey}|${name}`

const addTo = <T>(map: Map<string, T[]>, key: string, value: T): void => {
  const list = map.get(key)
  if (list) list.push(value)
  else map.set(key, [value])
}
