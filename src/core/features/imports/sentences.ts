import { sentences } from '../../kernel/sentences.ts'

/** What is wrong with an import, or with its rows that are mended. */
export const importSentences = sentences({
  too_many_columns:
    'The answers join more than {limit} columns in {field}: {columns}. Leave some of them out.',
  'unknown_column.preset': '{preset} does not fit: The file has no column {column}, but {known}.',
  'no_rows.empty': 'The file is empty.',
  'no_rows.heading_only': 'The file has a heading and no rows.',
  unknown_row: 'Row {row} is not among the bad rows of this import.',
  'invalid_value.rows_once': 'Name each row once.',
})

/** Why an import is not changed. */
export const importProblems = sentences({
  'invalid_state.import_not_restarted':
    'This import is {status} and did not end for lack of a permission. Import the list again instead.',
  'invalid_state.mapped': 'This import is {status} and cannot be mapped any more.',
  'invalid_state.nothing_read': 'This import has read no rows.',
  'invalid_state.not_done': 'This import is {status}: its rows can be mended once it is done.',
})
