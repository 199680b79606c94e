import * as v from 'valibot'
import { ruleSentences } from './problem-sentences.ts'
import { described } from './wire-schema.ts'

/** RFC 3339 in UTC. */
export const dateTime = v.pipe(v.string(), v.isoTimestamp())
export const integer = v.pipe(v.number(), v.integer())
/** An id in a request body. */
export const id = v.pipe(v.string(), v.minLength(1), v.maxLength(40))
/** Refuses text that UTF-8 or databases can't store. */
export const storable = v.check(
  (text: string) => text.isWellFormed() && !text.includes('\0'),
  ruleSentences.message('invalid_value.unstorable'),
)

/** Response fields with the same meaning in every resource. */
export const fields = {
  createdAt: described(dateTime, 'When it was created, RFC 3339 in UTC.'),
  updatedAt: described(dateTime, 'When it was last changed, RFC 3339 in UTC.'),
  isTest: described(v.boolean(), 'Whether it belongs to test mode.'),
  revision: described(integer, 'Increases with every change. Send it as `If-Match`.'),
  currency: described(v.string(), 'Currency of all amounts (ISO 4217), `EUR`.'),
  productId: described(v.string(), 'The product, `prd_…`.'),
  productSpecificationId: described(v.string(), 'The specification of the product, `psp_…`.'),
  templateId: described(v.string(), 'The template, `tpl_…`.'),
  templateVersionId: described(v.string(), 'The version of the template that is printed, `tv_…`.'),
  file: described(v.nullable(v.string()), 'Path of the file on this server; null until it is READY.'),
  fileCompletedAt: described(
    v.nullable(dateTime),
    'When it was READY or FAILED, RFC 3339 in UTC; null until then.',
  ),
  fileExpiresAt: described(
    dateTime,
    'When the file is deleted, RFC 3339 in UTC: seven days of real time after the request. In test mode it is expressed on the test clock, like `createdAt`.',
  ),
  vatRate: described(integer, 'Rate of VAT in percent, e.g. `21`.'),
}
