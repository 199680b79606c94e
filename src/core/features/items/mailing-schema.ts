import * as v from 'valibot'
import { id } from '../../kernel/wire-fields.ts'
import { described } from '../../kernel/wire-schema.ts'

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
export const mailingFields = {
  description: described(
    v.optional(v.nullable(text(500))),
    'A note for people, at most 500 characters; null removes it.',
  ),
  templateVersionId: described(
    v.optional(id),
    'The published version to print, `tv_…`. This or `templateId`.',
  ),
  templateId: described(
    v.optional(id),
    'Instead of `templateVersionId`: the template’s latest published version as of now, `tpl_…`.',
  ),
  advertisingCategory: described(
    v.optional(v.nullable(v.pipe(v.string(), v.maxLength(41)))),
    'Key of the advertising category, e.g. `retail`; null for transactional mail, which people who want no advertising still get.',
  ),
  returnAddressId: described(
    v.optional(v.nullable(id)),
    'The return address above the recipient, `ret_…`; null for the organisation’s default.',
  ),
  trackingTargetUrl: described(
    v.optional(v.nullable(webAddress)),
    'Web address to which a scan of a piece’s QR code leads, `https://…`; null if nowhere.',
  ),
}
