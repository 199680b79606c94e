import type { components } from '../../api/types.gen.ts'

type Schemas = components['schemas']

/** URL value for runs that need attention, which is no status. */
export const heldUp = 'held-up'

/** Possible statuses of such a run. */
export const heldUpStatuses: readonly Schemas['RunStatus'][] = [
  'RENDERED',
  'HANDING_OVER',
  'HANDED_TO_PRINTER',
  'FAILED',
]

/** Whether a run needs attention, as `attention.get` counts. */
export const isHeldUp = ({ status, uncertain, findings }: Schemas['Run']): boolean =>
  status === 'FAILED' || uncertain || findings.length > 0
