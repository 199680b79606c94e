import { sentences } from '../../kernel/sentences.ts'

export const privacyProblems = sentences({
  'invalid_state.deleting_since':
    'Test data has been in deletion since {time}. Wait until the deletion has ended.',
  'invalid_state.run_needs_item':
    'The run {run} of this item is {status}, and its package is still needed. Wait until it is COMPLETED.',
})
