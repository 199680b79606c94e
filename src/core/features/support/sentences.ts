import { sentences } from '../../kernel/sentences.ts'

export const supportSentences = sentences({
  'invalid_value.line': 'Line breaks and control characters are not allowed.',
})

export const supportProblems = sentences({
  'invalid_state.too_many_tickets': '{count} tickets are not closed. Close some first.',
  'invalid_state.full_ticket': 'This ticket already has {limit} messages. Open another.',
})
