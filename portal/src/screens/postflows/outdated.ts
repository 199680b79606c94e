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
export interface OutdatedPostflow extends Printing {
  /** Its unprinted items, which keep their version. */
  unprinted: { count: number; isCapped: boolean; versionIds: readonly string[] }
}

/**
 * Whether the dialog after a publication opens for this Postflow. Drafts of the other mode print nothing yet,
 * and their page reports the newer version.
 */
export const isOffered = ({ mode, postflow }: Printing, currentMode: Mode): boolean =>
  postflow.status !== 'DRAFT' || mode === currentMode
