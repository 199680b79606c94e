import { sentences } from './sentences.ts'

/** What schemas refuse in the fields of more than one feature. */
export const ruleSentences = sentences({
  'invalid_value.unprintable': 'Control characters and line breaks cannot be printed.',
  'invalid_value.unstorable': 'The text holds characters that cannot be stored.',
  'invalid_value.day': 'Write a day of the calendar as YYYY-MM-DD.',
  'invalid_value.date_time': 'There is no such day or time.',
  'invalid_format.email': 'Write an e-mail address.',
  'email.address': 'Write an e-mail address.',
  'invalid_format.days': 'days is a whole number from 1 to {limit}.',
  'max_value.days': 'days is a whole number from 1 to {limit}.',
})
