import type { components } from '../../../api/types.gen.ts'

type RunStatus = components['schemas']['RunStatus']

/** Kinds of runs in the order of the tabs. */
export const runKinds = ['all', 'due', 'production', 'held', 'uncertain', 'failed'] as const
export type RunKind = (typeof runKinds)[number]

const inProgress = ['CUTOFF_REACHED', 'RENDERING', 'RENDERED', 'HANDING_OVER'] as const satisfies RunStatus[]
/** Statuses between the cutoff and the hand-over, and failed runs, which are still to be printed or cancelled. */
export const preparing: readonly RunStatus[] = [...inProgress, 'FAILED']

/** Sort order and filters of each kind. */
export const queryOf = {
  all: { sort: '-cutoffAt' },
  due: { sort: 'cutoffAt', 'filter[status]': 'OPEN' },
  production: { sort: 'cutoffAt', 'filter[status][in]': [...preparing, 'HANDED_TO_PRINTER'].join(',') },
  held: {
    sort: 'cutoffAt',
    'filter[status][in]': inProgress.join(','),
    'filter[reason][null]': false,
    'filter[uncertain]': false,
  },
  uncertain: { sort: 'cutoffAt', 'filter[uncertain]': true },
  failed: { sort: '-cutoffAt', 'filter[status]': 'FAILED' },
} as const satisfies Record<RunKind, object>
