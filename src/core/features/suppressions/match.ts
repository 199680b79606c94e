import { nameKey, type Recipient } from '../../address/index.ts'
import type { ModeScope } from '../../engine/caller.ts'
import { oneOf } from '../../kernel/query.ts'
import type { ItemRow } from '../../model/items.ts'
import type { ItemSuppression, MatchPart, SuppressionRow } from '../../model/suppressions.ts'
import type { Rows } from '../../ports/store.ts'

/** The fields of a piece that the suppression list is compared with. */
export interface Suppressible {
  addressKey: string
  recipient: Recipient
  advertisingCategory: string | null
}

/** Means every category: no key of a category has this form. */
const anyCategory = '*'

/** Address, name and the mail that the entry stops in one text; none of them contains a line feed. */
export const matchKeyOf = (
  entry: Pick<SuppressionRow, 'addressKey' | 'nameKey' | 'advertisingCategory' | 'stops'>,
): string => {
  const stopped = entry.advertisingCategory ?? (entry.stops === 'ADVERTISING' ? anyCategory : '')
  return `${entry.addressKey}\n${entry.nameKey ?? ''}\n${stopped}`
}

/**
 * Every key under which an entry may be stored that forbids this piece, the widest first (decision 185). An
 * entry with a name forbids only mail to that person or company, one with a category only advertising of that
 * category, and one of a register only advertising: mail without a category is transactional. There are at
 * most nine keys, so a look-up costs the same however many entries an address has.
 */
export const matchKeysOf = ({ addressKey, recipient, advertisingCategory }: Suppressible): string[] => {
  const named = nameKeysOf(recipient)
  const forbidden: Pick<SuppressionRow, 'advertisingCategory' | 'stops'>[] = [
    { advertisingCategory: null, stops: 'ALL' },
    ...(advertisingCategory === null
      ? []
      : [null, advertisingCategory].map((category) => ({
          advertisingCategory: category,
          stops: 'ADVERTISING' as const,
        }))),
  ]
  return [null, ...named].flatMap((name) =>
    forbidden.map((mail) => matchKeyOf({ addressKey, nameKey: name, ...mail })),
  )
}

/** Keys are computed once for each recipient object, which is never changed in place. */
const known = new WeakMap<Recipient, ReadonlySet<string>>()

const nameKeysOf = (recipient: Recipient): ReadonlySet<string> => {
  let keys = known.get(recipient)
  if (!keys) {
    const all = [recipient.name, recipient.companyName].map((name) => nameKey(name ?? ''))
    keys = new Set(all.filter((key) => key !== ''))
    known.set(recipient, keys)
  }
  return keys
}

/** The entries that forbid these pieces, by match key, in one query. */
export const entriesFor = async (
  rows: Rows,
  scope: ModeScope,
  pieces: readonly Suppressible[],
): Promise<ReadonlyMap<string, SuppressionRow>> => {
  const keys = new Set(pieces.flatMap(matchKeysOf))
  if (keys.size === 0) return new Map()
  const entries = await rows.suppressions.find(scope, { matchKey: oneOf([...keys]) })
  return new Map(
    entries.filter(({ status }) => status === 'ACTIVE').map((entry) => [entry.matchKey, entry] as const),
  )
}

/** All entries that forbid the piece, the widest first. */
export const matching = (
  entries: ReadonlyMap<string, SuppressionRow>,
  piece: Suppressible,
): SuppressionRow[] => matchKeysOf(piece).flatMap((key) => entries.get(key) ?? [])

/** The entry that forbids an item, as the list stands in this transaction. */
export const suppressionOf = async (
  rows: Rows,
  item: Pick<ItemRow, 'organisationId' | 'mode' | 'addressKey' | 'recipient' | 'advertisingCategory'>,
): Promise<SuppressionRow | undefined> => {
  const scope = { organisationId: item.organisationId, mode: item.mode }
  return matching(await entriesFor(rows, scope, [item]), item)[0]
}

export const matchedBy = ({
  nameKey,
  advertisingCategory,
}: Pick<SuppressionRow, 'nameKey' | 'advertisingCategory'>): MatchPart[] => [
  'address',
  ...(nameKey === null ? [] : (['name'] as const)),
  ...(advertisingCategory === null ? [] : (['advertisingCategory'] as const)),
]

/** What an item keeps of the entry that suppressed it. */
export const itemSuppression = (entry: SuppressionRow): ItemSuppression => ({
  id: entry.id,
  reason: entry.reason,
  advertisingCategory: entry.advertisingCategory,
  matchedBy: matchedBy(entry),
})
