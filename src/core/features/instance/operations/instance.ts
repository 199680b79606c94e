import { defineOperation } from '../../../engine/operation.ts'
import { toDateTime } from '../../../kernel/time.ts'
import { instanceOf } from '../../platform/schema.ts'
import { checkInstance } from '../doctor.ts'
import { examinationSchema, findingStatusOf, instanceSchema } from '../schema.ts'

export const getInstance = defineOperation({
  id: 'instance.get',
  method: 'GET',
  path: '/platform/instance',
  summary: 'Get the instance',
  description: 'For operators.',
  permission: 'platform.admin',
  audience: 'user',
  effect: 'read',
  output: instanceSchema,
  /** Checks the health before the transaction, so that no snapshot stays open while the probe is written. */
  prepare: ({ services }) => services.health.look(),
  async handler({ services }, _input, report) {
    return { version: services.machine?.version ?? null, ...instanceOf(services, report) }
  },
})

export const examineInstanceOperation = defineOperation({
  id: 'instance.examine',
  method: 'POST',
  path: '/platform/instance/examine',
  summary: 'Check the instance',
  description:
    'For operators. Checks the folder, keys, files, every page of a database file, disk, fonts, printer, settings, holds, jobs and webhooks, and changes nothing. Takes seconds, and longer for a large database file.',
  permission: 'platform.admin',
  rateClass: 'export',
  audience: 'user',
  effect: 'process',
  output: examinationSchema,
  async handler({ services, now }) {
    const found = await checkInstance(services)
    return {
      healthy: found.every(({ status }) => status !== 'wrong'),
      examinedAt: toDateTime(now),
      findings: found.map(({ name, status, code, detail, params, command }) => ({
        name,
        status: findingStatusOf[status],
        code,
        detail,
        ...(params === undefined ? {} : { params }),
        command: command ?? null,
      })),
    }
  },
})
