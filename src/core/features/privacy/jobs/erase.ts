import { defineJob, type JobContext, organisationOf } from '../../../engine/jobs/job.ts'
import { isNotNull, oneOf } from '../../../kernel/query.ts'
import { slices } from '../../../kernel/slices.ts'
import type { ErasableRow } from '../../../model/privacy.ts'
import { erasureOf } from '../erasure.ts'
import { holders } from '../holders.ts'
import { erasePages } from '../pages.ts'

/** Items of one round: their parts are written once for all of them. */
const itemsPerRound = 500
/** Rows that one transaction marks as erased. */
const itemsPerChunk = 100

/**
 * Erases the recipients of a run's items, or of one item that was never printed, from every place but their
 * rows.
 */
export const eraseEverywhere = defineJob({
  kind: 'privacy.erase',
  async handler(context) {
    for (;;) {
      const items = await asked(context)
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
      // The erasure is complete only when the store's files no longer contain what was deleted.
      await context.services.store.scrub?.()
      await finish(context, items)
      await context.extend()
    }
  },
})

const asked = ({ services, job, args }: JobContext<'privacy.erase'>): Promise<ErasableRow[]> =>
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

/** Every place is clean: the rows that say what is to be erased need the names no more. */
const forgetPersons = async ({ job, transact }: JobContext, items: readonly ErasableRow[]): Promise<void> => {
  const known = items.filter(({ person }) => person !== null)
  for (const some of slices(known, itemsPerChunk)) {
    const these = { id: oneOf(some.map(({ id }) => id)) }
    await transact(({ rows }) => rows.erasables.updateWhere(organisationOf(job), these, { person: null }))
  }
}

const finish = async (
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
