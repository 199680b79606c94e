import type { AccountRow } from '../../../src/core/model/billing.ts'
import type { EventRow } from '../../../src/core/model/events.ts'
import type { JobRow } from '../../../src/core/model/jobs.ts'
import type { CounterRow } from '../../../src/core/model/organisations.ts'
import type { RunRow } from '../../../src/core/model/runs.ts'
import type { WebhookEndpointRow } from '../../../src/core/model/webhooks.ts'
import type { Store } from '../../../src/core/ports/store.ts'

/** Returns an empty store for each test. */
export type OpenStore = () => Promise<Store>

export interface StoreCapabilities {
  /** Callbacks take effect in call order, and reading begins with the call. */
  oneWriter: boolean
}

export const live = { organisationId: 'org_1', mode: 'live' } as const
export const test = { organisationId: 'org_1', mode: 'test' } as const
export const other = { organisationId: 'org_2', mode: 'live' } as const

export const counter = (id: string, value = 0): CounterRow => ({ id, organisationId: null, value })

export const account = (id: string, patch: Partial<AccountRow> = {}): AccountRow => ({
  id,
  organisationId: id,
  balanceCents: 0,
  reservedCents: 0,
  lowThresholdCents: 0,
  lowBalanceNotified: false,
  currency: 'EUR',
  ...patch,
})

let sequence = 0

/** Each row has its own sequence, so that only tests of unique indexes violate them. */
export const event = (id: string, patch: Partial<EventRow> = {}): EventRow => ({
  id,
  ...live,
  sequence: ++sequence,
  type: 'item.created',
  body: '{}',
  itemId: null,
  postflowId: null,
  postbatchId: null,
  runId: null,
  createdAt: 1_000,
  expiresAt: 2_000,
  ...patch,
})

export const job = (id: string, patch: Partial<JobRow> = {}): JobRow => ({
  id,
  kind: 'render',
  organisationId: null,
  mode: null,
  clock: 'real',
  dueAt: 0,
  wakeAt: 0,
  status: 'PENDING',
  leaseToken: null,
  leaseUntil: null,
  attempts: 0,
  payload: {},
  lastError: null,
  dedupeKey: `key of ${id}`,
  createdAt: 0,
  ...patch,
})

export const run = (id: string, patch: Partial<RunRow> = {}): RunRow => ({
  id,
  ...live,
  productId: 'prd_1',
  specificationId: 'spc_1',
  status: 'OPEN',
  cutoffAt: ++sequence,
  itemCount: 0,
  parts: [],
  drawn: [],
  findings: [],
  history: null,
  givenPrinterId: null,
  printerChosenAt: null,
  awayPrinterId: null,
  awaySince: null,
  partner: null,
  partnerReference: null,
  uncertain: false,
  reason: null,
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
  runKey: id,
  costRates: null,
  spoiled: null,
  mailings: null,
  revision: 1,
  createdAt: 1_000,
  updatedAt: 1_000,
  ...patch,
})

export const endpoint = (id: string, patch: Partial<WebhookEndpointRow> = {}): WebhookEndpointRow => ({
  id,
  organisationId: 'org_1',
  url: 'https://example.org/hook',
  description: null,
  events: ['*'],
  onlyMode: null,
  onlyPostflowId: null,
  onlyPostbatchId: null,
  secret: new Uint8Array([0, 1, 254, 255]),
  secretSince: 1_000,
  previousSecrets: [],
  active: true,
  disabledAt: null,
  disabledReason: null,
  epoch: 0,
  consecutiveExhausted: 0,
  subscribedAt: 1_000,
  createdAfter: 0,
  subscribedAfter: 0,
  createdAt: 1_000,
  updatedAt: 1_000,
  ...patch,
})

export const organisation = (id: string, name: string) => ({
  id,
  name,
  status: 'ACTIVE' as const,
  suspensionReason: null,
  country: 'NL',
  timeZone: 'UTC',
  billingMode: 'PREPAID' as const,
  vatTreatment: 'NL_STANDARD' as const,
  testClockOffsetMs: 0,
  rateLimits: {},
  settings: null,
  addressRetentionDays: null,
  pdfRetentionDays: null,
  keepScanAddresses: false,
  revision: 1,
  createdAt: 1_000,
  updatedAt: 1_000,
  spendingCapCents: null,
  cappedKeys: null,
})

/** A promise that is settled manually. */
export const deferred = (): { promise: Promise<void>; resolve: () => void } => {
  let resolve = () => {}
  const promise = new Promise<void>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}

export const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id)
