import type { Recipient } from '../../address/schema.ts'
import type { ModeScope } from '../../engine/caller.ts'
import { gte, oneOf, type Where } from '../../kernel/query.ts'
import { dayMs } from '../../kernel/time.ts'
import type { ItemRow, MailingRef } from '../../model/items.ts'
import type { SuppressionRow } from '../../model/suppressions.ts'
import type { Rows } from '../../ports/store.ts'
import { type EntryIndex, entriesFor, matching, type Suppressible } from '../suppressions/match.ts'
import type { Mailing } from './mailing.ts'
import {
  addressedBy,
  differing,
  isSameRecipient,
  type MailingRecipient,
  makesDuplicates,
  marksOf,
  recipientKey,
  recipientKeyV1,
  withCurrentKey,
} from './save.ts'

interface Lookup {
  /** Condition on the items. */
  within: Where<ItemRow>
  /** If a recipient has many items, read the newest instead of the oldest. */
  newest?: boolean
}

/** Rows read per recipient: one may be the item itself, so two show whether there is another. */
const enough = 2

type EarlierItem = ItemRow & { addressKeyV2: string }

/** An item that reaches its recipient, with the key of that recipient. */
type ItemToPerson = EarlierItem & { person: string }

/**
 * Reads items to these recipients, or to others with the same keys: by keys of version 2, and by version 1
 * for items that have only those.
 */
export const itemsToRecipients = async (
  rows: Pick<Rows, 'items'>,
  scope: ModeScope,
  people: readonly MailingRecipient[],
  lookup: Lookup,
): Promise<ItemToPerson[]> => {
  const of = (keyOf: (person: MailingRecipient) => string) => [...new Set(people.map(keyOf))]
  const [current, former] = await Promise.all([
    itemsBy('duplicateKeyV2', rows, scope, of(recipientKey), lookup),
    itemsBy('duplicateKey', rows, scope, of(recipientKeyV1), {
      ...lookup,
      within: [lookup.within, { duplicateKeyV2: null }],
    }),
  ])
  return [...current, ...former].filter(makesDuplicates).map((item) => {
    const keyed = withCurrentKey(item)
    return { ...keyed, person: recipientKey(keyed) }
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
export interface FreshItem extends MailingRecipient, Pick<ItemRow, 'id'> {
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

/** The first item to each recipient, by `recipientKey`. */
export type FreshItems = Map<string, FreshItem>

export interface RecipientOptions {
  /** Accepted items not stored yet; newly accepted ones are added. */
  fresh?: FreshItems
  /** Returns the name of an earlier item in messages; its id by default. */
  nameOf?: (id: string) => string
  /** Merge fields that distinguish items to a recipient: those of a list; all by default. */
  fields?: ReadonlySet<string>
  /** Whether the content of a stored item may be replaced; true by default. */
  mayReplace?: ((earlier: ItemRow) => boolean) | undefined
}

/** The fields of an item that identify its recipient and content. */
type Addressed = Pick<ItemRow, 'id' | 'recipient' | 'data'>

/** A piece whose recipient is looked up, with its mailing. */
export interface Piece extends Suppressible {
  mailing: Mailing
}

/** Stored items of the mailings to each recipient, by `recipientKey`. */
export type EarlierItems = ReadonlyMap<string, readonly EarlierItem[]>

/** Stored rows that recipients are judged by. */
export interface RecipientRows {
  entries: EntryIndex
  earlier: EarlierItems
}

/** Reads suppression entries and earlier items of all pieces at once. `now` in ms. */
export const readRecipients = async (
  rows: Rows,
  scope: ModeScope,
  pieces: readonly Piece[],
  now: number,
): Promise<RecipientRows> => {
  const [entries, earlier] = await Promise.all([
    entriesFor(rows, scope, pieces),
    readEarlier(rows, scope, pieces, now),
  ])
  return { entries, earlier }
}

/**
 * Reads the earlier items for `duplicateOf`, with one statement for each mailing. Reads only a few rows per
 * recipient, however many items were sent to one (duplicates may be accepted).
 */
export const readEarlier = async (
  rows: Pick<Rows, 'items'>,
  scope: ModeScope,
  pieces: readonly Pick<Piece, 'mailing' | 'recipient'>[],
  now: number,
): Promise<EarlierItems> => {
  const earlier = new Map<string, EarlierItem[]>()
  const read = async (mailing: Mailing, people: readonly MailingRecipient[]) => {
    for (const person of people) earlier.set(recipientKey(person), [])
    const within = since(mailing, now)
    for (const { person, ...item } of await itemsToRecipients(rows, scope, people, { within })) {
      // Version 1 of the keys also finds items to other recipients.
      earlier.get(person)?.push(item)
    }
  }
  const comparable = pieces.filter(({ mailing }) => mailing.duplicateWindowDays !== 0)
  const byMailing = Map.groupBy(comparable, ({ mailing }) => mailing)
  await Promise.all(
    [...byMailing].map(([mailing, own]) =>
      read(
        mailing,
        own.map(({ recipient }) => personOf(mailing, recipient)),
      ),
    ),
  )
  return earlier
}

const personOf = ({ postflowId, postbatchId }: MailingRef, recipient: Recipient): MailingRecipient => ({
  ...addressedBy(recipient),
  postflowId,
  postbatchId,
})

/**
 * Judges recipients by rows read before: whether mail to them is suppressed, and whether they have an earlier
 * item. Items about to be stored count as earlier ones.
 */
export class Recipients {
  readonly #entries: EntryIndex
  readonly #stored: Map<string, readonly EarlierItem[]>
  readonly #fresh: FreshItems
  /** Returns the name of an earlier item in messages. */
  readonly nameOf: (id: string) => string
  /** Merge fields that distinguish items to a recipient. */
  readonly fields: ReadonlySet<string> | undefined
  readonly #mayReplace: (earlier: ItemRow) => boolean

  constructor({ entries, earlier }: RecipientRows, options: RecipientOptions = {}) {
    this.#entries = entries
    this.#stored = new Map(earlier)
    this.#fresh = options.fresh ?? new Map()
    this.nameOf = options.nameOf ?? ((id) => id)
    this.fields = options.fields
    this.#mayReplace = options.mayReplace ?? (() => true)
  }

  entryFor(piece: Suppressible): SuppressionRow | undefined {
    return matching(this.#entries, piece)[0]
  }

  /** Records an item that is about to be stored. */
  noteFresh(item: Addressed & MailingRef & Pick<ItemRow, 'status'>): void {
    if (!makesDuplicates(item)) return
    const person = { id: item.id, ...personOf(item, item.recipient), marks: [marksOf(item.data)] }
    const key = recipientKey(person)
    const earlier = this.#fresh.get(key)
    if (earlier) earlier.marks.push(...person.marks)
    else this.#fresh.set(key, person)
  }

  /** Records that an earlier item to the same recipient has this content now. */
  noteReplaced(id: string, item: Pick<ItemRow, 'recipient' | 'data'> & MailingRef): void {
    const { recipient, data } = item
    const key = recipientKey(personOf(item, recipient))
    const fresh = this.#fresh.get(key)
    if (fresh?.id === id) fresh.marks = [marksOf(data)]
    const stored = this.#stored.get(key) ?? []
    this.#stored.set(
      key,
      stored.map((one) => (one.id === id ? { ...one, data } : one)),
    )
  }

  /**
   * Returns an item of the mailing to the same name and address within its `duplicateWindowDays`; undefined
   * for none, or if the window is 0. Two recipients at one address are not duplicates. Throws if the
   * recipient was not read.
   */
  duplicateOf(
    mailing: Mailing,
    item: Addressed,
    { earlierOnly = false }: DuplicateOptions = {},
  ): Duplicate | undefined {
    if (mailing.duplicateWindowDays === 0) return undefined
    const person = personOf(mailing, item.recipient)
    const key = recipientKey(person)
    const known = this.#stored.get(key)
    if (!known) throw new Error(`The earlier items to the recipient of ${item.id} were not read.`)
    const isAnother = ({ id }: Pick<ItemRow, 'id'>) => (earlierOnly ? id < item.id : id !== item.id)
    const stored = known.filter((other) => isAnother(other) && isSameRecipient(other, person))
    const fresh = this.#fresh.get(key)
    const fieldsOf = (marks: string) => differing(marks, marksOf(item.data), this.fields)
    const found: Duplicate[] = [
      ...stored.map((one) => ({ item: one, fields: fieldsOf(marksOf(one.data)), stored: one })),
      ...(fresh && isSameRecipient(fresh, person)
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

/** Returns the condition for items within the mailing's `duplicateWindowDays` before `now` (ms). */
const since = ({ duplicateWindowDays }: Mailing, now: number): Where<ItemRow> =>
  Number.isFinite(duplicateWindowDays) ? { createdAt: gte(now - duplicateWindowDays * dayMs) } : {}
