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

/** Whether to ask after publication. Other-mode drafts print nothing yet; their page shows the version. */
export const isOffered = ({ mode, postflow }: Printing, currentMode: Mode): boolean =>
  postflow.status !== 'DRAFT' || mode === currentMode
