import { defineOperation } from '../../../engine/operation.ts'
import { toDateTime } from '../../../kernel/time.ts'
import { examineInstance } from '../doctor.ts'
import { examinationSchema, findingStatusOf } from '../schema.ts'

export const examineInstanceOperation = defineOperation({
  id: 'instance.examine',
  method: 'POST',
  path: '/platform/instance/examine',
  summary: 'Check everything that the instance needs',
  description:
    'For operators. Looks at the folder, keys, files, every page of a database file, disk, fonts, printer, settings, holds, jobs and webhooks, and changes nothing. Takes seconds, and longer for a large database file.',
  permission: 'platform.admin',
  rateClass: 'export',
  audience: 'user',
  effect: 'process',
  output: examinationSchema,
  async handler({ services, now }) {
    const found = await examineInstance(services)
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
