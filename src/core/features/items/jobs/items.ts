import { setFact } from '../../../engine/facts.ts'
import { defineJob, type JobContext } from '../../../engine/jobs/job.ts'
import { gt } from '../../../kernel/query.ts'
import { dayMs, minuteMs } from '../../../kernel/time.ts'
import { everyone } from '../../../ports/store.ts'
import { renewKeys } from '../renew-keys.ts'

const organisationsPerChunk = 100

/** How far it has come, so that it continues there after a crash or another job. */
interface Progress {
  /** The last organisation whose rows all have keys. */
  after: string
  /** Rows that got keys since it began with the first organisation. */
  renewed: number
}

const factId = 'key-renewal'
const begin: Progress = { after: '', renewed: 0 }

/**
 * Derives keys of version 2 for rows that servers of 0.2.0 wrote, one organisation after the other
 * (docs/design/address-keys.md). Such servers keep writing rows while they run, so the job runs again soon after
 * it found any.
 */
export const renewKeysOfAll = defineJob({
  kind: 'items.renewKeys',
  async recur({ services }) {
    const { renewed } = await readProgress(services.store)
    await services.store.write((rows) => setFact(rows, factId, JSON.stringify(begin)))
    return services.clock.now() + (renewed > 0 ? 10 * minuteMs : dayMs)
  },
  async handler(context) {
    const { services, transact } = context
    let progress = await readProgress(services.store)
    for (;;) {
      const { after } = progress
      const organisations = await services.store.read((rows) =>
        rows.organisations.find(everyone, { id: gt(after) }, { limit: organisationsPerChunk }),
      )
      for (const { id } of organisations) {
        const { count, later } = await renewKeys(context, { organisationId: id })
        const renewed = progress.renewed + count
        progress = { after: later ? progress.after : id, renewed }
        if (count > 0 || later) await transact(({ rows }) => setFact(rows, factId, JSON.stringify(progress)))
        if (later) return later
      }
      if (organisations.length < organisationsPerChunk) return undefined
      await transact(({ rows }) => setFact(rows, factId, JSON.stringify(progress)))
    }
  },
})

const readProgress = async (store: JobContext['services']['store']): Promise<Progress> => {
  const fact = await store.read((rows) => rows.facts.get(everyone, factId))
  return fact ? (JSON.parse(fact.value) as Progress) : begin
}
