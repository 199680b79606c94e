import type { ModeScope } from '../../engine/caller.ts'
import { oneOf, type Where } from '../../kernel/query.ts'
import type { ItemRow } from '../../model/items.ts'
import type { Rows } from '../../ports/store.ts'
import { printedItemCode } from '../../template/sheet-mark.ts'

/** What identifies an item, by its id or by any code that is printed on its sheets. */
export const pieceCodeIn = (text: string): string => {
  const trimmed = text.trim()
  return /^itm_/i.test(trimmed) ? `itm_${trimmed.slice(4).toUpperCase()}` : printedItemCode(trimmed)
}

/** Codes of one query. */
const atOnce = 500

/** The items that were scanned, by what `pieceCodeIn` makes of each text; unknown ones are left out. */
export const itemsByCodes = async (
  rows: Rows,
  scope: ModeScope,
  texts: readonly string[],
  where: Where<ItemRow> = {},
  options: { lock?: 'none' } = {},
): Promise<Map<string, ItemRow>> => {
  const codes = [...new Set(texts.map(pieceCodeIn))]
  const ids = codes.filter((code) => code.startsWith('itm_'))
  const printed = codes.filter((code) => !code.startsWith('itm_'))
  const found: ItemRow[] = []
  for (let start = 0; start < printed.length; start += atOnce) {
    const some = oneOf(printed.slice(start, start + atOnce))
    found.push(...(await rows.items.find(scope, [where, { trackingCode: some }], options)))
  }
  for (let start = 0; start < ids.length; start += atOnce) {
    const some = oneOf(ids.slice(start, start + atOnce))
    found.push(...(await rows.items.find(scope, [where, { id: some }], options)))
  }
  const byCode = new Map<string, ItemRow>()
  for (const item of found) {
    byCode.set(item.trackingCode, item)
    byCode.set(item.id, item)
  }
  return byCode
}
