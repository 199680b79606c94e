import { defineOperation } from '../../../engine/operation.ts'
import { patchSettings as change } from '../settings.ts'
import { settingsPatch, settingsSchema } from '../settings-schema.ts'

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
