import type { Mode } from '../../kernel/mode.ts'

/** Resources of which operations record single decisions: their tables change too often to be watched. */
export const recordedResources = ['item'] as const

/** A decision for the audit log, as it stands there. */
export interface RecordedChange {
  resource: (typeof recordedResources)[number]
  resourceId: string
  organisationId: string
  mode: Mode
  before: Record<string, unknown>
  after: Record<string, unknown>
}
