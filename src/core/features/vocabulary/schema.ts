import * as v from 'valibot'
import { wholeListOf } from '../../engine/list/page.ts'
import { named, namedObject, namedStrictObject } from '../../kernel/wire-schema.ts'
import type { Stops } from '../../model/stops.ts'

/** Kept as it is written: any 1 to 80 characters, blanks among them. */
const label = v.pipe(v.string(), v.minLength(1), v.maxLength(80))
const sortOrder = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10_000))
export const termKeyPattern = /^[a-z][a-z0-9_-]{1,40}$/
const termSource = named(
  'TermSource',
  '`platform`: the same for everybody, cannot be changed; `organisation`: its own.',
  v.picklist(['platform', 'organisation']),
)
/** Characters of the longest key. */
export const maxTermKey = 41
const key = v.pipe(
  v.string(),
  v.regex(termKeyPattern, 'A key has 2 to 41 characters: a lower-case letter, then letters, digits, _ or -.'),
)

export const termSchema = namedObject('AdvertisingCategory', 'What mail advertises.', {
  key: v.string(),
  label,
  source: termSource,
  sortOrder: v.pipe(v.number(), v.integer()),
  archived: v.boolean(),
})
export type Term = v.InferOutput<typeof termSchema> & { stops?: Stops }

export const termInput = namedStrictObject('AdvertisingCategoryCreate', 'A new advertising category.', {
  label,
  key: v.optional(key),
  sortOrder: v.optional(sortOrder),
})
export type TermInput = v.InferOutput<typeof termInput> & { stops?: Stops }

export const termPatch = namedStrictObject(
  'AdvertisingCategoryUpdate',
  'Changes to an advertising category; a field that is not sent stays as it is.',
  {
    label: v.optional(label),
    sortOrder: v.optional(sortOrder),
    archived: v.optional(v.boolean()),
  },
)
export type TermPatch = v.InferOutput<typeof termPatch>

export const termParams = v.strictObject({ key: v.string() })

export const termList = wholeListOf(termSchema)
