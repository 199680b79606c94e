import { gt, oneOf } from '../../kernel/query.ts'
import { toDateTime } from '../../kernel/time.ts'
import type { ImportRow } from '../../model/imports.ts'
import { isImportOver } from '../../model/imports-lifecycle.ts'
import type { JobRow } from '../../model/jobs.ts'
import { everyone, type Rows } from '../../ports/store.ts'
import type { Import } from './schema.ts'

/** `imports.process` is what versions before 0.3.0 queued. */
const kinds = ['imports.takeRows', 'imports.process'] as const

/** The jobs of an organisation's imports whose last attempt ended in an error, by the id of the import. */
export const failingJobs = async (rows: Rows, organisationId: string): Promise<Map<string, JobRow>> => {
  // Few jobs fail, and an index finds them.
  const found = await rows.jobs.find(everyone, { attempts: gt(0), organisationId, kind: oneOf([...kinds]) })
  return new Map(found.map((job) => [String(job.payload.importId), job]))
}

/** What the wire shows of an import whose job failed; null where it goes on, or has ended. */
export const stalledOf = (row: ImportRow, jobs: ReadonlyMap<string, JobRow>): Import['stalled'] => {
  const job = isImportOver(row.status) ? undefined : jobs.get(row.id)
  if (!job) return null
  const retryAt = job.status === 'FAILED' ? null : toDateTime(job.wakeAt)
  const next =
    retryAt === null
      ? 'It is not tried again automatically: restart it, or cancel it and import the list again.'
      : 'It is tried again automatically. You can restart it now, or cancel it.'
  return {
    code: 'server_fault',
    message: `The server could not go on with this import. ${next} If it stalls again, tell the operator of the server the id of the import.`,
    retryAt,
  }
}
