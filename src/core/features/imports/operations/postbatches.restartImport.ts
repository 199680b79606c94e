import type { JobKind } from '../../../engine/jobs/kinds.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { problem } from '../../../kernel/errors.ts'
import { isImportOver } from '../../../model/imports-lifecycle.ts'
import { failingJobs } from '../../lists/stall.ts'
import { assertOpen, postbatchById } from '../../postbatches/postbatch.ts'
import { changedImportToWire, importById, importJob, moveImport } from '../import.ts'
import { importParams, importSchema } from '../schema.ts'
import { importProblems } from '../sentences.ts'

export const restartImport = defineOperation({
  id: 'postbatches.restartImport',
  method: 'POST',
  path: '/postbatches/{id}/imports/{importId}/restart',
  summary: 'Import the rest of a list after it stopped',
  description:
    'Only where it FAILED with `permission_withdrawn`, or is `stalled`. It goes on after the last row that was imported, in the name of the caller who restarts it.',
  permission: 'postflows.write',
  rateClass: 'upload',
  effect: 'write',
  params: importParams,
  output: importSchema,
  status: 202,
  location: '/postbatches/{postbatchId}/imports/{id}',
  errors: ['not_found', 'invalid_state'],
  emits: ['import.completed', 'import.failed', 'item.created', 'item.held', 'item.suppressed'],
  async handler(context, { params }) {
    const { rows, scope, work, now, caller } = context
    const row = await importById(rows, scope, params.id, params.importId)
    const stalledJob = isImportOver(row.status)
      ? undefined
      : (await failingJobs(rows, row.organisationId, 'recipients')).get(row.id)
    if (stalledJob) {
      assertOpen(await postbatchById(rows, scope, params.id), 'import')
      // Under the kind that waits, so that no second job works on the same import.
      work.enqueue({ ...importJob(row, now, caller), kind: stalledJob.kind as JobKind })
      return changedImportToWire(context, row)
    }
    if (row.failureCode !== 'permission_withdrawn') {
      throw problem(importProblems.say('invalid_state.import_not_restarted', { status: row.status }))
    }
    assertOpen(await postbatchById(rows, scope, params.id), 'import')
    const restarted = { failureCode: null, failure: null, completedAt: null }
    const again = await moveImport(context, row, 'MAPPED', now, restarted)
    work.enqueue(importJob(again, now, caller))
    return changedImportToWire(context, again)
  },
})
