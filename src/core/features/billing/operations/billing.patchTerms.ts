import { defineOperation } from '../../../engine/operation.ts'
import { patchSettings } from '../settings.ts'
import { settingsSchema, termsPatch } from '../settings-schema.ts'

export const patchTerms = defineOperation({
  id: 'billing.patchTerms',
  method: 'PATCH',
  path: '/billing/terms',
  summary: 'Change the terms on which an organisation is served',
  description:
    'For operators: prepaid, invoiced every month or own mail, another VAT treatment than the one that follows from the ' +
    'country and the VAT number, and days to pay. From MONTHLY back to PREPAID issues a last invoice over everything that ' +
    'is open. To and from OWN_MAIL only before the organisation has let live mail go or has money: 409 `invalid_state`.',
  permission: 'platform.admin',
  readsItems: 'internal',
  effect: 'write',
  shared: true,
  body: termsPatch,
  output: settingsSchema,
  errors: ['invalid_state'],
  emits: ['invoice.issued'],
  handler: ({ rows, work, services, organisation }, { body }) =>
    patchSettings(services, { rows, work }, organisation.id, body),
})
