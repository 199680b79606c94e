import * as v from 'valibot'

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(40))
const text = (max: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(max),
    v.check(
      (value) => value.isWellFormed() && !value.includes('\0'),
      'The text holds characters that cannot be stored.',
    ),
  )
export const mailingName = v.pipe(text(120), v.minLength(1))
export const maxAddressLength = 2_000
/**
 * Kept as a browser would send it: it becomes a header of the redirect, where a line end or a letter beyond ASCII has no place.
 */
export const webAddress = v.pipe(
  text(maxAddressLength),
  v.check((value) => /^https?:\/\//i.test(value) && URL.canParse(value), 'Write a web address: https://…'),
  v.transform((value) => new URL(value).href),
  v.check(
    (value) => value.length <= maxAddressLength,
    `A web address has at most ${maxAddressLength} characters, counted as it is sent (%C3%AB is six).`,
  ),
)

/** What Postflows and Postbatches take alike. */
export const mailingSettings = {
  description: v.optional(v.nullable(text(500))),
  /** One published version … */
  templateVersionId: v.optional(id),
  /** … or a template: its latest published version, as of now. */
  templateId: v.optional(id),
  /** What it advertises; null for transactional mail, which registers of people who want no advertising do not stop. */
  advertisingCategory: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(41)))),
  /** Above the recipient; null for the organisation's default. */
  returnAddressId: v.optional(v.nullable(id)),
  /** Where a scan of a piece's QR code leads. */
  trackingTargetUrl: v.optional(v.nullable(webAddress)),
}
