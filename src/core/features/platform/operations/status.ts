import * as v from 'valibot'
import { componentNames, conditions } from '../../../engine/health.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { toDateTime } from '../../../kernel/time.ts'
import { described, namedObject } from '../../../kernel/wire-schema.ts'
import { serviceCondition } from '../schema.ts'

export const getStatus = defineOperation({
  id: 'status.get',
  method: 'GET',
  path: '/status',
  summary: 'How the service is',
  description:
    'Found out by looking, at most five seconds ago: the store is written to, jobs and deliveries are measured by how late they are, the printer is DEGRADED while a live run waits for a person, and files that are kept elsewhere are looked for.',
  permission: 'public',
  effect: 'public',
  output: namedObject('Status', 'How the service is.', {
    status: described(serviceCondition, 'The worst of the components.'),
    components: described(
      v.array(
        v.object({
          name: described(v.picklist(componentNames), 'Which part.'),
          status: described(serviceCondition, 'How it is.'),
        }),
      ),
      'How each part is.',
    ),
    checkedAt: described(v.pipe(v.string(), v.isoTimestamp()), 'When it was found out, RFC 3339 in UTC.'),
  }),
  async handler({ services }) {
    const { at, components } = await services.health.look()
    const worst = Math.max(...Object.values(components).map((one) => conditions.indexOf(one)))
    return {
      status: conditions[worst]!,
      components: componentNames.map((name) => ({ name, status: components[name] })),
      checkedAt: toDateTime(at),
    }
  },
})
