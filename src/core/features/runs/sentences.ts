import { sentences } from '../../kernel/sentences.ts'

/** What is wrong with what is asked of a run, or reported of it. */
export const runSentences = sentences({
  'too_far.calendar': 'from lies at most {limit} days ahead.',
  'unknown.item_of_run': 'There is no such item in {run}.',
  'exclusive.sequences': 'sequences go with the event DAMAGED only.',
  'required.sequences': 'Say which pieces are damaged, by their sequence.',
  'required.piece': 'Name the piece by its sequence or its itemId.',
  'exclusive.piece': 'Name the piece by its sequence or its itemId, not by both.',
  'unknown.piece': 'The run has no piece {sequence}.',
  'unknown.reported_item': 'There is no item {item} in this run.',
  'repeated.piece': 'The piece of {item} is named twice.',
})
