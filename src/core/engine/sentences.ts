import { sentences } from '../kernel/sentences.ts'

const article = (noun: string) => (/^[aeiou]/.test(noun) ? 'an' : 'a')

/** What is wrong with the headers and parameters that every operation takes. */
export const requestSentences = sentences({
  'max_length.query': 'A query has at most {limit} parameters.',
  'repeated.parameter': '{parameter} is given more than once.',
  'invalid.idempotency_key': 'Idempotency-Key takes 1 to {limit} visible ASCII characters.',
  'invalid_value.mode': 'X-Mode is live or test.',
  'required.organisation':
    'You belong to several organisations: name one in X-Organisation-Id, or switch to one.',
})

/** An id of nothing: `noun` names what was asked for, `other` the kind of thing that has the id. */
export const idSentences = sentences(
  { 'unknown.id': 'There is no {noun} {id}{where?}.{other?}' },
  {
    where: () => ' in this mode',
    other: (noun, { id }) => ` ${String(id).slice(0, 40)} is the id of ${article(String(noun))} ${noun}.`,
  },
)
