import * as v from 'valibot'
import { paramsSchema } from './params-schema.ts'
import { type Said, saidAlone } from './sentences.ts'
import { described, namedObject } from './wire-schema.ts'

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
