import { sentences } from '../../kernel/sentences.ts'

/** What is wrong with a ticket. */
export const supportSentences = sentences({
  'invalid_value.line': 'Line breaks and control characters are not taken.',
})

/** Why a ticket is not opened or answered. */
export const supportProblems = sentences({
  'invalid_state.too_many_tickets': '{count} tickets are not closed yet: close some first.',
  'invalid_state.full_ticket': 'This ticket has {limit} messages already: open another.',
})
