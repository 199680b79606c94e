import type { Schemas } from '../../../api/client.ts'

type RunStatus = Schemas['RunStatus']

/** Kinds of runs in the order of the tabs. */
export const runKinds = ['all', 'due', 'production', 'held', 'uncertain', 'failed'] as const
export type RunKind = (typeof runKinds)[number]

const inProgress = ['CUTOFF_REACHED', 'RENDERING', 'RENDERED', 'HANDING_OVER'] satisfies RunStatus[]

/** Sort order and filters of each kind. */
export const queryOf = {
  all: { sort: '-cutoffAt' },
  due: { sort: 'cutoffAt', 'filter[status]': 'OPEN' },
  production: { sort: 'cutoffAt', 'filter[status][in]': [...inProgress, 'HANDED_TO_PRINTER'].join(',') },
  held: {
    sort: 'cutoffAt',
    'filter[status][in]': inProgress.join(','),
    'filter[reason][null]': false,
    'filter[uncertain]': false,
  },
  uncertain: { sort: 'cutoffAt', 'filter[uncertain]': true },
  failed: { sort: '-cutoffAt', 'filter[status]': 'FAILED' },
} as const satisfies Record<RunKind, object>
