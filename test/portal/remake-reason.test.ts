import { expect, test } from 'vitest'
import { remakeReasonOf } from '../../portal/src/screens/runs/remake-reason.ts'
import { runStateProblems } from '../../src/core/features/runs/sentences.ts'

const { sentence } = runStateProblems

test.each([
  ['Printing is held. The press is down.', { kind: 'held', detail: 'The press is down.' }],
  [
    'The printer north is PAUSED. The remake waits and goes on by itself when the printer is in use again.',
    { kind: 'printerOff', detail: 'north', state: 'PAUSED' },
  ],
  [
    'connect ECONNREFUSED The remake waits and goes on by itself when the printer is back.',
    { kind: 'printerAway', detail: 'connect ECONNREFUSED' },
  ],
  ['The disk is full. It is tried again.', { kind: 'triedAgain', detail: 'The disk is full.' }],
  [sentence('invalid_state.remake_run', { status: 'COMPLETED' }).message, { kind: 'gone', detail: '' }],
  [sentence('invalid_state.remake_item', { pieces: '1, 2' }).message, { kind: 'gone', detail: '' }],
  ['The disk is full.', { kind: 'other', detail: 'The disk is full.' }],
])('the reason of a remake is parsed: %s', (reason, read) => {
  expect(remakeReasonOf(reason)).toEqual(read)
})
