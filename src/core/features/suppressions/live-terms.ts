import type { Ids } from '../../engine/ids.ts'
import type { SuppressionRow } from '../../model/suppressions.ts'
import type { WritableRows } from '../../ports/store.ts'
import { advertisingCategories } from '../advertising-categories/category.ts'
import { suppressionReasons } from './reasons.ts'

/** Copies the reason and category of a test entry that becomes live, where live mode has no such term. */
export const keepTermsLive = async (
  { ids }: { ids: Ids },
  rows: WritableRows,
  { organisationId, reason, advertisingCategory }: SuppressionRow,
): Promise<void> => {
  const named = [
    [suppressionReasons, reason],
    [advertisingCategories, advertisingCategory],
  ] as const
  for (const [{ table, idPrefix }, key] of named) {
    if (key === null) continue
    const known = await rows[table].find({ organisationId }, { key })
    const term = known.find(({ mode }) => mode === 'test')
    if (!term || known.some(({ mode }) => mode === 'live')) continue
    await rows[table].insert({ ...term, id: ids.next(idPrefix), mode: 'live' })
  }
}
