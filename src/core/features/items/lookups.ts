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

interface Asked {
  /** Which of their items. */
  within: Where<ItemRow>
  /** Where one person has many, the newest of them are read instead of the oldest. */
  newest?: boolean
}

/** Rows to read for each person: one may be the item itself, so two show whether there is another. */
const enough = 2

/** An item that reaches somebody, with the key that the same person is looked up by. */
type ItemToPerson = ItemRow & { addressKeyV2: string; person: string }

/**
 * The items that reach these people or others of the same keys: by the keys of version 2, and those that have
 * none by version 1.
 */
export const itemsToPeople = async (
  rows: Pick<Rows, 'items'>,
  scope: ModeScope,
  people: readonly Person[],
  asked: Asked,
): Promise<ItemToPerson[]> => {
  const of = (keyOf: (person: Person) => string) => [...new Set(people.map(keyOf))]
  const [current, former] = await Promise.all([
    itemsBy('duplicateKeyV2', rows, scope, of(keyOfPerson), asked),
    itemsBy('duplicateKey', rows, scope, of(keyOfPersonV1), {
      ...asked,
      within: [asked.within, { duplicateKeyV2: null }],
    }),
  ])
  return [...current, ...former].filter(makesDuplicates).map((item) => {
    const keyed = withCurrentKey(item)
    return { ...keyed, person: keyOfPerson(keyed) }
  })
}

/**
 * The items of these keys: in one statement where they are few, otherwise the oldest or newest two of each key,
 * since one person may have been sent thousands.
 */
const itemsBy = async (
  column: 'duplicateKey' | 'duplicateKeyV2',
  { items }: Pick<Rows, 'items'>,
  scope: ModeScope,
  keys: readonly string[],
  { within, newest = false }: Asked,
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
  /** Only the later of two equal items is a duplicate: for validating all items of a mailing once more. */
  earlierOnly?: boolean
}

/** What a duplicate is recognised by, for an item that is not yet stored. */
export interface FreshItem extends Person, Pick<ItemRow, 'id'> {
  /** The merge fields of each piece to the person (`marksOf`). */
  marks: string[]
}

/** An earlier item to the same person. */
export interface Duplicate {
  item: Pick<ItemRow, 'id' | 'recipientName'>
  /** The merge fields that differ; none where any earlier piece to the person has the same values. */
  fields: string[]
  /** The earlier item; undefined where it is about to be stored, and in a trial. */
  stored: ItemRow | undefined
  /** Why it is not given the content of a later one. */
  kept?: KeptFor | undefined
}

/**
 * Why an earlier item keeps its content. `several`: its person has several, and the others would be sent as well as
 * the later one. `sender`: another sender made it, whose items the caller may not change.
 */
export type KeptFor = 'several' | 'sender'

/** The first item to each person, by `keyOfPerson`. */
export type FreshItems = Map<string, FreshItem>

export interface LookupOptions {
  /** Items that were accepted earlier and are not stored; newly accepted ones are added. */
  fresh?: FreshItems
  /** How messages name an earlier item; by default its id. */
  nameOf?: (id: string) => string
  /** The merge fields by which pieces to one person are told: those that a list gives; by default all. */
  fields?: ReadonlySet<string>
  /** Whether a stored item may be given the content of a later one; by default any may. */
  mayReplace?: ((earlier: ItemRow) => boolean) | undefined
}

/** An item and whom it is for. */
type Addressed = Pick<ItemRow, 'id' | 'recipient' | 'data'>

/**
 * Reads, in one snapshot or transaction, what validation needs: each mailing once, the suppression list and
 * earlier items with one statement for all addresses. Items that this transaction is about to insert count as
 * earlier ones.
 */
export class Lookups {
  readonly #rows: Rows
  readonly #scope: ModeScope
  readonly #mailings = new Map<string, Mailing | undefined>()
  readonly #entries = new Map<string, readonly SuppressionRow[]>()
  /** Stored items by `keyOfPerson`. */
  readonly #stored = new Map<string, ItemToPerson[]>()
  readonly #fresh: FreshItems
  /** How messages name an earlier item. */
  readonly nameOf: (id: string) => string
  /** The merge fields by which pieces to one person are told. */
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

  /** Reads these mailings at once. */
  async readMailings(refs: readonly MailingRef[]): Promise<void> {
    const found = await mailingsByKey(this.#rows, this.#scope, refs)
    for (const ref of refs) this.#mailings.set(mailingKey(ref), found.get(mailingKey(ref)))
  }

  /** Reads the suppression entries that may forbid these pieces. Call it before `entryFor`. */
  async readEntries(pieces: readonly Suppressible[]): Promise<void> {
    for (const [key, entry] of await entriesFor(this.#rows, this.#scope, pieces))
      this.#entries.set(key, entry)
  }

  entryFor(piece: Suppressible): SuppressionRow | undefined {
    return matching(this.#entries, piece)[0]
  }

  /** Remembers an item that is inserted at the end of this transaction. */
  noteFresh(item: Addressed & MailingRef & Pick<ItemRow, 'status'>): void {
    if (!makesDuplicates(item)) return
    const { id, recipient, data, postflowId, postbatchId } = item
    const person = { id, ...addressedBy(recipient), postflowId, postbatchId, marks: [marksOf(data)] }
    const key = keyOfPerson(person)
    const earlier = this.#fresh.get(key)
    if (earlier) earlier.marks.push(...person.marks)
    else this.#fresh.set(key, person)
  }

  /** Remembers that an earlier item to the same person has this content now. */
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
   * Reads, with one statement, the items against which `duplicateOf` compares items to these people. Only a
   * few rows are read for each person, however many items were sent to one (duplicates may be accepted).
   */
  async readDuplicates(
    mailing: Mailing,
    people: readonly Pick<ItemRow, 'recipient'>[],
    now: number,
  ): Promise<void> {
    if (mailing.duplicateWindowDays === 0 || people.length === 0) return
    const { postflowId, postbatchId } = mailing
    const asked = people.map(({ recipient }) => ({ ...addressedBy(recipient), postflowId, postbatchId }))
    for (const person of asked) this.#stored.set(keyOfPerson(person), [])
    const within = since(mailing, now)
    for (const item of await itemsToPeople(this.#rows, this.#scope, asked, { within })) {
      // By version 1 of the keys, items to others are found as well.
      this.#stored.get(item.person)?.push(item)
    }
  }

  /**
   * An item to the same person at the same address that its mailing made within its `duplicateWindowDays`
   * before `now` (ms); undefined where the window is 0. Two people at one address are no duplicates.
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

/** The condition for items within the mailing's `duplicateWindowDays` before `now` (ms). */
const since = ({ duplicateWindowDays }: Mailing, now: number): Where<ItemRow> =>
  Number.isFinite(duplicateWindowDays) ? { createdAt: gte(now - duplicateWindowDays * dayMs) } : {}
