import { defineOperation } from '../../../engine/operation.ts'
import { notFound } from '../../../kernel/errors.ts'
import { toDateTime } from '../../../kernel/time.ts'
import { whoamiSchema } from '../schema.ts'

export const whoami = defineOperation({
  id: 'developers.whoami',
  method: 'GET',
  path: '/developers/whoami',
  summary: 'The key or session that asks, its mode, its scopes and its organisation',
  description: 'Works with every valid key: it is how one finds out what a key may do.',
  permission: 'authenticated',
  effect: 'read',
  output: whoamiSchema,
  async handler({ rows, scope, caller, organisation, now }) {
    const isKey = caller.kind === 'key'
    const key = isKey ? await rows.apiKeys.get(scope, caller.id) : undefined
    if (isKey && !key) throw notFound('API key')
    return {
      key: key
        ? { id: key.id, name: key.name, prefix: key.prefix, createdAt: toDateTime(key.createdAt) }
        : null,
      user: isKey ? null : { id: caller.id, email: caller.name },
      mode: scope.mode,
      scopes: [...caller.scopes],
      organisation: {
        id: organisation.id,
        name: organisation.name,
        status: organisation.status,
        timeZone: organisation.timeZone,
      },
      now: toDateTime(now),
    }
  },
})
