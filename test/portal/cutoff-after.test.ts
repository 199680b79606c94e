import { expect, test } from 'vitest'
import { cutoffAfter } from '../../portal/src/screens/runs/cutoff-after.ts'

const closing = '2026-01-06T09:00:00.000Z'
const tomorrow = '2026-01-07T09:00:00.000Z'
const later = '2026-01-08T09:00:00.000Z'

test.each([
  ['the next one', [{ cutoffAt: tomorrow, runStatus: null }], tomorrow],
  ['one whose run already has items', [{ cutoffAt: tomorrow, runStatus: 'OPEN' }], tomorrow],
  ['not its own', [{ cutoffAt: closing, runStatus: 'OPEN' }], undefined],
  ['none before it', [{ cutoffAt: '2026-01-05T09:00:00.000Z', runStatus: null }], undefined],
  [
    'the one after another cutoff that is also used up',
    [
      { cutoffAt: tomorrow, runStatus: 'RENDERED' },
      { cutoffAt: later, runStatus: null },
    ],
    later,
  ],
  [
    'one used up only by the run of another printer',
    [
      { cutoffAt: tomorrow, runStatus: 'RENDERED' },
      { cutoffAt: tomorrow, runStatus: 'OPEN' },
    ],
    tomorrow,
  ],
  ['none if no cutoff is near', [], undefined],
] as const)('items created after a run was closed early join %s', (_what, entries, expected) => {
  expect(cutoffAfter(entries, closing)).toBe(expected)
})
