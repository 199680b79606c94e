import { defineOperation } from '../../../engine/operation.ts'
import { allInvoiceTexts } from '../invoice-words.ts'
import { patchSettings as changeSettings, patchTerms as changeTerms, settingsOf } from '../settings.ts'
import { settingsPatch, settingsSchema, termsPatch } from '../settings-schema.ts'

export const getSettings = defineOperation({
  id: 'billing.settings',
  method: 'GET',
  path: '/billing/settings',
  summary: 'Get the billing settings',
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
  summary: 'Change the billing settings',
  description:
    'Applies to future invoices; issued ones are unchanged. With a VAT number of another member state VAT is due ' +
    'by the recipient (reverse charge).',
  permission: 'billing.manage',
  audience: 'portal',
  effect: 'write',
  shared: true,
  body: settingsPatch,
  output: settingsSchema,
  handler: ({ rows, work, services, organisation }, { body }) =>
    changeSettings(services, { rows, work }, organisation.id, body),
})

export const patchTerms = defineOperation({
  id: 'billing.patchTerms',
  method: 'PATCH',
  path: '/billing/terms',
  summary: 'Change the billing terms',
  description:
    'For operators: prepaid, monthly or own mail, a VAT treatment that overrides the one derived from ' +
    'country and VAT number, and days to pay. A change from MONTHLY to PREPAID issues a final invoice for all ' +
    'open usage. A change to or from OWN_MAIL is possible only before the organisation has live mail in production or money: 409 `invalid_state`.',
  permission: 'platform.admin',
  readsItems: 'internal',
  effect: 'write',
  shared: true,
  body: termsPatch,
  output: settingsSchema,
  errors: ['invalid_state'],
  emits: ['invoice.issued'],
  prepare: allInvoiceTexts,
  handler: ({ rows, work, services, organisation }, { body }, textsIn) =>
    changeTerms(services, { rows, work }, organisation.id, body, textsIn),
})
