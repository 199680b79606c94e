import { defineOperation } from '../../operation.ts'
import { patchSettings } from '../settings.ts'
import { settingsSchema, termsPatch } from '../settings-schema.ts'

export const patchTerms = defineOperation({
  id: 'billing.patchTerms',
  method: 'PATCH',
  path: '/billing/terms',
  summary: 'Change on which terms an organisation is served',
  description:
    'For operators: prepaid or invoiced every month, another VAT treatment than the one that follows from the country ' +
    'and the VAT number, and days to pay. Going back to PREPAID issues a last invoice over everything that is open.',
  permission: 'platform.admin',
  effect: 'write',
  shared: true,
  body: termsPatch,
  output: settingsSchema,
  emits: ['invoice.issued'],
  handler: ({ rows, work, services, organisation }, { body }) =>
    patchSettings(services, { rows, work }, organisation.id, body),
})
