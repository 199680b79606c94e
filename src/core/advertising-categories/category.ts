import type { ModeScope } from '../context.ts'
import { invalid, notFound } from '../errors.ts'
import type { Rows } from '../ports/store.ts'
import { platformCategories } from './platform.ts'
import { type AdvertisingCategory, categoryKeyPattern } from './schema.ts'
import type { AdvertisingCategoryRow } from './store.ts'

export const toWire = (row: AdvertisingCategoryRow): AdvertisingCategory => ({
  key: row.key,
  label: row.label,
  source: 'organisation',
  sortOrder: row.sortOrder,
  archived: row.archived,
})

/** Platform categories, then the organisation's own, by sort order and key. */
export const allCategories = async (rows: Rows, scope: ModeScope): Promise<AdvertisingCategory[]> => {
  const own = await rows.advertisingCategories.find(scope, [], {
    order: [{ field: 'sortOrder' }, { field: 'key' }],
  })
  return [...platformCategories, ...own.map(toWire)]
}

/** One of the organisation's own categories; a platform one cannot be changed (DESIGN 6: 422 on `key`). */
export const ownCategory = async (
  rows: Rows,
  scope: ModeScope,
  key: string,
): Promise<AdvertisingCategoryRow> => {
  if (isPlatformKey(key)) {
    throw invalid(
      'key',
      `${key} is a platform category and cannot be changed or deleted.`,
      'platform_category',
      'path',
    )
  }
  const [row] = await rows.advertisingCategories.find(scope, [{ field: 'key', op: 'eq', value: key }], {
    limit: 1,
  })
  if (!row) throw notFound('advertising category')
  return row
}

export const isPlatformKey = (key: string): boolean =>
  platformCategories.some((category) => category.key === key)

/** The key as given, or one derived from the label; what the caller names must be free, what is derived gets a suffix. */
export const newKey = async (
  rows: Rows,
  scope: ModeScope,
  given: string | undefined,
  label: string,
): Promise<string> => {
  const own = await rows.advertisingCategories.find(scope, [])
  const taken = (key: string) => isPlatformKey(key) || own.some((category) => category.key === key)
  if (given !== undefined) {
    if (isPlatformKey(given))
      throw invalid('key', `${given} is the key of a platform category.`, 'platform_category')
    if (taken(given)) throw invalid('key', `There is a category with the key ${given} already.`, 'taken')
    return given
  }
  const stem = derivedKey(label)
  if (!taken(stem)) return stem
  for (let number = 2; ; number++) {
    const suffix = `_${number}`
    const candidate = stem.slice(0, 41 - suffix.length) + suffix
    if (!taken(candidate)) return candidate
  }
}

/** `Énergie & climat` → `energie_climat`; a label without Latin letters becomes `category`. */
export const derivedKey = (label: string): string => {
  const latin = label
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '')
    .slice(0, 41)
    .replace(/_+$/, '')
  return categoryKeyPattern.test(latin) ? latin : 'category'
}

/** A category that may be chosen anew: known and not archived (DESIGN 5, "Item"). */
export const assertChoosable = async (
  rows: Rows,
  scope: ModeScope,
  key: string,
  parameter: string,
): Promise<void> => {
  const category = (await allCategories(rows, scope)).find((candidate) => candidate.key === key)
  if (!category) throw invalid(parameter, `There is no advertising category ${key}.`, 'unknown')
  if (category.archived) throw invalid(parameter, `The advertising category ${key} is archived.`, 'archived')
}

/** While any of these uses it, a category cannot be deleted. */
export const isReferenced = async (rows: Rows, scope: ModeScope, key: string): Promise<boolean> => {
  const uses = [{ field: 'advertisingCategory', op: 'eq' as const, value: key }]
  for (const table of [rows.postflows, rows.suppressions, rows.items]) {
    if ((await table.find(scope, uses, { limit: 1 })).length > 0) return true
  }
  return false
}
