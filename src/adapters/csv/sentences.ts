import { sentences } from '../../core/kernel/sentences.ts'

export const csvSentences = sentences({
  record_too_long:
    'The record that starts in line {line} has more than {limit} characters. A quotation mark in this line may be unclosed: close or remove it.',
  'too_many_cells.record': 'A record has more than {limit} cells.',
  'unreadable.line': 'Line {line} is not valid CSV.',
  'unreadable.quote': 'A quotation mark in line {line} is not closed. Close or remove it.',
})
