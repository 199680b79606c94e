import { defineOperation } from '../../operation.ts'
import { assertMayPatch, patchSettings as change } from '../settings.ts'
import { settingsPatch, settingsSchema } from '../settings-schema.ts'

export const patchSettings = defineOperation({
  id: 'billing.patchSettings',
  method: 'PATCH',
  path: '/billing/settings',
  summary: 'Change how the organisation is invoiced',
  description:
    'Holds for invoices from now on; issued ones keep whom they name. A VAT number of another member state moves the ' +
    'VAT to the recipient (reverse charge). `billingMode`, `vatTreatment` and `paymentTermDays` are for operators; ' +
    'going back to PREPAID issues a last invoice over everything that is open.',
  permission: 'billing.manage',
  audience: 'portal',
  effect: 'write',
  shared: true,
  body: settingsPatch,
  output: settingsSchema,
  emits: ['invoice.issued'],
  async handler({ rows, work, services, organisation, caller }, { body }) {
    assertMayPatch(caller.scopes, body)
    return change(services, { rows, work }, organisation.id, body)
  },
})
