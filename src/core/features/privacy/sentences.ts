import { sentences } from '../../kernel/sentences.ts'

/** Why something is not erased now. */
export const privacyProblems = sentences({
  'invalid_state.deleting_since':
    'The test data have been being deleted since {time}: wait until that has ended.',
  'invalid_state.run_needs_item':
    'The run {run} of this item is {status}, and its package is still needed. Wait until it is COMPLETED.',
})
