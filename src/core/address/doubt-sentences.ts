import { sentences } from '../kernel/sentences.ts'

export const doubtSentences = sentences({
  'placeholder.value': '“{value}” is a placeholder. Correct it, or confirm that it is printed as it is.',
  'spreadsheet_value.value':
    '“{value}” looks like a number that a spreadsheet changed into a date or a decimal. Enter the number, or confirm that it is printed as it is.',
  'unlikely_text.value':
    '“{value}” looks garbled or out of place. Correct it, or confirm that it is printed as it is.',
  'form_of_address.value':
    '“{value}” is only a form of address, and the letter begins with it. Enter the whole salutation, or confirm that it is printed as it is.',
  'no_mail.value':
    '“{value}” asks for no mail to this recipient. Leave the row out, or confirm that it is sent anyway.',
  'no_mail.recipient':
    '“{value}” says that this person died. Correct the name, or confirm that the item is sent.',
  'no_mail.refused':
    '“{value}” asks for no mail to this person. Correct the name, or confirm that the item is sent.',
})
