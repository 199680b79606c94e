import { behalfOf, isStillPermitted } from '../../../engine/access/authority.ts'
import type { Transaction } from '../../../engine/context.ts'
import {
  defineJob,
  hourly,
  type JobContext,
  organisationOf,
  removeExpired,
} from '../../../engine/jobs/job.ts'
import { found, Problem } from '../../../kernel/errors.ts'
import type { Finding } from '../../../kernel/finding.ts'
import { assertRevision } from '../../../kernel/lifecycle.ts'
import { conditionsOn, oneOf } from '../../../kernel/query.ts'
import {
  type ItemActionChunkRow,
  type ItemActionFailureCode,
  type ItemActionFailureRow,
  type ItemActionRow,
  isOver,
  itemActionLifecycle,
} from '../../../model/item-actions.ts'
import type { ItemRow } from '../../../model/items.ts'
import { everyone } from '../../../ports/store.ts'
import { readMoveContext } from '../../items/chunks.ts'
import { FingerprintSum, fingerprintColumns, seenItemOf } from '../../items/counts.ts'
import { wrongState } from '../../items/item.ts'
import type { MoveContext } from '../../items/move.ts'
import { contentFindings, reprintable, reprintItem, reprintTerms } from '../../items/reprint.ts'
import { saveItem } from '../../items/save.ts'
import { approve, cancel, reject } from '../../items/settle.ts'
import { currentCatalogue } from '../../products/current-catalogue.ts'
import { chunksOf, itemActionJob, removeChunks, withdraw } from '../item-action.ts'

/**
 * Stores the items that match at one moment, provided they are the ones that the caller agreed to; otherwise
 * the action is refused. Nothing is processed before all are stored, and a restarted job selects them again.
 */
const gather = async (context: JobContext<'itemActions.gather'>, id: string): Promise<void> => {
  const { services, job, extend } = context
  // Chunks may be left from an interrupted run of this job, or from a cancelled action.
  await removeChunks(context, id)
  const action = await services.store.read((rows) => rows.itemActions.get(organisationOf(job), id))
  if (!action?.conditions || isOver(action.status)) return
  if (!(await isStillPermitted(services, job))) return withdraw(context, id)
  // Half as many rows per transaction as a request may write.
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
 * Returns the matching ids in bundles of `size`, read in one statement so that they are of one moment. An id
 * takes 30 bytes, 46 with a fingerprint.
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
      // One more shows that there are too many.
      limit: action.totalCount + 1,
      ...(action.expectedFingerprint === null ? {} : { with: fingerprintColumns }),
    }),
  )
}

/** Counts items: all bundles but the last are full. */
const countIn = (bundles: readonly string[], size: number): number => {
  const last = bundles.at(-1)
  return last === undefined ? 0 : (bundles.length - 1) * size + last.split(',').length
}

/** True if the items have the expected fingerprint, or none is expected. */
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

/** Returns the ids of a bundle, with revisions if it has them. */
const namedIn = (bundle: string) => {
  const items = bundle.split(',').map(seenItemOf)
  return {
    itemIds: items.map(({ id }) => id),
    revisions: Number.isNaN(items[0]!.revision) ? undefined : items.map(({ revision }) => revision),
  }
}

/** Refuses the action because its items changed since the request. */
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

/** Runs `body` in a transaction unless the action is over. Returns whether it ran. */
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

interface Next {
  action: ItemActionRow
  chunk: ItemActionChunkRow
  /** Keyed by id; read only for reprints, whose text is measured. */
  items: ReadonlyMap<string, ItemRow>
}

/** Findings of items to reprint, or the Problem that prevents a reprint, by item id. */
type Measured = ReadonlyMap<string, Finding[] | Problem>

/**
 * Processes the next chunk in one transaction, so that a restart repeats nothing. Returns whether others
 * remain.
 */
const carryOutNext = async (context: JobContext, id: string): Promise<boolean> => {
  const { services, transact } = context
  const next = await nextChunk(context, id)
  if (!next) return false
  const { action, chunk } = next
  const measured: Measured = action.action === 'REPRINT' ? await measure(context, next) : new Map()
  // A job on the real clock may run past a cutoff; a test clock stands still.
  const now = action.mode === 'live' ? services.clock.now() : context.now
  return transact(async (transaction) => {
    const { rows } = transaction
    const present = await rows.itemActions.get(action, id)
    if (!present || isOver(present.status)) return false
    const move = await readMoveContext(services, transaction, present.organisationId, now)
    const failures = await actOnChunk(move, present, chunk, measured)
    if (failures.length > 0) await rows.itemActionFailures.insertMany(failures)
    await rows.itemActionChunks.remove(chunk, { id: chunk.id })
    const isLast = chunk.position + chunk.itemIds.length === present.totalCount
    const status = isLast ? ('COMPLETED' as const) : ('PROCESSING' as const)
    if (present.status !== status) itemActionLifecycle.assert(present.status, status)
    await rows.itemActions.update(present, id, {
      status,
      succeededCount: present.succeededCount + chunk.itemIds.length - failures.length,
      failedCount: present.failedCount + failures.length,
      updatedAt: now,
      completedAt: isLast ? now : null,
    })
    return !isLast
  })
}

const forgetStopped = async (context: JobContext, id: string): Promise<void> => {
  const action = await context.services.store.read((rows) =>
    rows.itemActions.get(organisationOf(context.job), id),
  )
  if (action?.status === 'CANCELLED') await removeChunks(context, id)
}

const nextChunk = ({ services, job }: JobContext, id: string): Promise<Next | undefined> =>
  services.store.read(async (rows) => {
    const action = await rows.itemActions.get(organisationOf(job), id)
    if (!action || isOver(action.status)) return undefined
    const first = { order: [{ field: 'position' }], limit: 1 } as const
    const [chunk] = await rows.itemActionChunks.find(action, { itemActionId: id }, first)
    if (!chunk) return undefined
    const items =
      action.action === 'REPRINT' ? await rows.items.find(action, { id: oneOf(chunk.itemIds) }) : []
    return { action, chunk, items: byId(items) }
  })

const byId = (items: readonly ItemRow[]) => new Map(items.map((item) => [item.id, item]))

const measure = async ({ services, extend }: JobContext, { action, items }: Next): Promise<Measured> => {
  const [organisation] = await services.store.read((rows) =>
    // Items are measured on the sheet of the catalogue, which another server may have changed.
    Promise.all([rows.organisations.get(everyone, action.organisationId), currentCatalogue(services, rows)]),
  )
  const measured = new Map<string, Finding[] | Problem>()
  for (const item of items.values()) {
    if (!reprintable.includes(item.status)) continue
    await services.turns.rest()
    await extend()
    measured.set(item.id, await contentFindings(services, organisation!, item).catch(refusalOf))
  }
  return measured
}

/** Returns a Problem as the result of one item. Rethrows other errors, so that the job is retried. */
const refusalOf = (error: unknown): Problem => {
  if (error instanceof Problem) return error
  throw error
}

const actOnChunk = async (
  move: MoveContext,
  action: ItemActionRow,
  chunk: ItemActionChunkRow,
  measured: Measured,
): Promise<ItemActionFailureRow[]> => {
  const { rows } = move.transaction
  const { organisationId, mode } = action
  const items = byId(await rows.items.find({ organisationId, mode }, { id: oneOf(chunk.itemIds) }))
  const failures: ItemActionFailureRow[] = []
  for (const [index, itemId] of chunk.itemIds.entries()) {
    await rows.rest()
    const seen = { item: items.get(itemId), revision: chunk.revisions?.[index] }
    const refusal = await act(move, action, seen, measured.get(itemId)).catch(refusalOf)
    if (!refusal) continue
    const position = chunk.position + index
    failures.push({
      id: `${action.id}|${position}`,
      organisationId,
      mode,
      itemActionId: action.id,
      position,
      itemId,
      code: refusal.code,
      detail: refusal.message,
      expiresAt: action.expiresAt,
    })
  }
  return failures
}

/** Carries out the action on an item. Throws the same Problem as the single operation, before any change. */
const act = async (
  move: MoveContext,
  { action, reason, charge, askedBy, apiKeyId }: ItemActionRow,
  seen: { item: ItemRow | undefined; revision: number | undefined },
  findings: Finding[] | Problem | undefined,
): Promise<void> => {
  const { rows } = move.transaction
  const item = found(seen.item, 'item')
  assertRevision(seen.revision?.toString(), item.revision, 'item')
  switch (action) {
    case 'APPROVE':
      await saveItem(rows, await approve(move, item, askedBy))
      return
    case 'REJECT':
      await saveItem(rows, reject(move, item, reason ?? undefined, askedBy))
      return
    case 'CANCEL':
      await saveItem(rows, await cancel(move, item))
      return
    case 'REPRINT': {
      if (!findings) throw wrongState(item, 'reprint')
      if (findings instanceof Problem) throw findings
      const terms = await reprintTerms(move, item, charge)
      await reprintItem(move, item, { terms, findings, apiKeyId })
    }
  }
}

/** Processes one chunk per transaction, so that other work runs in between. */
export const carryOutItemAction = defineJob({
  kind: 'itemActions.carryOut',
  async handler(context) {
    const id = context.args.itemActionId
    for (;;) {
      if (!(await isStillPermitted(context.services, context.job))) {
        await withdraw(context, id)
        return undefined
      }
      if (!(await carryOutNext(context, id))) break
      await context.extend()
      const later = context.giveWay()
      if (later) return later
    }
    await forgetStopped(context, id)
    return undefined
  },
})

/** Stores the items of an action whose filters match too many for one transaction. */
export const gatherItemAction = defineJob({
  kind: 'itemActions.gather',
  async handler(context) {
    await gather(context, context.args.itemActionId)
    return undefined
  },
})

/** Removes actions after 30 days of real time, in both modes. */
export const itemActionRetention = defineJob({
  kind: 'itemActions.retention',
  recur: hourly,
  handler: (context) => removeExpired(context, ['itemActions', 'itemActionChunks', 'itemActionFailures']),
})
