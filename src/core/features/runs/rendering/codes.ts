import { oneOf, slices, type Where } from '../../../kernel/query.ts'
import type { ItemRow } from '../../../model/items.ts'
import type { FindOptions, Rows, Scope } from '../../../ports/store.ts'
import { printedItemCode } from '../../../template/sheet-mark.ts'

const ID = 'itm_'

/** Returns the item id or tracking code in a scanned text. Ignores case. */
export const codeIn = (text: string): string => {
  const trimmed = text.trim()
  const isId = trimmed.slice(0, ID.length).toLowerCase() === ID
  return isId ? ID + trimmed.slice(ID.length).toUpperCase() : printedItemCode(trimmed)
}

/** A list of spoiled pieces may exceed the number of values in a statement. */
const atOnce = 500

/** Returns items by the ids and codes (`codeIn`) that name them. */
export const itemsByCode = async (
  rows: Pick<Rows, 'items'>,
  scope: Scope,
  codes: readonly string[],
  where: Where<ItemRow> = {},
  options: FindOptions<ItemRow> = {},
): Promise<Map<string, ItemRow>> => {
  const all = [...new Set(codes)]
  const found: ItemRow[] = []
  const seek = async (field: 'id' | 'trackingCode', some: readonly string[]) => {
    for (const few of slices(some, atOnce)) {
      const named: Where<ItemRow> = { [field]: oneOf(few) }
      found.push(...(await rows.items.find(scope, [where, named], options)))
    }
  }
  await seek(
    'trackingCode',
    all.filter((code) => !code.startsWith(ID)),
  )
  await seek(
    'id',
    all.filter((code) => code.startsWith(ID)),
  )
  return new Map(found.flatMap((item) => [[item.id, item] as const, [item.trackingCode, item] as const]))
}
