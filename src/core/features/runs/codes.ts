import { oneOf, type Where } from '../../kernel/query.ts'
import type { ItemRow } from '../../model/items.ts'
import type { FindOptions, Rows, Scope } from '../../ports/store.ts'
import { printedItemCode } from '../../template/sheet-mark.ts'

/** A piece by its id, or by any code that is printed on its sheets. */
export const codeIn = (text: string): string => {
  const trimmed = text.trim()
  return trimmed.startsWith('itm_') ? trimmed : printedItemCode(trimmed)
}

/** The pieces that meet a condition, by the ids and codes (`codeIn`) that name them. */
export const itemsByCode = async (
  rows: Pick<Rows, 'items'>,
  scope: Scope,
  codes: readonly string[],
  where: Where<ItemRow> = {},
  options: FindOptions<ItemRow> = {},
): Promise<Map<string, ItemRow>> => {
  const found = [
    ...(await rows.items.find(scope, [where, { trackingCode: oneOf(codes) }], options)),
    ...(await rows.items.find(scope, [where, { id: oneOf(codes) }], options)),
  ]
  return new Map(found.flatMap((item) => [[item.id, item] as const, [item.trackingCode, item] as const]))
}
