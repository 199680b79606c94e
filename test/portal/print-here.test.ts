import { expect, test } from 'vitest'
import type { components } from '../../portal/src/api/types.gen.ts'
import { printHereStage } from '../../portal/src/screens/runs/print-here.ts'

type Run = components['schemas']['Run']
const runOf = (status: string, more: Partial<Run> = {}) =>
  ({ status, partner: null, isTest: false, reason: null, ...more }) as Run

test.each([
  ['own mail in an open run', runOf('OPEN'), false, 'open'],
  ['own mail that is being rendered', runOf('RENDERING'), false, 'making'],
  ['own mail whose rendering failed', runOf('FAILED'), false, 'stopped'],
  ['own mail that waits for something', runOf('RENDERED', { reason: 'Held up.' }), false, 'stopped'],
  ['own mail whose files are in a folder', runOf('HANDED_TO_PRINTER', { partner: 'folder' }), false, 'ready'],
  ['own mail that a printer accepted', runOf('HANDED_TO_PRINTER', { partner: 'ipp' }), false, 'elsewhere'],
  ['own mail that is posted', runOf('HANDED_TO_CARRIER', { partner: 'folder' }), false, undefined],
  ['own mail in test mode', runOf('OPEN', { isTest: true }), false, undefined],
  ['mail printed by others, in an open run', runOf('OPEN'), true, undefined],
  ['mail of customers in a folder', runOf('HANDED_TO_PRINTER', { partner: 'folder' }), true, 'ready'],
  ['mail of customers at a printer', runOf('HANDED_TO_PRINTER', { partner: 'sftp' }), true, undefined],
] as const)('the next step for an organisation that prints its own mail: %s', (_what, run, pays, stage) => {
  expect(printHereStage(run, pays)).toBe(stage)
})
