import { defineJob, type JobContext, organisationOf } from '../../../engine/jobs/job.ts'
import { gt, not, oneOf, type Where } from '../../../kernel/query.ts'
import type { ItemRow } from '../../../model/items.ts'
import type { PostbatchRow } from '../../../model/postbatches.ts'
import { everyone, type Rows } from '../../../ports/store.ts'
import { beingCounted, totalsOf } from '../../counters/postbatch-totals.ts'
import { itemsPerChunk, readMoveContext } from '../../items/chunks.ts'
import { saveItem } from '../../items/save.ts'
import { currentCatalogue } from '../../products/current-catalogue.ts'
import { pricesQuantity } from '../../products/prices.ts'
import { chargeOf } from '../money.ts'
import { movePostbatch } from '../postbatch.ts'
import { countAgainUnlessCurrent, countSentBefore } from '../sent-before.ts'
import { measureItems, repriceItems, revalidateItems, unapproved } from '../validate.ts'
import { countWarnings } from '../warnings.ts'

/** Validates a Postbatch's items in chunks, then the Postbatch. Stops if it is cancelled. */
export const validatePostbatchItems = defineJob({
  kind: 'postbatches.validate',
  async handler(context) {
    const { now, transact, args } = context
    const id = args.postbatchId
    await pass(context, id, unapproved(id))
    // Items changed while being measured are still pinned to another version, so they are measured again.
    for (;;) {
      const postbatch = await context.services.store.read((rows) => validating(rows, context))
      if (!postbatch) return undefined
      const behind: Where<ItemRow> = [unapproved(id), { templateVersionId: not(postbatch.templateVersionId) }]
      if ((await pass(context, id, behind)) === 0) break
    }
    const pricedQuantity = await price(context, id)
    const checked = await context.services.store.read((rows) => validating(rows, context))
    if (!checked) return undefined
    const counted = await countSentBefore(context, checked)
    for (let attempt = 1; ; attempt++) {
      if (!(await beginCounting(context))) return undefined
      const warnings = { ...(await countWarnings(context, checked)), validatedAt: now }
      const isDone = await transact(async (transaction) => {
        const postbatch = await validating(transaction.rows, context)
        if (!postbatch) return true
        const isExact = postbatch.warnings !== null
        if (!isExact && attempt < countingAttempts) return false
        const validated = await movePostbatch(transaction, postbatch, 'VALIDATED', now, {
          ...{ pricedQuantity, formerBillingGroups: null, sentBefore: counted.sentBefore },
          warnings: isExact ? warnings : null,
        })
        await countAgainUnlessCurrent(transaction, validated, counted, now)
        return true
      })
      if (isDone) return undefined
    }
  },
})

type Validation = Pick<JobContext<'postbatches.validate'>, 'job' | 'args' | 'transact'>

/** Attempts to count warnings if items change during the count; after these it stays unknown. */
const countingAttempts = 5

/** Starts recording changes of items. Returns false if the Postbatch is no longer being validated. */
const beginCounting = (context: Validation): Promise<boolean> =>
  context.transact(async ({ rows }) => {
    const postbatch = await validating(rows, context)
    if (!postbatch) return false
    await rows.postbatches.update(organisationOf(context.job), postbatch.id, { warnings: beingCounted })
    return true
  })

const validating = async (rows: Rows, { job, args }: Validation): Promise<PostbatchRow | undefined> => {
  const postbatch = await rows.postbatches.get(organisationOf(job), args.postbatchId)
  return postbatch?.status === 'VALIDATING' ? postbatch : undefined
}

/**
 * Prices all items by the number left after validation, if price lists have quantity steps. Returns that
 * number.
 */
const price = async (context: JobContext<'postbatches.validate'>, id: string): Promise<number> => {
  const { services, job, now, transact, extend } = context
  const own = organisationOf(job)
  const { quantity, steps } = await services.store.read(async (rows) => ({
    quantity: chargeOf(await totalsOf(rows, own, [id])).itemCount,
    steps: pricesQuantity(await currentCatalogue(services, rows)),
  }))
  for (let after = ''; steps; ) {
    const seen = await transact(async (transaction) => {
      const { rows } = transaction
      const postbatch = await validating(rows, context)
      if (!postbatch) return []
      const items = await rows.items.find(own, [unapproved(id), { id: gt(after) }], {
        order: [{ field: 'id' }],
        limit: itemsPerChunk,
      })
      const move = await readMoveContext(services, transaction, postbatch.organisationId, now)
      for (const item of await repriceItems(move, postbatch, items, quantity)) await saveItem(rows, item)
      return items.map((item) => item.id)
    })
    if (seen.length < itemsPerChunk) break
    after = seen.at(-1)!
    await extend()
  }
  return quantity
}

/** Validates the matching items once, in chunks; returns how many there were. */
const pass = async (
  context: JobContext<'postbatches.validate'>,
  id: string,
  where: Where<ItemRow>,
): Promise<number> => {
  const { services, job, now, transact, extend } = context
  const own = organisationOf(job)
  let seen = 0
  for (let after = ''; ; ) {
    const found = await services.store.read(async (rows) => {
      const postbatch = await validating(rows, context)
      if (!postbatch) return undefined
      const items = await rows.items.find(own, [where, { id: gt(after) }], {
        order: [{ field: 'id' }],
        limit: itemsPerChunk,
      })
      const organisation = await rows.organisations.get(everyone, postbatch.organisationId)
      // Items are measured on the sheet of the catalogue, which another server may have changed.
      await currentCatalogue(services, rows)
      return { postbatch, items, country: organisation!.country }
    })
    if (!found || found.items.length === 0) return seen
    const { postbatch, items, country } = found
    const measured = await measureItems(services, country, postbatch, items)
    await transact(async (transaction) => {
      const { rows } = transaction
      const present = await validating(rows, context)
      if (!present) return
      const move = await readMoveContext(services, transaction, present.organisationId, now)
      const same = await rows.items.find(own, [unapproved(id), { id: oneOf(items.map((item) => item.id)) }])
      for (const item of await revalidateItems(move, present, same, measured)) await saveItem(rows, item)
    })
    seen += items.length
    if (items.length < itemsPerChunk) return seen
    after = items.at(-1)!.id
    await extend()
  }
}
