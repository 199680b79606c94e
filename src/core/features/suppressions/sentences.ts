import { sentences } from '../../kernel/sentences.ts'

export const suppressionSentences = sentences({
  'invalid_value.name_signs': 'The name has no letters or digits to compare.',
  'invalid_value.name_nobody': '“{name}” does not name a person to compare with. Add a first or last name.',
  'required.street_column':
    'No column is named street. Set the column of the street, with or without the number.',
  'invalid_format.capital_country': 'Enter the country as two capital letters.',
  'doubtful.placeholder': '“{value}” is a placeholder. Enter the value, or leave it empty.',
  'doubtful.number':
    '“{value}” looks like a number that a spreadsheet changed into a date or a decimal. Enter the number.',
  'doubtful.text': '“{value}” looks garbled or out of place.',
  'doubtful.several_people':
    '“{value}” names several people, so mail to only one of them is not stopped. Create an entry for each.',
  'doubtful.entry_unmatched':
    'The entry is kept, but it stops no correctly addressed mail. Add the correct address and delete this entry.',
  'doubtful.kept': 'The entry is kept. Correct the row and import it again if the value is wrong.',
  'doubtful.unmatched':
    'The entry is kept, but it stops no correctly addressed mail. Correct the row and import it again.',
})

export const suppressionProblems = sentences({
  'invalid_state.same_mail': 'The entry {id} already matches the same mail.',
  'invalid_state.list_under_way': 'The import is still being processed.',
})
