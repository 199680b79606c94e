import { defineOperation } from '../../../engine/operation.ts'
import { testClockSchema } from '../schema.ts'
import { testClockToWire } from '../test-clock.ts'

export const getTestClock = defineOperation({
  id: 'developers.testClock',
  method: 'GET',
  path: '/developers/test-clock',
  summary: 'The organisation’s test clock',
  description: 'Real time plus an offset that only grows; everything in test mode goes by it.',
  permission: 'items.read',
  audience: 'test',
  effect: 'read',
  output: testClockSchema,
  async handler({ services, rows, scope }) {
    return testClockToWire(services, rows, scope.organisationId)
  },
})
