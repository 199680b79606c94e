import type { NewJob } from '../../engine/jobs/kinds.ts'
import { dayMs } from '../../kernel/time.ts'
import { importLimits } from '../../model/import-limits.ts'
import type { ImportRow } from '../../model/imports.ts'

/** A job that removes the names and addresses in bad rows after their retention, always in real time. */
export const forgetJob = (row: ImportRow, realNow: number): NewJob => ({
  kind: 'imports.forget',
  subject: row.id,
  organisationId: row.organisationId,
  mode: null,
  dueAt: realNow + importLimits.errorDays * dayMs,
  payload: { importId: row.id },
})
