import { defineLifecycle } from '../lifecycle.ts'

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
 * DESIGN 5. HANDING_OVER is the intent, committed before the printer sees anything: from there a run goes
 * back to RENDERED only when the printer certainly has nothing. FAILED is retried from where it failed.
 */
export const runLifecycle = defineLifecycle<RunStatus>('run', {
  OPEN: ['CUTOFF_REACHED', 'CANCELLED'],
  CUTOFF_REACHED: ['RENDERING', 'COMPLETED', 'FAILED', 'CANCELLED'],
  RENDERING: ['RENDERED', 'COMPLETED', 'FAILED', 'CANCELLED'],
  RENDERED: ['HANDING_OVER', 'FAILED', 'CANCELLED'],
  HANDING_OVER: ['HANDED_TO_PRINTER', 'RENDERED', 'FAILED'],
  HANDED_TO_PRINTER: ['HANDED_TO_CARRIER', 'FAILED'],
  HANDED_TO_CARRIER: ['COMPLETED'],
  COMPLETED: [],
  FAILED: ['CUTOFF_REACHED', 'RENDERED', 'CANCELLED'],
  CANCELLED: [],
})
