import * as v from 'valibot'
import { ruleSentences } from './problem-sentences.ts'
import { described } from './wire-schema.ts'

/** RFC 3339 in UTC. */
export const dateTime = v.pipe(v.string(), v.isoTimestamp())
export const integer = v.pipe(v.number(), v.integer())
/** An id that a body names. */
export const id = v.pipe(v.string(), v.minLength(1), v.maxLength(40))
/** Refuses what neither UTF-8 nor a database can keep. */
export const storable = v.check(
  (text: string) => text.isWellFormed() && !text.includes('\0'),
  ruleSentences.message('invalid_value.unstorable'),
)

/** Fields of answers that mean the same in every resource. */
export const fields = {
  createdAt: described(dateTime, 'When it was created, RFC 3339 in UTC.'),
  updatedAt: described(dateTime, 'When it was changed last, RFC 3339 in UTC.'),
  isTest: described(v.boolean(), 'Whether it belongs to test mode.'),
  revision: described(integer, 'Counts up with every change; `If-Match` takes it.'),
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
    'When the file is taken away, RFC 3339 in UTC: seven days of real time after it was asked for. In test mode it is given on the test clock, as `createdAt` is.',
  ),
  vatRate: described(integer, 'Rate of VAT in percent, e.g. `21`.'),
}
