import * as v from 'valibot'
import { plainSentence, type Sentence } from './sentences.ts'
import { described, namedObject } from './wire-schema.ts'

export const paramsSchema = described(
  v.optional(v.record(v.string(), v.union([v.string(), v.number()]))),
  'The values in `message` by name, so that it can be translated: `{"name": "title", "length": 52, "limit": 40}`. `case` distinguishes several sentences of one code. If a value is itself a sentence, its code and values are included: `reason.code`, `reason.case`, `reason.limit`. Several sentences are numbered: `reasons.1`, `reasons.1.code`. Absent if the sentence has no values, and for old records without them.',
)

/** `message` is the English text. */
export const sentenceSchema = namedObject(
  'Sentence',
  'A sentence of the program, with its code and values for translation.',
  {
    code: described(v.string(), 'Machine-readable code.'),
    message: described(v.string(), 'The sentence in English.'),
    params: paramsSchema,
  },
)

/** Text that a user typed, or a sentence of the program. */
export type Words = string | Sentence

/** Returns a sentence as stored; null for typed text or none. */
export const sentenceOf = (words: Words | null | undefined) =>
  words && typeof words !== 'string' ? plainSentence(words) : null
