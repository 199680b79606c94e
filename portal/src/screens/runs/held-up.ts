import type { components } from '../../api/types.gen.ts'

type Schemas = components['schemas']

/** Value of the URL's `status` filter for runs that need attention; not a run status. */
export const heldUp = 'held-up'

/** Statuses in which a run can need attention. */
export const heldUpStatuses: readonly Schemas['RunStatus'][] = [
  'RENDERED',
  'HANDING_OVER',
  'HANDED_TO_PRINTER',
  'FAILED',
]

/** Whether a run needs attention, by the rule of the operation `attention.get`. */
export const isHeldUp = ({ status, uncertain, findings }: Schemas['Run']): boolean =>
  status === 'FAILED' || uncertain || findings.length > 0
