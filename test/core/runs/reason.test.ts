import { expect, test } from 'vitest'
import { runFactsToWire } from '../../../src/core/features/runs/run.ts'
import type { RunRow, RunStatus } from '../../../src/core/model/runs.ts'

const run = (status: RunStatus, reason: string | null, uncertain = false): RunRow => ({
  id: 'run_1',
  organisationId: 'org_1',
  mode: 'live',
  productId: 'prd_1',
  specificationId: 'psp_1',
  status,
  cutoffAt: 0,
  itemCount: 1,
  parts: [],
  drawn: [],
  findings: [],
  givenPrinterId: null,
  printerChosenAt: null,
  awayPrinterId: null,
  awaySince: null,
  partner: 'folder',
  partnerReference: null,
  uncertain,
  reason,
  history: null,
  cutoffReachedAt: null,
  renderedAt: null,
  handedToPrinterAt: null,
  printedAt: null,
  handedToCarrierAt: null,
  completedAt: null,
  endedAt: null,
  pagesDeletedAt: null,
  specificationVersion: null,
  printerId: null,
  runKey: null,
  costRates: null,
  spoiled: null,
  mailings: null,
  revision: 1,
  createdAt: 0,
  updatedAt: 0,
})

const secret = 'ENOENT: /srv/lettershop/printer'

test.each<[string, RunRow, RegExp]>([
  ['waits for its printer', run('RENDERED', secret), /waits and resumes automatically/],
  ['is being handed over again', run('HANDING_OVER', secret), /waits and resumes automatically/],
  ['is uncertain', run('HANDING_OVER', secret, true), /checking whether the printer has/],
  ['failed', run('FAILED', secret), /Production failed/],
  ['is rendered again', run('RENDERING', secret), /is retried/],
])('a customer sees that a run %s, without the server’s folders', (_what, row, expected) => {
  const { reason } = runFactsToWire(row)
  expect(reason).toMatch(expected)
  expect(reason).not.toContain('/srv')
})

test.each<[string, RunRow]>([
  ['a normal run has no reason', run('RENDERED', null)],
  ['a cancelled run has its reason', run('CANCELLED', 'The organisation was suspended at the cutoff.')],
])('%s', (_what, row) => {
  expect(runFactsToWire(row).reason).toBe(row.reason)
})
