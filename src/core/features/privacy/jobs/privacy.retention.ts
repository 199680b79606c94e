import { defineJob } from '../../../engine/jobs/job.ts'
import { gt } from '../../../kernel/query.ts'
import { dayMs, hourMs } from '../../../kernel/time.ts'
import { everyone } from '../../../ports/store.ts'
import { deleteOldPages, eraseOldRecipients, type WaitingRun } from '../retention.ts'

/** Hour of the day in UTC at which most users are asleep. */
const hour = 2
const organisationsPerChunk = 100

/** Removes every night, in real time, what has passed its organisation's retention. */
export const retain = defineJob({
  kind: 'privacy.retention',
  recur: ({ services }) => nextNight(services.clock.now()),
  async handler(context) {
    const { services } = context
    let after = ''
    const waiting: WaitingRun[] = []
    for (;;) {
      const organisations = await services.store.read((rows) =>
        rows.organisations.find(everyone, { id: gt(after) }, { limit: organisationsPerChunk }),
      )
      for (const organisation of organisations) {
        waiting.push(...(await deleteOldPages(context, organisation)))
        await eraseOldRecipients(context, organisation)
      }
      if (organisations.length < organisationsPerChunk) break
      after = organisations.at(-1)!.id
    }
    // This comes last, when everything else is done: the job is retried for the runs that wait.
    if (waiting.length > 0) throw stillThere(waiting)
    return undefined
  },
})

const stillThere = (waiting: readonly WaitingRun[]): Error => {
  const { id, reason } = waiting[0]!
  const why = reason instanceof Error ? reason.message : String(reason)
  return new Error(
    `The pages of ${waiting.length} run(s) wait until their packages can be taken away, first ${id}: ${why}`,
    { cause: reason },
  )
}

const nextNight = (now: number): number => {
  const tonight = now - (now % dayMs) + hour * hourMs
  return tonight > now ? tonight : tonight + dayMs
}
