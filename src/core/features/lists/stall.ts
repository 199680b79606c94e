import * as v from 'valibot'
import { argsOf } from '../../engine/jobs/kinds.ts'
import { gt, oneOf } from '../../kernel/query.ts'
import { toDateTime } from '../../kernel/time.ts'
import { dateTime, described, namedObject } from '../../kernel/wire-schema.ts'
import type { JobRow } from '../../model/jobs.ts'
import { everyone, type Rows } from '../../ports/store.ts'

const stallSchema = namedObject('ImportStall', 'Why an unfinished import makes no progress.', {
  code: described(v.picklist(['server_fault']), 'Machine-readable reason.'),
  message: described(v.string(), 'Reason and remedy, as a sentence.'),
  retryAt: described(
    v.nullable(dateTime),
    'When it is retried, RFC 3339 in UTC; null if it is not retried automatically.',
  ),
})
export type ImportStall = v.InferOutput<typeof stallSchema>

export const stalled = described(
  v.nullable(stallSchema),
  'Set while the import is unfinished and its last attempt failed because of a server error; null otherwise.',
)

/** The second job kind of each import is that of versions before 0.3.0. */
const kinds = {
  recipients: ['imports.takeRows', 'imports.process'],
  suppressions: ['suppressions.takeRows', 'suppressions.import'],
}

/** Returns the jobs whose last attempt failed, by import id. */
export const failingJobs = async (
  rows: Rows,
  organisationId: string,
  of: keyof typeof kinds,
): Promise<Map<string, JobRow>> => {
  // Few jobs fail, and an index finds them.
  const found = await rows.jobs.find(everyone, { attempts: gt(0), organisationId, kind: oneOf(kinds[of]) })
  return new Map(found.map((job) => [argsOf<'imports.takeRows'>(job).importId, job]))
}

/** Returns the import's stall for its failing job; null without one. */
export const stallOf = (
  job: JobRow | undefined,
  { restart, otherwise }: Readonly<Record<'restart' | 'otherwise', string>>,
): ImportStall | null => {
  if (!job) return null
  const retryAt = job.status === 'FAILED' ? null : toDateTime(job.wakeAt)
  const next =
    retryAt === null
      ? `It is not retried automatically. ${restart}`
      : `It is retried automatically. ${otherwise}`
  return {
    code: 'server_fault',
    message: `The server could not continue this import. ${next} If it stalls again, send the import’s id to the operator.`,
    retryAt,
  }
}
