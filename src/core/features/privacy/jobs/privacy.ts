import { defineJob, type JobContext, organisationOf } from '../../../engine/jobs/job.ts'
import { chunksById, isNotNull, oneOf, slices, type Test } from '../../../kernel/query.ts'
import { dayMs, hourMs, minuteMs } from '../../../kernel/time.ts'
import type { ErasableRow } from '../../../model/privacy.ts'
import { everyone } from '../../../ports/store.ts'
import { erasureOf } from '../erase-files.ts'
import { holders } from '../holders.ts'
import { erasePages } from '../pages.ts'
import { deleteOldPages, eraseOldRecipients, type WaitingRun } from '../retention.ts'
import { deletionOf, writeDeletion } from '../test-data/deletion.ts'
import { RecountInProgress, steps } from '../test-data/steps.ts'

/**
 * Deletes test data in chunks. The test clock runs one job at a time, so nothing else is printed
 * or moved. After a crash or a pause the job begins with the first step again; finished steps find nothing.
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
      if (error instanceof RecountInProgress) return { resumeAt: now + minuteMs }
      throw error
    }
    // Until this is done, the deleted data can be read from the store's own files.
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

/** Hour of the day in UTC when most users are asleep. */
const hour = 2
const organisationsPerChunk = 100

/** Deletes pages and recipients past their organisation's retention, every night in real time. */
export const retain = defineJob({
  kind: 'privacy.retention',
  recur: ({ services }) => nextNight(services.clock.now()),
  async handler(context) {
    const { services } = context
    const waiting: WaitingRun[] = []
    const all = (id: Test<string>, limit: number) =>
      services.store.read((rows) => rows.organisations.find(everyone, { id }, { limit }))
    for await (const organisations of chunksById(organisationsPerChunk, all)) {
      for (const organisation of organisations) {
        waiting.push(...(await deleteOldPages(context, organisation)))
        await eraseOldRecipients(context, organisation)
      }
    }
    // Thrown last, after everything else: the job is retried for the runs that wait.
    if (waiting.length > 0) throw stillThere(waiting)
    return undefined
  },
})

const stillThere = (waiting: readonly WaitingRun[]): Error => {
  const { id, reason } = waiting[0]!
  const why = reason instanceof Error ? reason.message : String(reason)
  return new Error(
    `The pages of ${waiting.length} run(s) wait until their packages can be removed, first ${id}: ${why}`,
    { cause: reason },
  )
}

const nextNight = (now: number): number => {
  const tonight = now - (now % dayMs) + hour * hourMs
  return tonight > now ? tonight : tonight + dayMs
}

/** Parts are written once for all items of a round. */
const itemsPerRound = 500
/** Rows that one transaction marks as erased. */
const itemsPerChunk = 100

/** Erases a run's items, or one item that was never printed, everywhere except in the items' own rows. */
export const eraseEverywhere = defineJob({
  kind: 'privacy.erase',
  async handler(context) {
    for (;;) {
      const items = await erasableItems(context)
      if (items.length === 0) return undefined
      const erasure = await erasureOf(context, items)
      for (const erase of holders) await erase(context, erasure)
      const { runId } = items[0]!
      if (runId !== null)
        await erasePages(
          context,
          runId,
          items.map(({ id }) => id),
        )
      await forgetPersons(context, items)
      // The erasure is complete only when the store's files no longer contain deleted data.
      await context.services.store.scrub?.()
      await finishErasure(context, items)
      await context.extend()
    }
  },
})

const erasableItems = ({ services, job, args }: JobContext<'privacy.erase'>): Promise<ErasableRow[]> =>
  services.store.read((rows) => {
    const { runId, itemId } = args
    return rows.erasables.find(
      organisationOf(job),
      [
        runId === undefined ? { id: String(itemId) } : { runId: String(runId) },
        { erasureRequestedAt: isNotNull },
      ],
      { limit: itemsPerRound },
    )
  })

/** Removes the names from the rows that track the erasure, once every other place is erased. */
const forgetPersons = async ({ job, transact }: JobContext, items: readonly ErasableRow[]): Promise<void> => {
  const known = items.filter(({ person }) => person !== null)
  for (const some of slices(known, itemsPerChunk)) {
    const these = { id: oneOf(some.map(({ id }) => id)) }
    await transact(({ rows }) => rows.erasables.updateWhere(organisationOf(job), these, { person: null }))
  }
}

const finishErasure = async (
  { services, job, transact }: JobContext<'privacy.erase'>,
  items: readonly ErasableRow[],
): Promise<void> => {
  const own = organisationOf(job)
  for (const some of slices(items, itemsPerChunk)) {
    const these = { id: oneOf(some.map(({ id }) => id)) }
    await transact(async ({ rows }) => {
      await rows.items.updateWhere(own, these, { erasedAt: services.clock.now() })
      await rows.erasables.remove(own, these)
    })
  }
}
