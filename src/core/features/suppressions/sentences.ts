import { sentences } from '../../kernel/sentences.ts'

/** What is wrong with a suppression, or with a list of them. */
export const suppressionSentences = sentences({
  'invalid_value.name_signs': 'The name holds no letter and no digit to compare by.',
  'invalid_value.name_nobody': '“{name}” names no person to compare with: add a first or last name.',
  'required.street_column':
    'No column is called street: name the one that holds it, with the number or without.',
  'invalid_format.capital_country': 'Write the country as two capital letters.',
  'doubtful.placeholder': '“{value}” stands for a missing value. Write the value, or leave it empty.',
  'doubtful.number':
    '“{value}” looks like a number that a spreadsheet changed into a date or a decimal. Write the number.',
  'doubtful.text': '“{value}” looks garbled or out of place.',
  'doubtful.several_people':
    '“{value}” names several people: mail to one of them alone is not stopped. Make an entry for each.',
  'doubtful.entry_unmatched':
    'The entry is kept, but it stops no mail that is addressed correctly. Add the correct address, and remove this entry.',
  'doubtful.kept': 'The entry is kept. Correct the row and import it again if the value is wrong.',
  'doubtful.unmatched':
    'The entry is kept, but it stops no mail that is addressed correctly. Correct the row and import it again.',
})

/** Why an entry of the suppression list is not changed. */
export const suppressionProblems = sentences({
  'invalid_state.same_mail': 'The entry {id} matches the same mail already.',
  'invalid_state.list_under_way': 'The import is still being processed.',
})
