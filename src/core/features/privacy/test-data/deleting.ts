import type { IdPrefix } from '../../../engine/ids.ts'
import type { JobContext } from '../../../engine/jobs/job.ts'
import type { Mode } from '../../../kernel/mode.ts'
import { lt } from '../../../kernel/query.ts'
import type { Deletion } from './deletion.ts'

/** What a step deletes from: the organisation's test data that existed when the deletion was asked for. */
export interface Deleting {
  context: JobContext
  deletion: Deletion
  scope: { organisationId: string; mode: Mode }
}

/** The condition on ids of a kind that existed. */
export const existed = ({ deletion }: Pick<Deleting, 'deletion'>, prefix: IdPrefix) => ({
  id: lt(`${prefix}_${deletion.before}`),
})
