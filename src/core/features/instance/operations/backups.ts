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
  summary: 'Whether backups can be made from here, and how the last one went',
  description: 'For operators. The last one may have been made by the command line.',
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
  summary: 'Make a backup in the folder that the server was configured with',
  description:
    'For operators, who prove with their password that they ask: a backup holds every name, address and key of the instance. It is made in the folder `backupFolder` of the settings and nowhere else, and is never a download. The answer does not wait for it; `backups.get` shows how far it is. The instance goes on meanwhile.',
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
      throw problem(instanceProblems.say('invalid_state.no_backup', { reason: refusal }))
    const { confirm } = await proveIdentity(context, body)
    await transact(({ rows }) => confirm(rows))
    const by = actorOf(caller, { operation: 'backups.create', requestId })
    await services.backups.begin(services.upkeep!.backupFolder!, by)
    return backupsToWire(services)
  },
})
