import { sentences } from '../../core/kernel/sentences.ts'

/** Why a CSV file cannot be read any further. */
export const csvSentences = sentences({
  record_too_long: 'A record near line {line} has more than {limit} characters; is a quote missing?',
  'too_many_cells.record': 'A record has more than {limit} cells.',
  unreadable: 'Line {line} cannot be read as CSV.',
})
