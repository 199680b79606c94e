import type { components } from '../../api/types.gen.ts'

type Schemas = components['schemas']

/** Stands in the address for the runs that need a person, which is no status of its own. */
export const heldUp = 'held-up'

/** The statuses that such a run may have; all of them say why. */
export const heldUpStatuses: readonly Schemas['RunStatus'][] = [
  'RENDERED',
  'HANDING_OVER',
  'HANDED_TO_PRINTER',
  'FAILED',
]

/** Whether a run does not go on by itself, as `attention.get` counts them. */
export const isHeldUp = ({ status, uncertain, findings }: Schemas['Run']): boolean =>
  status === 'FAILED' || uncertain || findings.length > 0
