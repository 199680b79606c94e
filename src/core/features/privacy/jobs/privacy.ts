import { defineJob, type JobContext } from '../../../engine/jobs/job.ts'
import { gt } from '../../../kernel/query.ts'
import { dayMs, hourMs, minuteMs } from '../../../kernel/time.ts'
import { everyone } from '../../../ports/store.ts'
import { deleteOldPages, eraseOldRecipients, type WaitingRun } from '../retention.ts'
import { deletionOf, writeDeletion } from '../test-data/deletion.ts'
import { DaysAreMoving } from '../test-data/items.ts'
import { steps } from '../test-data/steps.ts'

/**
 * Deletes an organisation's test data chunk by chunk. It waits on the test clock, on which one job runs at a
 * time: nothing is printed or moved while it runs. After a crash, or where it gave way to others, it begins
 * with the first step again, which then finds nothing.
 */
export const deleteTestData = defineJob({
  kind: 'privacy.deleteTestData',
  async handler(context) {
    const { services, job, extend, giveWay, now } = context
    const organisationId = job.organisationId!
    const deletion = await services.store.read((rows) => deletionOf(rows, organisationId))
    if (deletion?.status !== 'RUNNING') return undefined
    const deleting = { context, deletion, scope: { organisationId, mode: 'test' as const } }
    try {
      for (const step of steps) {
        while (await step(deleting)) {
          await extend()
          const later = giveWay()
          if (later) return later
        }
      }
    } catch (error) {
      if (error instanceof DaysAreMoving) return { resumeAt: now + minuteMs }
      throw error
    }
    // What was deleted can be read from the store's own files until then.
    await services.store.scrub?.()
    await finish(context, organisationId)
    return undefined
  },
})

const finish = ({ services, transact }: JobContext, organisationId: string): Promise<void> =>
  transact(async ({ rows }) => {
    const deletion = (await deletionOf(rows, organisationId))!
    const completedAt = services.clock.now()
    await writeDeletion(rows, organisationId, { ...deletion, status: 'COMPLETED', completedAt })
  })

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
