import * as v from 'valibot'
import { type Said, saidAlone } from './sentences.ts'
import { described, namedObject } from './wire-schema.ts'

/** The values of a sentence as they go over the wire. */
export const paramsSchema = described(
  v.optional(v.record(v.string(), v.union([v.string(), v.number()]))),
  'The values in `message` by name, from which it can be said in another language: `{"name": "title", "length": 52, "limit": 40}`. Where a code has several sentences, `case` says which. A value that is a sentence itself has its code and its own values beside it: `reason.code`, `reason.case`, `reason.limit`; of several, each is there under its number: `reasons.1`, `reasons.1.code`. Absent where the sentence has no values, and of what was found before they were kept.',
)

/** A sentence of the program beside its English words. */
export const sentenceSchema = namedObject(
  'Sentence',
  'A sentence that the program says, with its code and values, so that it can be said in another language.',
  {
    code: described(v.string(), 'What it says, for programs.'),
    message: described(v.string(), 'The sentence in English.'),
    params: paramsSchema,
  },
)

/** What a person typed, or a sentence of the program. */
export type Words = string | Said

/** The sentence as it goes over the wire; null for what a person typed, or nobody said. */
export const sentenceOf = (words: Words | null | undefined) =>
  words && typeof words !== 'string' ? saidAlone(words) : null
