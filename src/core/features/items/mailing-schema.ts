import * as v from 'valibot'
import { hasUserInformation } from '../../kernel/web-address.ts'
import { fields, id, storable } from '../../kernel/wire-fields.ts'
import { described } from '../../kernel/wire-schema.ts'
import { billingGroup } from './input-schema.ts'
import { itemInputSentences } from './sentences.ts'

const text = (max: number) => v.pipe(v.string(), v.trim(), v.maxLength(max), storable)
export const mailingName = v.pipe(text(120), v.minLength(1))
export const maxAddressLength = 2_000
/**
 * Kept as a browser would send it: it becomes a header of the redirect, where a line end or a letter beyond
 * ASCII has no place.
 */
export const webAddress = v.pipe(
  text(maxAddressLength),
  v.check(
    (value) => /^https?:\/\//i.test(value) && URL.canParse(value),
    itemInputSentences.message('invalid_value.web_address'),
  ),
  v.check(
    (value) => !hasUserInformation(value),
    itemInputSentences.message('invalid_value.user_information'),
  ),
  v.transform((value) => new URL(value).href),
  v.check(
    (value) => value.length <= maxAddressLength,
    itemInputSentences.message('invalid_value.long_web_address', { limit: maxAddressLength }),
  ),
)

/** The cost centre of what is sent, of a Postflow or a Postbatch. */
export const mailingGroup = (counts: string) =>
  described(
    v.optional(v.nullable(billingGroup)),
    `The cost centre of items that name none themselves, at most 64 characters; null for none. ${counts}`,
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
  billingGroup: mailingGroup('Counts for items that come after it.'),
}

/** The fields of a `Postflow` and a `Postbatch` that both show: what it is called and what is printed. */
export const mailingAnswer = (kind: 'Postflow' | 'Postbatch') => ({
  isTest: fields.isTest,
  name: described(v.string(), 'Name for people.'),
  description: described(v.nullable(v.string()), 'A note for people; null if there is none.'),
  templateId: fields.templateId,
  templateVersionId: described(
    v.string(),
    `The version of the template that is printed, \`tv_…\`. Publishing a new version changes nothing until the ${kind} is patched.`,
  ),
  productId: fields.productId,
  productSpecificationId: fields.productSpecificationId,
  advertisingCategory: described(
    v.nullable(v.string()),
    'Key of what it advertises, e.g. `retail`; null for transactional mail.',
  ),
  returnAddressId: described(
    v.nullable(v.string()),
    'The return address, `ret_…`; null for the organisation’s default.',
  ),
  trackingTargetUrl: described(
    v.nullable(v.string()),
    'Web address to which a scan of a piece’s QR code leads; null if nowhere.',
  ),
  billingGroup: described(
    v.nullable(v.string()),
    'The cost centre of items that name none themselves; null if there is none.',
  ),
})
