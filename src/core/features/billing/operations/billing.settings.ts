import { defineOperation } from '../../../engine/operation.ts'
import { settingsOf } from '../settings.ts'
import { settingsSchema } from '../settings-schema.ts'

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
