import { sentences } from '../../kernel/sentences.ts'

/** Why a Postflow does not allow what is asked. */
export const postflowProblems = sentences({
  'invalid_state.archived_postflow':
    'This Postflow is archived: only its scan target (`trackingTargetUrl`) can still be changed.',
  'invalid_state.not_resumed': 'This Postflow is {status} and cannot be resumed.',
  'invalid_state.not_activated': 'This Postflow is {status} and cannot be activated.',
})
