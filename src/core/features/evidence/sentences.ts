import { sentences } from '../../kernel/sentences.ts'

export const evidenceProblems = sentences({
  'invalid_state.no_evidence':
    'This item is {status}. Evidence exists once its run was handed to the printer.',
  'invalid_state.not_rendered': 'This item is {status} and was not rendered for printing.',
  'not_found.pages_gone': 'The pages of this item were erased or deleted.',
})
