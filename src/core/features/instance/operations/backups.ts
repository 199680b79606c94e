import { actorOf } from '../../../engine/audit/actor.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { problem } from '../../../kernel/errors.ts'
import { proveIdentity } from '../../people/administration/user-accounts.ts'
import { confirmedInput } from '../../people/administration/user-schema.ts'
import { backupsSchema, backupsToWire, refusalOf } from '../schema.ts'
import { instanceProblems } from '../sentences.ts'

export const getBackups = defineOperation({
  id: 'backups.get',
  method: 'GET',
  path: '/platform/backups',
  summary: 'Get the state of backups',
  description:
    'For operators. Whether backups can be made, and the latest one, which may come from the command line.',
  permission: 'platform.admin',
  audience: 'user',
  effect: 'process',
  output: backupsSchema,
  handler: ({ services }) => backupsToWire(services),
})

export const createBackupOperation = defineOperation({
  id: 'backups.create',
  method: 'POST',
  path: '/platform/backups',
  summary: 'Create a backup',
  description:
    'For operators, who confirm with their password, because a backup contains every name, address and key of the instance. It is written only to the configured `backupFolder` and is never a download. The call returns immediately; `backups.get` shows the progress. The instance remains in service.',
  permission: 'platform.admin',
  rateClass: 'export',
  audience: 'user',
  effect: 'process',
  body: confirmedInput,
  output: backupsSchema,
  status: 202,
  location: '/platform/backups',
  errors: ['invalid_state'],
  async handler(context, { body }) {
    const { services, caller, requestId, transact } = context
    const refusal = await refusalOf(services)
    if (refusal !== undefined)
      throw problem(instanceProblems.sentence('invalid_state.no_backup', { reason: refusal }))
    const { confirm } = await proveIdentity(context, body)
    await transact(({ rows }) => confirm(rows))
    const by = actorOf(caller, { operation: 'backups.create', requestId })
    await services.backups.begin(services.upkeep!.backupFolder!, by)
    return backupsToWire(services)
  },
})
