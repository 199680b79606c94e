import { sentences } from '../../kernel/sentences.ts'

export const vocabularySentences = sentences({
  'platform_key.taken': '{key} is the key of a platform {noun}.',
  'platform_key.fixed': '{key} is a platform {noun} and cannot be changed or deleted.',
  'taken.term': 'Another {noun} already has the key {key}.',
  'unknown.term': 'There is no {noun} {key}.',
  'archived.term': 'The {noun} {key} is archived.',
  'invalid_format.term_key':
    'A key has 2 to 41 characters: a lower-case letter, then letters, digits, _ or -.',
})

export const vocabularyProblems = sentences({
  'invalid_state.too_many_terms': 'The organisation has reached its limit of {limit} terms.',
  'still_referenced.term': 'The {noun} {key} is still in use. Archive it instead.',
})
