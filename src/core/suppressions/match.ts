import { foldName, type Recipient } from '../items/address/index.ts'
import type { ItemRow } from '../items/store.ts'
import type { Rows } from '../ports/store.ts'
import type { SuppressionRow } from './store.ts'

/** What the suppression list looks at in a piece of mail. */
export interface Suppressible {
  recipient: Recipient
  advertisingCategory: string | null
}

/**
 * The first of the entries at one address that forbids this piece: an entry with a name forbids that person's
 * mail only, an entry with a category only advertising of that category (DESIGN 5, "Suppression").
 */
export const matchSuppression = (
  entries: readonly SuppressionRow[],
  { recipient, advertisingCategory }: Suppressible,
): SuppressionRow | undefined => {
  if (entries.length === 0) return undefined
  const names = [recipient.name, recipient.companyName].map((name) => foldName(name ?? ''))
  return entries.find(
    (entry) =>
      (entry.nameKey === null || names.includes(entry.nameKey)) &&
      (entry.advertisingCategory === null || entry.advertisingCategory === advertisingCategory),
  )
}

/** The entry that forbids an item, as the list stands in this transaction. */
export const suppressionOf = async (
  rows: Rows,
  item: Pick<ItemRow, 'organisationId' | 'mode' | 'addressKey' | 'recipient' | 'advertisingCategory'>,
): Promise<SuppressionRow | undefined> => {
  const scope = { organisationId: item.organisationId, mode: item.mode }
  const entries = await rows.suppressions.find(scope, [
    { field: 'addressKey', op: 'eq', value: item.addressKey },
  ])
  return matchSuppression(entries, item)
}
