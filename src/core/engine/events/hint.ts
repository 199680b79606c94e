import type { Mode } from '../../kernel/mode.ts'

/** What changes without an event, so that a page of it would have to ask again and again. */
export type HintFamily = 'export' | 'import' | 'topUp' | 'ticket' | 'testClock'

/** Tells portal pages that a resource without events changed, so that they fetch it again (docs/design/live-stream.md). */
export interface Hint {
  of: HintFamily
  organisationId: string
  /** Null where the thing belongs to both modes. */
  mode: Mode | null
}
