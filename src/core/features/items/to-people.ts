import type { ModeScope } from '../../engine/caller.ts'
import { oneOf, type Where } from '../../kernel/query.ts'
import type { ItemRow } from '../../model/items.ts'
import type { Rows } from '../../ports/store.ts'

interface Asked {
  /** Which of their items. */
  within: Where<ItemRow>
  /** Where one person has many, the newest of them are read instead of the oldest. */
  newest?: boolean
}

/** Rows to read for each person: one may be the item itself, so two show whether there is another. */
const enough = 2

/**
 * The items that reach people, who are named by `keyOfPerson`: in one statement where they are few, otherwise
 * the oldest or newest two of each person, since one may have been sent thousands.
 */
export const itemsToPeople = async (
  { items }: Pick<Rows, 'items'>,
  scope: ModeScope,
  keys: readonly string[],
  { within, newest = false }: Asked,
): Promise<ItemRow[]> => {
  if (keys.length > 1) {
    const limit = enough * keys.length
    const any: Where<ItemRow> = [{ duplicateKey: oneOf(keys) }, within]
    const found = await items.find(scope, any, { limit: limit + 1 })
    if (found.length <= limit) return found
  }
  const order = [
    { field: 'createdAt', descending: newest },
    { field: 'id', descending: newest },
  ] as const
  const found: ItemRow[] = []
  for (const value of keys) {
    const one: Where<ItemRow> = [{ duplicateKey: value }, within]
    found.push(...(await items.find(scope, one, { order, limit: enough })))
  }
  return found
}
