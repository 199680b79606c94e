import { defineOperation } from '../../../engine/operation.ts'
import { historyToWire } from '../history.ts'
import { runHistory } from '../report-schema.ts'
import { runById } from '../run.ts'
import { runParams } from '../schema.ts'

export const getRunHistory = defineOperation({
  id: 'runs.history',
  method: 'GET',
  path: '/runs/{id}/history',
  summary: 'Every status that a run has been in, and what was reported of its pieces',
  description:
    'Oldest first, each with its time and, where it waited, failed or was cancelled, the reason. `reports` and `remakes` say what became of pieces, and who said so; the rest of what happened to its items is in the event feed: `filter[runId]`.',
  permission: 'items.read',
  effect: 'read',
  params: runParams,
  output: runHistory,
  errors: ['not_found'],
  async handler(context, { params }) {
    return historyToWire(context.rows, await runById(context, params.id))
  },
})
