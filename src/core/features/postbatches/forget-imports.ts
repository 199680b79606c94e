import type { NewJob } from '../../engine/jobs/kinds.ts'
import { dayMs } from '../../kernel/time.ts'
import { importLimits } from '../../model/import-limits.ts'
import type { ImportRow } from '../../model/imports.ts'

/** Names and addresses in bad rows are not kept for ever: removed by real time, whatever a test clock says. */
export const forgetJob = (row: ImportRow, realNow: number): NewJob => ({
  kind: 'imports.forget',
  subject: row.id,
  organisationId: row.organisationId,
  mode: null,
  dueAt: realNow + importLimits.errorDays * dayMs,
  payload: { importId: row.id },
})
