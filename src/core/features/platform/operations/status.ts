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
  summary: 'Get the service status',
  description:
    'Measured at most five seconds ago: the store by a write, jobs and deliveries by their delay, and external file stores by access. The printer is DEGRADED while a live run waits for a user.',
  permission: 'public',
  effect: 'public',
  output: namedObject('Status', 'The status of the service.', {
    status: described(serviceCondition, 'The worst of the components.'),
    components: described(
      v.array(
        v.object({
          name: described(v.picklist(componentNames), 'Component.'),
          status: described(serviceCondition, 'Condition of the component.'),
        }),
      ),
      'The condition of each component.',
    ),
    checkedAt: described(v.pipe(v.string(), v.isoTimestamp()), 'Time of the check, RFC 3339 in UTC.'),
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
