import { problem } from '../kernel/errors.ts'
import { defineLifecycle } from '../kernel/lifecycle.ts'
import type { ItemStatus } from './items-lifecycle.ts'
import { runProblems } from './sentences.ts'

export const runStatuses = [
  'OPEN',
  'CUTOFF_REACHED',
  'RENDERING',
  'RENDERED',
  'HANDING_OVER',
  'HANDED_TO_PRINTER',
  'HANDED_TO_CARRIER',
  'COMPLETED',
  'FAILED',
  'CANCELLED',
] as const
export type RunStatus = (typeof runStatuses)[number]

/**
 * HANDING_OVER is the intent, committed before the printer sees anything: from there a run returns to
 * RENDERED only when the printer certainly has nothing. FAILED is retried from where it failed. RENDERED
 * returns to CUTOFF_REACHED when an item is taken out of it, since its pages must be drawn anew.
 */
export const runLifecycle = defineLifecycle<RunStatus>('run', {
  OPEN: ['CUTOFF_REACHED', 'CANCELLED'],
  CUTOFF_REACHED: ['RENDERING', 'COMPLETED', 'FAILED', 'CANCELLED'],
  RENDERING: ['RENDERED', 'COMPLETED', 'FAILED', 'CANCELLED'],
  RENDERED: ['CUTOFF_REACHED', 'HANDING_OVER', 'FAILED', 'CANCELLED'],
  HANDING_OVER: ['HANDED_TO_PRINTER', 'RENDERED', 'FAILED'],
  HANDED_TO_PRINTER: ['HANDED_TO_CARRIER', 'FAILED'],
  HANDED_TO_CARRIER: ['COMPLETED'],
  COMPLETED: [],
  FAILED: ['CUTOFF_REACHED', 'RENDERED', 'CANCELLED'],
  CANCELLED: [],
})

/** The actions of operators on a run, and the statuses that allow them; any other status is a 409. */
export const runActions = {
  close: { statuses: ['OPEN'], done: 'closed' },
  render: { statuses: ['CUTOFF_REACHED', 'RENDERING', 'FAILED'], done: 'rendered' },
  package: {
    statuses: ['RENDERED', 'HANDING_OVER', 'HANDED_TO_PRINTER', 'HANDED_TO_CARRIER', 'COMPLETED', 'FAILED'],
    done: 'packaged',
  },
  handOver: { statuses: ['RENDERED', 'HANDING_OVER', 'FAILED'], done: 'handed over' },
  report: { statuses: ['HANDED_TO_PRINTER', 'HANDED_TO_CARRIER', 'COMPLETED'], done: 'reported on' },
  offerToCarrier: { statuses: ['HANDED_TO_PRINTER'], done: 'offered to the carrier' },
  complete: { statuses: ['HANDED_TO_CARRIER'], done: 'completed' },
  exclude: { statuses: ['OPEN', 'CUTOFF_REACHED', 'RENDERED', 'FAILED'], done: 'left by items' },
  cancel: {
    statuses: ['OPEN', 'CUTOFF_REACHED', 'RENDERING', 'RENDERED', 'FAILED'],
    done: 'cancelled',
  },
} as const satisfies Record<string, { statuses: readonly RunStatus[]; done: string }>
export type RunAction = keyof typeof runActions

/** Throws 409 `invalid_state`, which names the current status. */
export const assertAction = (action: RunAction, status: RunStatus): void => {
  const { statuses, done }: { statuses: readonly RunStatus[]; done: string } = runActions[action]
  if (statuses.includes(status)) return
  throw problem(runProblems.say('invalid_state.run', { status, done }))
}

/** The possible fates of a piece, and the status that each gives its item. */
export const pieceOutcomes = {
  DAMAGED: 'NOT_SENT',
  MISPRINTED: 'NOT_SENT',
  NOT_HANDED_OVER: 'NOT_SENT',
  RETURNED: 'RETURNED',
} as const satisfies Record<string, ItemStatus>
export type PieceOutcome = keyof typeof pieceOutcomes

/**
 * The messages of a printer about a run: each implies ACCEPTED, HANDED_TO_CARRIER implies PRINTED, and any may be
 * repeated.
 */
export const callbackEvents = ['ACCEPTED', 'PRINTED', 'HANDED_TO_CARRIER', 'DAMAGED', 'FAILED'] as const
export type CallbackEvent = (typeof callbackEvents)[number]
