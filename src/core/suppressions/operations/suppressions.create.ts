import { assertChoosable } from '../../advertising-categories/category.ts'
import { type ParameterError, validationFailed } from '../../errors.ts'
import {
  addressKey,
  checkAddress,
  foldName,
  type Recipient,
  recipientName,
} from '../../items/address/index.ts'
import { defineOperation } from '../../operation.ts'
import { suppressionInput, suppressionSchema, suppressionToWire } from '../schema.ts'

export const createSuppression = defineOperation({
  id: 'suppressions.create',
  method: 'POST',
  path: '/suppressions',
  summary: 'Put an address on the suppression list',
  description:
    'Items to it are SUPPRESSED, at validation and again at the cutoff of their run. An entry may be narrowed to a name or to one advertising category. Two entries for one address are no error: each counts by itself.',
  permission: 'suppressions.manage',
  effect: 'write',
  body: suppressionInput,
  output: suppressionSchema,
  status: 201,
  async handler({ rows, scope, services, organisation, now }, { body }) {
    const { recipient, reason, matchName, advertisingCategory } = body
    const errors = addressErrors(recipient, organisation.country, matchName)
    if (errors.length > 0) throw validationFailed(errors)
    if (advertisingCategory !== null) {
      await assertChoosable(rows, scope, advertisingCategory, 'advertisingCategory')
    }
    const entry = {
      id: services.ids.next('sup'),
      ...scope,
      addressKey: addressKey(recipient),
      nameKey: matchName ? foldName(recipientName(recipient)) : null,
      advertisingCategory,
      reason,
      recipient,
      createdAt: now,
    }
    await rows.suppressions.insert(entry)
    return suppressionToWire(entry)
  },
})

/** An entry without street and city would match nothing, and nobody would notice. */
const addressErrors = (recipient: Recipient, originCountry: string, matchName: boolean): ParameterError[] =>
  checkAddress(recipient, { originCountry, override: true })
    .filter(({ severity }) => severity === 'error')
    .filter(({ code }) => matchName || code !== 'recipient_name_missing')
    .map(({ code, field, message }) => ({ parameter: field ?? 'recipient', location: 'body', code, message }))
