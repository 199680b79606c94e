import { defineJob, type JobContext } from '../../../engine/jobs/job.ts'
import { minuteMs } from '../../../kernel/time.ts'
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
