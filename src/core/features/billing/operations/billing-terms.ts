import { defineOperation } from '../../../engine/operation.ts'
import { patchSettings as change, settingsOf } from '../settings.ts'
import { settingsPatch, settingsSchema, termsPatch } from '../settings-schema.ts'

export const getSettings = defineOperation({
  id: 'billing.settings',
  method: 'GET',
  path: '/billing/settings',
  summary: 'Get how the organisation is invoiced',
  permission: 'billing.read',
  audience: 'portal',
  effect: 'read',
  output: settingsSchema,
  handler: ({ rows, organisation }) => settingsOf(rows, organisation),
})

export const patchSettings = defineOperation({
  id: 'billing.patchSettings',
  method: 'PATCH',
  path: '/billing/settings',
  summary: 'Change how the organisation is invoiced',
  description:
    'Holds for invoices from now on; issued ones keep whom they name. A VAT number of another member state moves the ' +
    'VAT to the recipient (reverse charge).',
  permission: 'billing.manage',
  audience: 'portal',
  effect: 'write',
  shared: true,
  body: settingsPatch,
  output: settingsSchema,
  handler: ({ rows, work, services, organisation }, { body }) =>
    change(services, { rows, work }, organisation.id, body),
})

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
    change(services, { rows, work }, organisation.id, body),
})
