import * as v from 'valibot'
import { wholeListOf } from '../../engine/list/page.ts'
import { described, named, namedObject, namedStrictObject } from '../../kernel/wire-schema.ts'
import type { Stops } from '../../model/vocabulary.ts'
import { vocabularySentences } from './sentences.ts'

/** Stored unchanged, including blanks. */
const label = v.pipe(v.string(), v.minLength(1), v.maxLength(80))
const sortOrder = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10_000))
export const termKeyPattern = /^[a-z][a-z0-9_-]{1,40}$/
const termSource = named(
  'TermSource',
  '`platform`: shared by all organisations and fixed; `organisation`: the organisation’s own.',
  v.picklist(['platform', 'organisation']),
)
/** Limit in characters. */
export const maxTermKey = 41
const key = v.pipe(
  v.string(),
  v.regex(termKeyPattern, vocabularySentences.message('invalid_format.term_key')),
)

export const termSchema = namedObject('AdvertisingCategory', 'What mail advertises.', {
  key: described(v.string(), 'Key for programs, e.g. `retail`.'),
  label: described(label, 'Display name.'),
  source: described(termSource, 'Whether it is the platform’s or the organisation’s own.'),
  sortOrder: described(v.pipe(v.number(), v.integer()), 'Position in lists; lower numbers come first.'),
  archived: described(v.boolean(), 'Whether it can no longer be chosen.'),
})
export type Term = v.InferOutput<typeof termSchema> & { stops?: Stops }

export const termInput = namedStrictObject('AdvertisingCategoryCreate', 'A new advertising category.', {
  label: described(label, 'Display name, 1 to 80 characters.'),
  key: described(
    v.optional(key),
    'Key for programs; derived from the label if absent. Platform keys are not allowed.',
  ),
  sortOrder: described(v.optional(sortOrder), 'Position in lists, 0 to 10,000; lower numbers come first.'),
})
export type TermInput = v.InferOutput<typeof termInput> & { stops?: Stops }

export const termPatch = namedStrictObject(
  'AdvertisingCategoryUpdate',
  'Changes to an advertising category. Omitted fields are unchanged.',
  {
    label: described(v.optional(label), 'Display name, 1 to 80 characters.'),
    sortOrder: described(v.optional(sortOrder), 'Position in lists, 0 to 10,000; lower numbers come first.'),
    archived: described(v.optional(v.boolean()), 'True: it can no longer be chosen.'),
  },
)
export type TermPatch = v.InferOutput<typeof termPatch>

export const termParams = v.strictObject({ key: described(v.string(), 'Key of the term, e.g. `retail`.') })

export const termList = wholeListOf(termSchema)
