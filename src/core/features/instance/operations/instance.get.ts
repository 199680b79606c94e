import { defineOperation } from '../../../engine/operation.ts'
import { instanceOf } from '../../platform/instance.ts'
import { instanceSchema } from '../schema.ts'

export const getInstance = defineOperation({
  id: 'instance.get',
  method: 'GET',
  path: '/platform/instance',
  summary: 'The server, and how busy it is',
  description: 'For operators.',
  permission: 'platform.admin',
  audience: 'user',
  effect: 'read',
  output: instanceSchema,
  /** The health check writes its probe outside the snapshot, which should not wait for it. */
  prepare: ({ services }) => services.health.look(),
  async handler({ services }, _input, report) {
    return { version: services.machine?.version ?? null, ...instanceOf(services, report) }
  },
})
