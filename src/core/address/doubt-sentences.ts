import { sentences } from '../kernel/sentences.ts'

/** What is doubtful about a value that is printed. */
export const doubtSentences = sentences({
  'placeholder.value':
    '“{value}” stands for a missing value. Correct it, or confirm that it is printed as it is.',
  'spreadsheet_value.value':
    '“{value}” looks like a number that a spreadsheet changed into a date or a decimal. Write the number, or confirm that it is printed as it is.',
  'unlikely_text.value':
    '“{value}” looks garbled or out of place. Correct it, or confirm that it is printed as it is.',
  'form_of_address.value':
    '“{value}” is only a form of address, and the letter begins with it. Write the whole salutation, or confirm that it is printed as it is.',
  'no_mail.value':
    '“{value}” says that nothing is to be sent to this recipient. Leave the row out, or confirm that it is sent all the same.',
  'no_mail.recipient':
    '“{value}” says that this person died. Correct the name, or confirm that the item is sent.',
  'no_mail.refused':
    '“{value}” says that nothing is to be sent to this person. Correct the name, or confirm that the item is sent.',
})
