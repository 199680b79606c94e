import type { ModeScope } from '../../engine/caller.ts'
import { oneOf, type Where } from '../../kernel/query.ts'
import type { ItemRow } from '../../model/items.ts'
import type { Rows } from '../../ports/store.ts'
import { keyOfPerson, keyOfPersonV1, makesDuplicates, type Person, withCurrentKey } from './duplicates.ts'

interface Asked {
  /** Which of their items. */
  within: Where<ItemRow>
  /** Where one person has many, the newest of them are read instead of the oldest. */
  newest?: boolean
}

/** Rows to read for each person: one may be the item itself, so two show whether there is another. */
const enough = 2

/** An item that reaches somebody, with the key that the same person is looked up by. */
export type ItemToPerson = ItemRow & { addressKeyV2: string; person: string }

/**
 * The items that reach these people or others of the same keys: by the keys of version 2, and those that have
 * none by version 1.
 */
export const itemsToPeople = async (
  rows: Pick<Rows, 'items'>,
  scope: ModeScope,
  people: readonly Person[],
  asked: Asked,
): Promise<ItemToPerson[]> => {
  const of = (keyOf: (person: Person) => string) => [...new Set(people.map(keyOf))]
  const [current, former] = await Promise.all([
    itemsBy('duplicateKeyV2', rows, scope, of(keyOfPerson), asked),
    itemsBy('duplicateKey', rows, scope, of(keyOfPersonV1), {
      ...asked,
      within: [asked.within, { duplicateKeyV2: null }],
    }),
  ])
  return [...current, ...former].filter(makesDuplicates).map((item) => {
    const keyed = withCurrentKey(item)
    return { ...keyed, person: keyOfPerson(keyed) }
  })
}

/**
 * The items of these keys: in one statement where they are few, otherwise the oldest or newest two of each key,
 * since one person may have been sent thousands.
 */
const itemsBy = async (
  column: 'duplicateKey' | 'duplicateKeyV2',
  { items }: Pick<Rows, 'items'>,
  scope: ModeScope,
  keys: readonly string[],
  { within, newest = false }: Asked,
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
