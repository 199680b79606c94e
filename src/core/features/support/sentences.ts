import { sentences } from '../../kernel/sentences.ts'

/** What is wrong with a ticket. */
export const supportSentences = sentences({
  'invalid_value.line': 'Line breaks and control characters are not taken.',
})
