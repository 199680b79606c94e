import { sentences } from '../../kernel/sentences.ts'

export const importSentences = sentences({
  too_many_columns:
    'The answers join more than {limit} columns in {field}: {columns}. Leave some of them out.',
  'unknown_column.preset': '{preset} does not fit: the file has no column {column}. It has {known}.',
  'no_rows.empty': 'The file is empty.',
  'no_rows.heading_only': 'The file has a heading but no rows.',
  unknown_row: 'Row {row} is not among the bad rows of this import.',
  'repeated_recipient.row':
    '{recipient} at this address already has another row ({earlier}) with different values of {columns}. Send both letters, or one of them.',
  'repeated_recipient.several':
    '{recipient} at this address already has several letters (the first is {earlier}) with different values of {columns}. Send this one too, or leave the row out.',
  'repeated_recipient.sender':
    '{recipient} at this address already has a letter ({earlier}) from outside this list with different values of {columns}. Changing it requires the scope items.write. Send both letters, or leave this row out.',
  'duplicate_recipient.first':
    '{recipient} at this address already has another row ({earlier}) with different values of {columns}. The letter of the first row is sent.',
  'duplicate_recipient.last':
    'The letter to {recipient} has the values of this row instead of an earlier one ({earlier}).',
  left_out: 'Left out manually.',
  'invalid_value.rows_once': 'Include each row only once.',
  'invalid_value.not_a_column':
    'The list has no column {column} that a value could be given for. Correct these rows individually, or change the mapping.',
  'required.group_correction': 'Set value, asGiven, withFormOfAddress or repeat.',
})

export const importProblems = sentences({
  'invalid_state.import_not_restarted':
    'This import is {status}. It neither stalled nor ended because of a missing permission. Import the list again instead.',
  'invalid_state.mapped': 'This import is {status} and can no longer be mapped.',
  'invalid_state.nothing_read': 'This import has read no rows.',
  'invalid_state.rows_changed':
    'Other rows of this import were corrected at the same time. Send the request again.',
  'invalid_state.not_done': 'This import is {status}. Its rows can be corrected once it is done.',
})
