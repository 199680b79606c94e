import { expect, test } from 'vitest'
import { remakeReasonOf } from '../../portal/src/screens/runs/remake-reason.ts'
import { waitReasons } from '../../src/core/features/runs/remakes/remake.ts'
import { runStateProblems } from '../../src/core/features/runs/sentences.ts'

const { sentence } = runStateProblems

test.each([
  [waitReasons.held('The press is down.'), { kind: 'held', detail: 'The press is down.' }],
  [waitReasons.printerOff('north', 'PAUSED'), { kind: 'printerOff', detail: 'north', state: 'PAUSED' }],
  [waitReasons.printerAway('connect ECONNREFUSED'), { kind: 'printerAway', detail: 'connect ECONNREFUSED' }],
  [waitReasons.triedAgain('The disk is full.'), { kind: 'triedAgain', detail: 'The disk is full.' }],
  // Wording of earlier versions.
  [
    'The printer north is PAUSED. The remake waits and goes on by itself when the printer is in use again.',
    { kind: 'printerOff', detail: 'north', state: 'PAUSED' },
  ],
  [
    'connect ECONNREFUSED The remake waits and goes on by itself when the printer is back.',
    { kind: 'printerAway', detail: 'connect ECONNREFUSED' },
  ],
  [sentence('invalid_state.remake_run', { status: 'COMPLETED' }).message, { kind: 'gone', detail: '' }],
  [sentence('invalid_state.remake_item', { pieces: '1, 2' }).message, { kind: 'gone', detail: '' }],
  ['The disk is full.', { kind: 'other', detail: 'The disk is full.' }],
])('the reason of a remake is parsed: %s', (reason, read) => {
  expect(remakeReasonOf(reason)).toEqual(read)
})
