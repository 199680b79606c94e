import { problem } from '../../kernel/errors.ts'
import { oneOf } from '../../kernel/query.ts'
import type { PostbatchRow } from '../../model/postbatches.ts'
import type { Rows } from '../../ports/store.ts'
import { postbatchProblems } from './sentences.ts'

/**
 * Throws 409 while an import, a copy or a correction may still change items, because the content must not
 * change during validation or after approval.
 */
export const assertNothingUnderWay = async (rows: Rows, postbatch: PostbatchRow): Promise<void> => {
  const { id, organisationId, mode, copiedUntil, copyFailureCode, salutationCorrections } = postbatch
  if (salutationCorrections !== null)
    throw problem(postbatchProblems.say('invalid_state.corrections_under_way'))
  if (copyFailureCode !== null) {
    const params = { id, original: String(postbatch.copyOf) }
    throw problem(postbatchProblems.say('invalid_state.copy_stopped', params))
  }
  if (copiedUntil !== null) throw problem(postbatchProblems.say('invalid_state.copy_under_way', { id }))
  const [found] = await rows.imports.find(
    { organisationId, mode },
    { postbatchId: id, status: oneOf(['MAPPED', 'PROCESSING']), dryRun: false },
    { limit: 1 },
  )
  if (found) throw problem(postbatchProblems.say('invalid_state.import_under_way', { id: found.id }))
}
