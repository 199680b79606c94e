import type { components } from '../../api/types.gen.ts'

type Mode = 'live' | 'test'

/** A Postflow and its template version. */
export interface Printing {
  mode: Mode
  postflow: components['schemas']['Postflow']
  /** Number of its version. */
  number: number
}

/** A Postflow with a version other than the latest. */
export interface Behind extends Printing {
  /** Its unprinted items, which keep their version. */
  keeping: { count: number; isCapped: boolean; versionIds: readonly string[] }
}

/**
 * Whether to ask about it after publication. Drafts of the other mode print nothing yet, and their page
 * mentions the newer version.
 */
export const isAskedAbout = ({ mode, postflow }: Printing, shown: Mode): boolean =>
  postflow.status !== 'DRAFT' || mode === shown
