import { sentences } from '../../kernel/sentences.ts'

/** What is wrong with what a person sends about an account. */
export const peopleSentences = sentences({
  'expired.link': 'This link does not work any more. Ask for a new one.',
  'required.organisation_or_operator': 'Name an organisation, or make the user an operator.',
  'wrong.password': 'This is not your present password.',
  'wrong.authenticator': 'This is not the code that your authenticator shows now.',
  'taken.member': '{email} is a member already.',
  too_easy: 'Choose a password that does not contain the e-mail address.',
  too_common:
    'This is one of the passwords that are tried first, or little more than one. Take some words that have nothing to do with each other.',
})
