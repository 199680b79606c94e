import { sentences } from '../../kernel/sentences.ts'

/** What is wrong with a term of an organisation. */
export const vocabularySentences = sentences({
  'platform_key.taken': '{key} is the key of a platform {noun}.',
  'platform_key.fixed': '{key} is a platform {noun} and cannot be changed or deleted.',
  'taken.term': 'The key {key} is already that of another {noun}.',
  'unknown.term': 'There is no {noun} {key}.',
  'archived.term': 'The {noun} {key} is archived.',
  'invalid_format.term_key':
    'A key has 2 to 41 characters: a lower-case letter, then letters, digits, _ or -.',
})

/** Why a term is not made or deleted. */
export const vocabularyProblems = sentences({
  'invalid_state.too_many_terms': 'The organisation has {limit} of its own already.',
  'still_referenced.term': 'The {noun} {key} is still in use. Archive it instead.',
})
