import { defineOperation } from '../../../engine/operation.ts'
import { testClockAdvanceInput, testClockAdvanceSchema } from '../schema.ts'
import { advanceTestClock as advance, clockTarget } from '../test-clock.ts'

export const advanceTestClock = defineOperation({
  id: 'developers.advanceTestClock',
  method: 'POST',
  path: '/developers/test-clock/advance',
  summary: 'Move the test clock forward',
  description:
    'Exactly one of `to` (an instant, or `next-cutoff`) and `by` (a duration). Everything that falls due on the way runs, in order, each at its own time. Answers when it has; 202 where that takes longer than two seconds, and the rest goes on by itself. `by` counts from what the clock shows when the call arrives, or from `advancingTo` while an advance goes on by itself. Two calls that arrive together count from the same instant: wait for the answer to one before you send the next.',
  permission: 'items.write',
  readsItems: 'internal',
  audience: 'test',
  effect: 'process',
  body: testClockAdvanceInput,
  output: testClockAdvanceSchema,
  unfinished: (result: { done: boolean }) => !result.done,
  location: '/developers/test-clock',
  // `next-cutoff` and durations mean another instant once the clock has moved, so the target is fixed first
  // and a repeat continues towards it.
  prepare: ({ services, scope }, { body }) =>
    services.store.read((rows) => clockTarget(services, rows, scope.organisationId, body)),
  async handler({ services, scope }, _input, goal) {
    return advance(services, scope.organisationId, goal)
  },
})
