import type { components } from '../../api/types.gen.ts'

type Mode = 'live' | 'test'

/** A Postflow that prints a version of a template which is not the latest. */
export interface Behind {
  mode: Mode
  postflow: components['schemas']['Postflow']
  /** The version that it prints. */
  number: number
}

/**
 * Whether who publishes is asked about it: drafts of the mode that is not shown print nothing yet, and their own
 * page says that there is a newer version.
 */
export const isAskedAbout = ({ mode, postflow }: Behind, shown: Mode): boolean =>
  postflow.status !== 'DRAFT' || mode === shown
