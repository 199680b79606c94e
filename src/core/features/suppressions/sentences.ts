import { sentences } from '../../kernel/sentences.ts'

/** What is wrong with a suppression, or with a list of them. */
export const suppressionSentences = sentences({
  'invalid_value.name_signs': 'The name holds no letter and no digit to compare by.',
  'invalid_value.name_nobody': '“{name}” names no person to compare with: add a first or last name.',
  'required.street_column':
    'No column is called street: name the one that holds it, with the number or without.',
  'invalid_format.capital_country': 'Write the country as two capital letters.',
})

/** Why an entry of the suppression list is not changed. */
export const suppressionProblems = sentences({
  'invalid_state.same_mail': 'The entry {id} matches the same mail already.',
  'invalid_state.list_under_way': 'The import is still PROCESSING.',
})
