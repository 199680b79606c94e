import type { ModeScope } from '../../engine/caller.ts'
import { problem } from '../../kernel/errors.ts'
import { oneOf } from '../../kernel/query.ts'
import type { Rows } from '../../ports/store.ts'
import { postbatchProblems } from './sentences.ts'

/**
 * Throws 409 while an import may still add items, because the content must not change during validation or
 * after approval.
 */
export const assertNoImport = async (rows: Rows, scope: ModeScope, postbatchId: string): Promise<void> => {
  const [found] = await rows.imports.find(
    scope,
    { postbatchId, status: oneOf(['MAPPED', 'PROCESSING']), dryRun: false },
    { limit: 1 },
  )
  if (found) throw problem(postbatchProblems.say('invalid_state.import_under_way', { id: found.id }))
}
