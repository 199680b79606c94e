import type { ModeScope } from '../../engine/caller.ts'
import { type ParameterError, Problem } from '../../kernel/errors.ts'
import type { Rows } from '../../ports/store.ts'
import { advertisingCategories } from '../advertising-categories/category.ts'
import { assertChoosable } from '../vocabulary/vocabulary.ts'
import { suppressionReasons } from './reasons.ts'

/** Errors in the reason and the category of an entry, where they are given. */
export const termErrors = async (
  rows: Rows,
  scope: ModeScope,
  terms: { reason?: string | undefined; advertisingCategory?: string | null | undefined },
): Promise<ParameterError[]> => {
  const errors: ParameterError[] = []
  const gather = async (check: Promise<void>) => {
    try {
      await check
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      errors.push(...error.errors)
    }
  }
  const { reason, advertisingCategory: category } = terms
  if (reason !== undefined) await gather(assertChoosable(suppressionReasons, rows, scope, reason, 'reason'))
  if (category !== undefined && category !== null) {
    await gather(assertChoosable(advertisingCategories, rows, scope, category, 'advertisingCategory'))
  }
  return errors
}
