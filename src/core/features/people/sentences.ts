import { sentences } from '../../kernel/sentences.ts'

/** What is wrong with what a person sends about an account. */
export const peopleSentences = sentences({
  'required.second_factor':
    'Send the same again with code: the one that your authenticator shows, or a recovery code.',
  'wrong.second_factor':
    'This code is wrong, too old or was used before. Wait for the next one that your authenticator shows, or take a recovery code.',
  second_factor_required:
    'Send the same again with code: the one that your authenticator shows, or a recovery code.',
  second_factor_failed:
    'This code is wrong, too old or was used before. Wait for the next one that your authenticator shows, or take a recovery code.',
  'unknown.role': 'There is no role {role}.',
  'expired.link': 'This link does not work any more. Ask for a new one.',
  'required.organisation_or_operator': 'Name an organisation, or make the user an operator.',
  'wrong.password': 'This is not your present password.',
  'wrong.authenticator': 'This is not the code that your authenticator shows now.',
  'taken.member': '{email} is a member already.',
  'invalid_value.password': 'Use at least five different characters in the password.',
  too_easy: 'Choose a password that does not contain the e-mail address.',
  too_common:
    'This is one of the passwords that are tried first, or little more than one. Take some words that have nothing to do with each other.',
})
