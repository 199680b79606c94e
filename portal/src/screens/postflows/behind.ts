import type { components } from '../../api/types.gen.ts'

type Mode = 'live' | 'test'

/** A Postflow, and the version of its template that it prints. */
export interface Printing {
  mode: Mode
  postflow: components['schemas']['Postflow']
  /** The number of the version that it prints. */
  number: number
}

/** A Postflow that prints a version of a template which is not the latest. */
export interface Behind extends Printing {
  /** Its items that are not at the printer yet; they keep the version that they came with. */
  keeping: { count: number; isCapped: boolean; versionIds: readonly string[] }
}

/**
 * Whether who publishes is asked about it: drafts of the mode that is not shown print nothing yet, and their own
 * page says that there is a newer version.
 */
export const isAskedAbout = ({ mode, postflow }: Printing, shown: Mode): boolean =>
  postflow.status !== 'DRAFT' || mode === shown
