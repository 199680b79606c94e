import { sentences } from '../../kernel/sentences.ts'

/** What is wrong with an import, or with its rows that are mended. */
export const importSentences = sentences({
  too_many_columns:
    'The answers join more than {limit} columns in {field}: {columns}. Leave some of them out.',
  'unknown_column.preset': '{preset} does not fit: The file has no column {column}, but {known}.',
  'no_rows.empty': 'The file is empty.',
  'no_rows.heading_only': 'The file has a heading and no rows.',
  unknown_row: 'Row {row} is not among the bad rows of this import.',
  'repeated_recipient.row':
    '{recipient} at this address has another row already ({earlier}), with other values of {columns}. Send both letters, or one of them.',
  'repeated_recipient.several':
    '{recipient} at this address has several letters already (the first is {earlier}), with other values of {columns}. Send this one too, or leave the row out.',
  'repeated_recipient.sender':
    '{recipient} at this address has a letter already ({earlier}) that did not come with this list, with other values of {columns}. Changing it needs the scope items.write. Send both letters, or leave this row out.',
  'duplicate_recipient.first':
    '{recipient} at this address has another row already ({earlier}), with other values of {columns}. The letter of the first row is sent.',
  'duplicate_recipient.last':
    'The letter to {recipient} has the values of this row, instead of those of an earlier one ({earlier}).',
  left_out: 'Left out by hand.',
  'invalid_value.rows_once': 'Name each row once.',
})

/** Why an import is not changed. */
export const importProblems = sentences({
  'invalid_state.import_not_restarted':
    'This import is {status}: it neither stalled nor ended for lack of a permission. Import the list again instead.',
  'invalid_state.mapped': 'This import is {status} and cannot be mapped any more.',
  'invalid_state.nothing_read': 'This import has read no rows.',
  'invalid_state.not_done': 'This import is {status}: its rows can be mended once it is done.',
})
