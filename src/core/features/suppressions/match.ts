import { currentKeys, isSameName, type Keys, keysV1, type Recipient } from '../../address/index.ts'
import type { ModeScope } from '../../engine/caller.ts'
import type { Mode } from '../../kernel/mode.ts'
import { oneOf } from '../../kernel/query.ts'
import type { ItemRow } from '../../model/items.ts'
import type { ItemSuppression, MatchPart, SuppressionRow } from '../../model/suppressions.ts'
import type { Rows } from '../../ports/store.ts'

/** The fields of a piece that are compared with the suppression list. */
export interface Suppressible {
  recipient: Recipient
  advertisingCategory: string | null
}

type Forbidden = Pick<SuppressionRow, 'advertisingCategory' | 'stops'>

/** No category key has this form. */
const anyCategory = '*'

/** Joins with line feeds, which no part contains. */
const joined = (addressKey: string, nameKey: string, { advertisingCategory, stops }: Forbidden): string =>
  `${addressKey}\n${nameKey}\n${advertisingCategory ?? (stops === 'ADVERTISING' ? anyCategory : '')}`

/** Returns the keys of both versions. A null name matches everyone at the address. */
export const entryKeys = (recipient: Recipient, name: string | null, forbidden: Forbidden) => {
  const keyed = (keys: Keys) => {
    const nameKey = name === null ? null : keys.nameKey(name)
    const addressKey = keys.addressKey(recipient)
    return { addressKey, nameKey, matchKey: joined(addressKey, nameKey ?? '', forbidden) }
  }
  const { addressKey, matchKey } = keyed(currentKeys)
  return { ...keyed(keysV1), addressKeyV2: addressKey, matchKeyV2: matchKey }
}

type MatchKeys = Pick<SuppressionRow, 'matchKey'> & { matchKeyV2: string }

/**
 * The keys of every entry that may stop this piece, widest first (docs/design/suppressions.md). An entry with
 * a name stops only mail to that name, one with a category only its advertising, one of a register all
 * advertising. Mail without a category is transactional. At most nine keys, so the cost does not depend on
 * the number of entries at an address.
 */
const matchKeysOf = ({ recipient, advertisingCategory }: Suppressible): MatchKeys[] => {
  const forbidden: Forbidden[] = [
    { advertisingCategory: null, stops: 'ALL' },
    ...(advertisingCategory === null
      ? []
      : [null, advertisingCategory].map((category) => ({
          advertisingCategory: category,
          stops: 'ADVERTISING' as const,
        }))),
  ]
  const names = namesOf(recipient)
  const nameKeys = [
    { v1: '', v2: '' },
    ...names.map((name) => ({ v1: keysV1.nameKey(name), v2: currentKeys.nameKey(name) })),
  ]
  return nameKeys.flatMap(({ v1, v2 }) =>
    forbidden.map((mail) => ({
      matchKey: joined(keysV1.addressKey(recipient), v1, mail),
      matchKeyV2: joined(currentKeys.addressKey(recipient), v2, mail),
    })),
  )
}

/** Returns the names to compare, without those that have no letters and digits. */
export const namesOf = ({ name, companyName }: Names): string[] => [
  ...new Set([name, companyName].filter((one): one is string => currentKeys.nameKey(one ?? '') !== '')),
]

type Names = { readonly [of in 'name' | 'companyName']?: string | null | undefined }

/** True if the recipient has one of the names, or there are none to compare. */
export const isNamed = (recipient: Names, names: readonly string[]): boolean =>
  names.length === 0 || namesOf(recipient).some((own) => names.some((name) => isSameName(own, name)))

/** Keyed by `foundBy`. */
export type EntryIndex = ReadonlyMap<string, readonly SuppressionRow[]>

/** Returns the deciding key: that of version 2 if the entry has one, otherwise that of version 1. */
const foundBy = ({ matchKey, matchKeyV2 }: Pick<SuppressionRow, 'matchKey' | 'matchKeyV2'>): string =>
  matchKeyV2 === null ? `1${matchKey}` : `2${matchKeyV2}`

export const indexEntries = (entries: readonly SuppressionRow[]): EntryIndex => Map.groupBy(entries, foundBy)

/** Indexes entries by the deciding key. */
const entriesBy = async (
  rows: Rows,
  { organisationId }: ModeScope,
  modes: readonly Mode[],
  keys: readonly MatchKeys[],
): Promise<EntryIndex> => {
  if (keys.length === 0) return new Map()
  const scope = { organisationId }
  const mode = modes.length === 1 ? modes[0]! : oneOf(modes)
  const all = (of: (key: MatchKeys) => string) => oneOf([...new Set(keys.map(of))])
  const [current, former] = await Promise.all([
    rows.suppressions.find(scope, { mode, matchKeyV2: all(({ matchKeyV2 }) => matchKeyV2) }),
    rows.suppressions.find(scope, { mode, matchKey: all(({ matchKey }) => matchKey), matchKeyV2: null }),
  ])
  return indexEntries([...current, ...former])
}

const underKeys = (entries: EntryIndex, { matchKey, matchKeyV2 }: MatchKeys): readonly SuppressionRow[] => [
  ...(entries.get(foundBy({ matchKey, matchKeyV2 })) ?? []),
  ...(entries.get(foundBy({ matchKey, matchKeyV2: null })) ?? []),
]

/** Live entries apply in both modes, because they are wishes of real people. */
export const modesThatApply = (mode: Mode): readonly Mode[] => (mode === 'test' ? ['live', 'test'] : ['live'])

/** Returns entries that may stop these pieces, in test mode also live ones. */
export const entriesFor = (
  rows: Rows,
  scope: ModeScope,
  pieces: readonly Suppressible[],
): Promise<EntryIndex> => entriesBy(rows, scope, modesThatApply(scope.mode), pieces.flatMap(matchKeysOf))

/** Returns active entries that stop the piece, the widest first, and live before test ones. */
export const matching = (entries: EntryIndex, piece: Suppressible): SuppressionRow[] => {
  const names = namesOf(piece.recipient)
  const isMeant = (entry: SuppressionRow) =>
    entry.status === 'ACTIVE' &&
    (entry.nameKey === null ||
      entry.matchKeyV2 === null ||
      names.some((name) => isSameName(name, entry.recipientName)))
  const found = matchKeysOf(piece).flatMap((keys) =>
    underKeys(entries, keys)
      .filter(isMeant)
      .toSorted((a, b) => a.mode.localeCompare(b.mode)),
  )
  return [...new Set(found)]
}

/**
 * Finds stored entries for the same mail as each of these, active and oldest ones first. There may be
 * several, because keys of version 1 distinguished them.
 */
export const equalEntries = async (
  rows: Rows,
  scope: ModeScope,
  entries: readonly SuppressionRow[],
): Promise<(entry: SuppressionRow) => SuppressionRow[]> => {
  const stored = await entriesBy(rows, scope, [scope.mode], entries.map(asKeys))
  return (entry) =>
    underKeys(stored, asKeys(entry))
      .filter((other) => stopsTheSame(entry, other))
      .toSorted((a, b) => a.status.localeCompare(b.status) || a.createdAt - b.createdAt)
}

const asKeys = ({ matchKey, matchKeyV2 }: SuppressionRow): MatchKeys => ({
  matchKey,
  matchKeyV2: matchKeyV2!,
})

/** Compares the names of two entries with the same key. */
export const stopsTheSame = (one: SuppressionRow, other: SuppressionRow): boolean =>
  one.nameKey === null || isSameName(one.recipientName, other.recipientName)

/** Returns the widest entry that stops the item, as of this transaction. */
export const suppressionOf = async (
  rows: Rows,
  item: Pick<ItemRow, 'organisationId' | 'mode' | 'recipient' | 'advertisingCategory'>,
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

/** Returns the part of the entry that is stored with the suppressed item. */
export const itemSuppression = (entry: SuppressionRow): ItemSuppression => ({
  id: entry.id,
  reason: entry.reason,
  advertisingCategory: entry.advertisingCategory,
  matchedBy: matchedBy(entry),
})
