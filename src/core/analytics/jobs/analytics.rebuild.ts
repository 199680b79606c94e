import { defineJob } from '../../jobs/registry.ts'
import type { Mode } from '../../ports/store.ts'
import { rebuildChunk } from '../rebuild.ts'

/** Counts an organisation's days in its new time zone, some hundred items in a transaction. */
export const rebuildAnalytics = defineJob({
  kind: 'analytics.rebuild',
  async handler({ job, transact, extend }) {
    const mode = job.payload.mode as Mode
    while (await transact((transaction) => rebuildChunk(transaction, job.organisationId!, mode)))
      await extend()
    return undefined
  },
})
