import { defineJob, organisationOf } from '../../../engine/jobs/job.ts'
import { oneOf } from '../../../kernel/query.ts'

const chunkSize = 200

/** Removes the bad rows of an import, which hold people's addresses, some hundred in each transaction. */
export const forgetImport = defineJob({
  kind: 'imports.forget',
  async handler({ job, args, transact, extend }) {
    const own = organisationOf(job)
    const importId = args.importId
    for (;;) {
      const removed = await transact(async ({ rows }) => {
        const bad = await rows.importErrors.find(own, { importId }, { limit: chunkSize })
        await rows.importErrors.remove(own, { id: oneOf(bad.map(({ id }) => id)) })
        return bad.length
      })
      if (removed < chunkSize) break
      await extend()
    }
    await transact(({ rows }) => rows.imports.update(own, importId, { problems: [] }))
    return undefined
  },
})
