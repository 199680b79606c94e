import { importLimits } from '../imports/limits.ts'
import type { ImportRow } from '../imports/store.ts'
import type { NewJob } from '../jobs/kinds.ts'
import { dayMs } from '../time.ts'

/** Names and addresses in bad rows are not kept for ever: removed by real time, whatever a test clock says. */
export const forgetJob = (row: ImportRow, realNow: number): NewJob => ({
  kind: 'imports.forget',
  subject: row.id,
  organisationId: row.organisationId,
  mode: null,
  dueAt: realNow + importLimits.errorDays * dayMs,
  payload: { importId: row.id },
})
