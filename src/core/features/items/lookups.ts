import type { ModeScope } from '../../engine/caller.ts'
import { gte, oneOf, type Where } from '../../kernel/query.ts'
import { dayMs } from '../../kernel/time.ts'
import type { ItemRow, MailingRef } from '../../model/items.ts'
import type { SuppressionRow } from '../../model/suppressions.ts'
import type { Rows } from '../../ports/store.ts'
import { entriesFor, matching, type Suppressible } from '../suppressions/match.ts'
import { type Mailing, mailingKey, mailingOf, mailingsByKey } from './mailing.ts'
import {
  addressedBy,
  differing,
  isSamePerson,
  keyOfPerson,
  keyOfPersonV1,
  makesDuplicates,
  marksOf,
  type Person,
  withCurrentKey,
} from './save.ts'

interface Lookup {
  /** Condition on the items. */
  within: Where<ItemRow>
  /** Read the newest items of a recipient with many, instead of the oldest. */
  newest?: boolean
}

/** Rows read per recipient: one may be the item itself, so two show whether there is another. */
const enough = 2

/** An item that reaches its recipient, with the key of that recipient. */
type ItemToPerson = ItemRow & { addressKeyV2: string; person: string }

/**
 * Reads items to these recipients or others with the same keys: by version 2, and by version 1 for items
 * without.
 */
export const itemsToPeople = async (
  rows: Pick<Rows, 'items'>,
  scope: ModeScope,
  people: readonly Person[],
  lookup: Lookup,
): Promise<ItemToPerson[]> => {
  const of = (keyOf: (person: Person) => string) => [...new Set(people.map(keyOf))]
  const [current, former] = await Promise.all([
    itemsBy('duplicateKeyV2', rows, scope, of(keyOfPerson), lookup),
    itemsBy('duplicateKey', rows, scope, of(keyOfPersonV1), {
      ...lookup,
      within: [lookup.within, { duplicateKeyV2: null }],
    }),
  ])
  return [...current, ...former].filter(makesDuplicates).map((item) => {
    const keyed = withCurrentKey(item)
    return { ...keyed, person: keyOfPerson(keyed) }
  })
}

/**
 * Reads items with these keys in one statement if there are few, otherwise the oldest or newest two per key,
 * since a recipient may have thousands.
 */
const itemsBy = async (
  column: 'duplicateKey' | 'duplicateKeyV2',
  { items }: Pick<Rows, 'items'>,
  scope: ModeScope,
  keys: readonly string[],
  { within, newest = false }: Lookup,
): Promise<ItemRow[]> => {
  if (keys.length > 1) {
    const limit = enough * keys.length
    const any: Where<ItemRow> = [{ [column]: oneOf(keys) }, within]
    const found = await items.find(scope, any, { limit: limit + 1 })
    if (found.length <= limit) return found
  }
  const order = [
    { field: 'createdAt', descending: newest },
    { field: 'id', descending: newest },
  ] as const
  const found: ItemRow[] = []
  for (const value of keys) {
    const one: Where<ItemRow> = [{ [column]: value }, within]
    found.push(...(await items.find(scope, one, { order, limit: enough })))
  }
  return found
}

export interface DuplicateOptions {
  /** Treat only the later of two equal items as a duplicate, to validate all items of a mailing again. */
  earlierOnly?: boolean
}

/** The fields that identify duplicates, for an item not stored yet. */
export interface FreshItem extends Person, Pick<ItemRow, 'id'> {
  /** Merge fields of each item to the recipient (`marksOf`). */
  marks: string[]
}

/** An earlier item to the same recipient. */
export interface Duplicate {
  item: Pick<ItemRow, 'id' | 'recipientName'>
  /** Merge fields that differ; empty if any earlier item has the same values. */
  fields: string[]
  /** The earlier item; undefined if it is about to be stored, or in a trial. */
  stored: ItemRow | undefined
  /** Why its content is not replaced. */
  kept?: KeptFor | undefined
}

/**
 * Why an earlier item keeps its content. `several`: the recipient has several, which would be sent besides
 * the later one. `sender`: another sender created it, whose items the caller may not change.
 */
export type KeptFor = 'several' | 'sender'

/** The first item to each recipient, by `keyOfPerson`. */
export type FreshItems = Map<string, FreshItem>

export interface LookupOptions {
  /** Accepted items not stored yet; newly accepted ones are added. */
  fresh?: FreshItems
  /** Returns the name of an earlier item in messages; its id by default. */
  nameOf?: (id: string) => string
  /** Merge fields that distinguish items to a recipient: those of a list; all by default. */
  fields?: ReadonlySet<string>
  /** Whether the content of a stored item may be replaced; true by default. */
  mayReplace?: ((earlier: ItemRow) => boolean) | undefined
}

/** An item and its recipient. */
type Addressed = Pick<ItemRow, 'id' | 'recipient' | 'data'>

/**
 * Reads the data for validation in one snapshot or transaction: each mailing once, suppressions and earlier
 * items with one statement for all addresses. Items about to be inserted count as earlier ones.
 */
export class Lookups {
  readonly #rows: Rows
  readonly #scope: ModeScope
  readonly #mailings = new Map<string, Mailing | undefined>()
  readonly #entries = new Map<string, readonly SuppressionRow[]>()
  /** Stored items by `keyOfPerson`. */
  readonly #stored = new Map<string, ItemToPerson[]>()
  readonly #fresh: FreshItems
  /** Returns the name of an earlier item in messages. */
  readonly nameOf: (id: string) => string
  /** Merge fields that distinguish items to a recipient. */
  readonly fields: ReadonlySet<string> | undefined
  readonly #mayReplace: (earlier: ItemRow) => boolean

  constructor(rows: Rows, scope: ModeScope, options: LookupOptions = {}) {
    this.#rows = rows
    this.#scope = scope
    this.#fresh = options.fresh ?? new Map()
    this.nameOf = options.nameOf ?? ((id) => id)
    this.fields = options.fields
    this.#mayReplace = options.mayReplace ?? (() => true)
  }

  async mailing(ref: MailingRef): Promise<Mailing | undefined> {
    const key = mailingKey(ref)
    if (!this.#mailings.has(key)) this.#mailings.set(key, await mailingOf(this.#rows, this.#scope, ref))
    return this.#mailings.get(key)
  }

  /** Reads several mailings in parallel. */
  async readMailings(refs: readonly MailingRef[]): Promise<void> {
    const found = await mailingsByKey(this.#rows, this.#scope, refs)
    for (const ref of refs) this.#mailings.set(mailingKey(ref), found.get(mailingKey(ref)))
  }

  /** Reads suppression entries that may match these items. Call it before `entryFor`. */
  async readEntries(pieces: readonly Suppressible[]): Promise<void> {
    for (const [key, entry] of await entriesFor(this.#rows, this.#scope, pieces))
      this.#entries.set(key, entry)
  }

  entryFor(piece: Suppressible): SuppressionRow | undefined {
    return matching(this.#entries, piece)[0]
  }

  /** Records an item that this transaction will insert. */
  noteFresh(item: Addressed & MailingRef & Pick<ItemRow, 'status'>): void {
    if (!makesDuplicates(item)) return
    const { id, recipient, data, postflowId, postbatchId } = item
    const person = { id, ...addressedBy(recipient), postflowId, postbatchId, marks: [marksOf(data)] }
    const key = keyOfPerson(person)
    const earlier = this.#fresh.get(key)
    if (earlier) earlier.marks.push(...person.marks)
    else this.#fresh.set(key, person)
  }

  /** Records that an earlier item to the same recipient has this content now. */
  noteReplaced(id: string, item: Addressed & MailingRef): void {
    const { recipient, data, postflowId, postbatchId } = item
    const key = keyOfPerson({ ...addressedBy(recipient), postflowId, postbatchId })
    const fresh = this.#fresh.get(key)
    if (fresh?.id === id) fresh.marks = [marksOf(data)]
    const stored = this.#stored.get(key) ?? []
    this.#stored.set(
      key,
      stored.map((one) => (one.id === id ? { ...one, data } : one)),
    )
  }

  /**
   * Reads, with one statement, the earlier items for `duplicateOf`. Reads only a few rows per recipient,
   * however many items were sent to one (duplicates may be accepted).
   */
  async readDuplicates(
    mailing: Mailing,
    people: readonly Pick<ItemRow, 'recipient'>[],
    now: number,
  ): Promise<void> {
    if (mailing.duplicateWindowDays === 0 || people.length === 0) return
    const { postflowId, postbatchId } = mailing
    const requested = people.map(({ recipient }) => ({ ...addressedBy(recipient), postflowId, postbatchId }))
    for (const person of requested) this.#stored.set(keyOfPerson(person), [])
    const within = since(mailing, now)
    for (const item of await itemsToPeople(this.#rows, this.#scope, requested, { within })) {
      // Version 1 of the keys also finds items to others.
      this.#stored.get(item.person)?.push(item)
    }
  }

  /**
   * Returns an item of the mailing to the same name and address within its `duplicateWindowDays` before `now`
   * (ms); undefined if the window is 0. Two recipients at one address are not duplicates.
   */
  async duplicateOf(
    mailing: Mailing,
    item: Addressed,
    now: number,
    { earlierOnly = false }: DuplicateOptions = {},
  ): Promise<Duplicate | undefined> {
    if (mailing.duplicateWindowDays === 0) return undefined
    const { postflowId, postbatchId } = mailing
    const person = { ...addressedBy(item.recipient), postflowId, postbatchId }
    const key = keyOfPerson(person)
    if (!this.#stored.has(key)) await this.readDuplicates(mailing, [item], now)
    const isAnother = ({ id }: Pick<ItemRow, 'id'>) => (earlierOnly ? id < item.id : id !== item.id)
    const stored = this.#stored.get(key)!.filter((other) => isAnother(other) && isSamePerson(other, person))
    const fresh = this.#fresh.get(key)
    const fieldsOf = (marks: string) => differing(marks, marksOf(item.data), this.fields)
    const found: Duplicate[] = [
      ...stored.map((one) => ({ item: one, fields: fieldsOf(marksOf(one.data)), stored: one })),
      ...(fresh && isSamePerson(fresh, person)
        ? fresh.marks.map((one) => ({ item: fresh, fields: fieldsOf(one), stored: undefined }))
        : []),
    ]
    const [first] = found
    if (!first) return undefined
    if (found.some(({ fields }) => fields.length === 0)) return { ...first, fields: [] }
    if (found.length > 1) return { ...first, kept: 'several' }
    return { ...first, kept: first.stored && !this.#mayReplace(first.stored) ? 'sender' : undefined }
  }
}

/** Condition for items within the mailing's `duplicateWindowDays` before `now` (ms). */
const since = ({ duplicateWindowDays }: Mailing, now: number): Where<ItemRow> =>
  Number.isFinite(duplicateWindowDays) ? { createdAt: gte(now - duplicateWindowDays * dayMs) } : {}
