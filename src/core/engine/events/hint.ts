import type { Mode } from '../../kernel/mode.ts'

/** What changes without an event, so that a page of it would have to ask again and again. */
export type HintFamily = 'export' | 'import' | 'topUp' | 'ticket' | 'testClock'

/** Says to pages that show such a thing that one changed (decision 228): they ask for it anew. Programs get none. */
export interface Hint {
  of: HintFamily
  organisationId: string
  /** Null where the thing belongs to both modes. */
  mode: Mode | null
}
