import { expect, test } from 'vitest'
import { cutoffAfter, nextCutoff } from '../../portal/src/screens/runs/cutoffs.ts'

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

const cutoff = (day: string, runStatus: 'OPEN' | 'RENDERED' | null) => ({
  cutoffAt: `${day}T15:00:00.000Z`,
  day,
  runStatus,
})
const calendar = [
  cutoff('2026-11-30', 'RENDERED'),
  cutoff('2026-12-01', 'OPEN'),
  cutoff('2026-12-02', null),
  cutoff('2026-12-03', null),
]

test.each([
  [
    'the first open one, not one whose run was closed by hand',
    null,
    '2026-11-30T09:00:00.000Z',
    '2026-12-01',
  ],
  ['none that has passed since the calendar was loaded', null, '2026-12-01T15:00:00.000Z', '2026-12-02'],
  ['the first from the day that it is held until', '2026-12-03', '2026-11-30T09:00:00.000Z', '2026-12-03'],
  ['none if the calendar ends before', '2027-01-04', '2026-11-30T09:00:00.000Z', undefined],
])('a piece joins %s', (_, sendOn, now, expected) => {
  expect(nextCutoff(calendar, { sendOn }, Date.parse(now))?.day).toBe(expected)
})
