import { behalfOf, isStillPermitted } from '../../engine/access/authority.ts'
import type { Transaction } from '../../engine/context.ts'
import { type JobContext, organisationOf } from '../../engine/jobs/job.ts'
import { conditionsOn } from '../../kernel/query.ts'
import type { ItemActionFailureCode, ItemActionRow } from '../../model/item-actions.ts'
import { isOver, itemActionLifecycle } from '../../model/item-actions.ts'
import type { ItemRow } from '../../model/items.ts'
import { FingerprintSum, fingerprintColumns, seenItemOf } from '../items/fingerprint.ts'
import { chunksOf, itemActionJob, removeChunks, withdraw } from './item-action.ts'

/**
 * Writes down which items an action is about, where they were too many for the transaction of its request:
 * those that match at one moment, provided they are those that the caller agreed to. Otherwise the action
 * is refused, and nothing is done. Nothing is acted on before all of them are written down, and a job that
 * starts anew looks anew.
 */
export const gather = async (context: JobContext<'itemActions.gather'>, id: string): Promise<void> => {
  const { services, job, extend } = context
  // What was written before this process took over, and what is not to be done because the action was stopped.
  await removeChunks(context, id)
  const action = await services.store.read((rows) => rows.itemActions.get(organisationOf(job), id))
  if (!action?.conditions || isOver(action.status)) return
  if (!(await isStillPermitted(services, job))) return withdraw(context, id)
  // Half as many rows in one transaction as a request may write.
  const size = Math.ceil(services.config.itemsSettledAtOnce / 2)
  const bundles = await matching(context, action, size)
  if (countIn(bundles, size) !== action.totalCount) return refuse(context, id, null)
  if (!(await isAsSeen(context, action, bundles))) return refuse(context, id, 'revision_conflict')
  let position = 0
  for (const bundle of bundles) {
    const { itemIds, revisions } = namedIn(bundle)
    const chunks = chunksOf(action, { itemIds, revisions, first: position })
    const isWritten = await inWaiting(context, id, ({ rows }) => rows.itemActionChunks.insertMany(chunks))
    if (!isWritten) return removeChunks(context, id)
    position += itemIds.length
    await extend()
    if (!(await isStillPermitted(services, job))) return withdraw(context, id)
  }
  const isSettled = await inWaiting(context, id, async ({ rows, work }, present) => {
    const settled = { conditions: null, expectedFingerprint: null, updatedAt: context.now }
    await rows.itemActions.update(present, id, settled)
    work.enqueue(itemActionJob({ ...present, ...settled }, context.now, behalfOf(context.args)))
  })
  if (!isSettled) await removeChunks(context, id)
}

/**
 * The ids in one statement, so that they are those of one moment: some 30 bytes of memory for each, and 46
 * with the columns of a fingerprint.
 */
const matching = async (
  { services }: JobContext,
  action: ItemActionRow,
  size: number,
): Promise<readonly string[]> => {
  const { organisationId, mode } = action
  return services.store.read((rows) =>
    rows.items.bundles({ organisationId, mode }, conditionsOn<ItemRow>(action.conditions!), {
      size,
      // One more shows that they are too many.
      limit: action.totalCount + 1,
      ...(action.expectedFingerprint === null ? {} : { with: fingerprintColumns }),
    }),
  )
}

/** All bundles but the last are full. */
const countIn = (bundles: readonly string[], size: number): number => {
  const last = bundles.at(-1)
  return last === undefined ? 0 : (bundles.length - 1) * size + last.split(',').length
}

/** Whether the items are those that the caller has seen, where the action says which those are. */
const isAsSeen = async (
  { services }: JobContext,
  { expectedFingerprint }: ItemActionRow,
  bundles: readonly string[],
): Promise<boolean> => {
  if (expectedFingerprint === null) return true
  const sum = new FingerprintSum()
  for (const bundle of bundles) {
    await services.turns.rest()
    sum.add(bundle.split(',').map(seenItemOf))
  }
  return sum.toString() === expectedFingerprint
}

/** The items of a bundle, with their revisions where it has them. */
const namedIn = (bundle: string) => {
  const items = bundle.split(',').map(seenItemOf)
  return {
    itemIds: items.map(({ id }) => id),
    revisions: Number.isNaN(items[0]!.revision) ? undefined : items.map(({ revision }) => revision),
  }
}

/** What the caller agreed to has changed since the request. */
const refuse = async (
  context: JobContext,
  id: string,
  failureCode: ItemActionFailureCode | null,
): Promise<void> => {
  const { services, now } = context
  await inWaiting(context, id, async ({ rows }, action) => {
    const { mode, status } = action
    itemActionLifecycle.assert(status, 'REFUSED')
    const at = mode === 'live' ? services.clock.now() : now
    await rows.itemActions.update(action, id, {
      status: 'REFUSED',
      failureCode,
      conditions: null,
      expectedFingerprint: null,
      updatedAt: at,
      completedAt: at,
    })
  })
}

/** One transaction, provided the action still waits for its items; returns whether it does. */
const inWaiting = (
  { job, transact }: JobContext,
  id: string,
  body: (transaction: Transaction, action: ItemActionRow) => Promise<void>,
): Promise<boolean> =>
  transact(async (transaction) => {
    const action = await transaction.rows.itemActions.get(organisationOf(job), id)
    if (!action || isOver(action.status)) return false
    await body(transaction, action)
    return true
  })
