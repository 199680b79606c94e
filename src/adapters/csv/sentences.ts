import { sentences } from '../../core/kernel/sentences.ts'

/** Why a CSV file cannot be read any further. */
export const csvSentences = sentences({
  record_too_long:
    'The record that begins in line {line} has more than {limit} characters. A quotation mark in this line may not be closed: close it, or remove it.',
  'too_many_cells.record': 'A record has more than {limit} cells.',
  'unreadable.line': 'Line {line} cannot be read as CSV.',
  'unreadable.quote': 'A quotation mark in line {line} is not closed. Close it, or remove it.',
})
