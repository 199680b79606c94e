import { sentences } from '../../kernel/sentences.ts'

export const postflowProblems = sentences({
  'invalid_state.archived_postflow':
    'This Postflow is archived. Only its trackingTargetUrl can still change.',
  'invalid_state.not_resumed': 'This Postflow is {status} and cannot be resumed.',
  'invalid_state.not_activated': 'This Postflow is {status} and cannot be activated.',
})
