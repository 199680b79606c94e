import { compactPostalCode } from '../../address/index.ts'
import { type ItemRow, warningCodes } from '../../model/items.ts'
import type { WritableRows } from '../../ports/store.ts'
import { duplicateKeysOf, withCurrentKey } from './duplicates.ts'

/** Updates an item with the row that `moveItem` or `settleItem` returned. */
export const saveItem = (rows: WritableRows, item: ItemRow): Promise<boolean> => {
  const { id, ...fields } = withKeys(item)
  return rows.items.update({ organisationId: fields.organisationId, mode: fields.mode }, id, fields)
}

/** Inserts new items. */
export const insertItems = async (rows: WritableRows, items: readonly ItemRow[]): Promise<void> => {
  if (items.length === 1) return rows.items.insert(withKeys(items[0]!))
  const keyed: ItemRow[] = []
  for (const item of items) {
    await rows.rest()
    keyed.push(withKeys(item))
  }
  await rows.items.insertMany(keyed)
}

/** The labels by which `has` finds an item by its warnings; null where it has none. */
const warningLabels = ({ findings }: ItemRow): ItemRow['warnings'] => {
  const codes = warningCodes(findings)
  return codes.length === 0 ? null : Object.fromEntries(['any', ...codes].map((label) => [label, '']))
}

/** The row with what lists and look-ups seek it by, derived from the rest. */
const withKeys = (item: ItemRow): ItemRow => {
  const keyed = withCurrentKey(item)
  return {
    ...keyed,
    ...duplicateKeysOf(keyed),
    keyedAt: item.updatedAt,
    warnings: warningLabels(item),
    recipientPostalCode: compactPostalCode(item.recipient.postalCode ?? '') || null,
  }
}
