import * as v from 'valibot'

const label = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(80))
const sortOrder = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10_000))
export const categoryKeyPattern = /^[a-z][a-z0-9_-]{1,40}$/
const key = v.pipe(
  v.string(),
  v.regex(
    categoryKeyPattern,
    'A key has 2 to 41 characters: a lower-case letter, then letters, digits, _ or -.',
  ),
)

/** SPEC "Advertising category": all five fields always present, no other. */
export const advertisingCategorySchema = v.object({
  key: v.string(),
  label,
  source: v.picklist(['platform', 'organisation']),
  sortOrder: v.pipe(v.number(), v.integer()),
  archived: v.boolean(),
})
export type AdvertisingCategory = v.InferOutput<typeof advertisingCategorySchema>

export const advertisingCategoryInput = v.strictObject({
  label,
  key: v.optional(key),
  sortOrder: v.optional(sortOrder),
})

export const advertisingCategoryPatch = v.strictObject({
  label: v.optional(label),
  sortOrder: v.optional(sortOrder),
  archived: v.optional(v.boolean()),
})

export const advertisingCategoryParams = v.strictObject({ key: v.string() })
