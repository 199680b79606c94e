import { defineOperation } from '../../../engine/operation.ts'
import { backupsSchema } from '../backup-schema.ts'
import { backupsToWire } from '../backup-wire.ts'

export const getBackups = defineOperation({
  id: 'backups.get',
  method: 'GET',
  path: '/platform/backups',
  summary: 'Whether backups can be made from here, and how the last one went',
  description: 'For operators. The last one may have been made by the command line.',
  permission: 'platform.admin',
  audience: 'user',
  effect: 'process',
  output: backupsSchema,
  handler: ({ services }) => backupsToWire(services),
})
