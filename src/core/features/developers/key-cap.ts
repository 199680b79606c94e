import type { WriteContext } from '../../engine/context.ts'
import { invalid } from '../../kernel/errors.ts'
import type { Mode } from '../../kernel/mode.ts'
import { isNotNull } from '../../kernel/query.ts'
import { keySentences } from './sentences.ts'

/** Throws 422 where a key of test mode is to have a cap: its mail costs nothing. */
export const assertCapFits = (mode: Mode, capCents: number | null | undefined): void => {
  if (mode === 'test' && typeof capCents === 'number') {
    throw invalid('spendingCapCents', keySentences.say('not_allowed.test_cap'))
  }
}

/**
 * Keeps with the organisation how many of its keys have a cap, so that whoever creates an item knows from the row
 * that is read anyway whether anything has to be counted.
 */
export const countCappedKeys = async ({
  rows,
  shared,
}: Pick<WriteContext, 'rows' | 'shared'>): Promise<void> => {
  const cappedKeys = await rows.apiKeys.count(shared, { spendingCapCents: isNotNull })
  await rows.organisations.update(shared, shared.organisationId, { cappedKeys })
}
