import { nameKey, type Recipient } from '../../address/index.ts'
import type { ModeScope } from '../../engine/scope.ts'
import { oneOf } from '../../kernel/query.ts'
import type { ItemRow } from '../../model/items.ts'
import type { ItemSuppression, MatchPart, SuppressionRow } from '../../model/suppressions.ts'
import type { Rows } from '../../ports/store.ts'

/** What the suppression list looks at in a piece of mail. */
export interface Suppressible {
  addressKey: string
  recipient: Recipient
  advertisingCategory: string | null
}

/** Stands for every category: no key of a category looks like it. */
const anyCategory = '*'

/** Address, name and the mail it stops in one text; none of them holds a line feed. */
export const matchKeyOf = (
  entry: Pick<SuppressionRow, 'addressKey' | 'nameKey' | 'advertisingCategory' | 'stops'>,
): string => {
  const stopped = entry.advertisingCategory ?? (entry.stops === 'ADVERTISING' ? anyCategory : '')
  return `${entry.addressKey}\n${entry.nameKey ?? ''}\n${stopped}`
}

/**
 * Every key under which an entry may stand that forbids this piece, the widest first: an entry with a name
 * forbids that person's (or company's) mail only, one with a category only advertising of that category, and
 * one of a register only advertising: mail without a category is transactional (decision 185). At most nine,
 * so that a look-up costs the same however many entries an address has.
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

/** Folded once for each recipient, which is never changed in place. */
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

/** The entries that forbid these pieces, by match key; one statement for all of them. */
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

/** All that forbid the piece, the widest first. */
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
