import type { Schemas } from '../../api/client.ts'

/** The statuses of an item that a printer has, or has printed. */
export const printed: readonly Schemas['ItemStatus'][] = [
  'IN_PRODUCTION',
  'HANDED_TO_CARRIER',
  'COMPLETED',
  'RETURNED',
]

/** Those in which an item ended without reaching anybody: another may take its place. */
export const cameToNothing = ['CANCELLED', 'SUPPRESSED', 'FAILED', 'NOT_SENT'] as const
export const hasComeToNothing = (status: Schemas['ItemStatus']): boolean =>
  cameToNothing.some((one) => one === status)
