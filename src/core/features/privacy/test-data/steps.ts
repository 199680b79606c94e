import { idempotencyMs } from '../../../engine/idempotency/idempotency.ts'
import type { IdPrefix } from '../../../engine/ids.ts'
import type { UnitOfWork } from '../../../engine/unit-of-work.ts'
import { allOf, gt, isNotNull, lt, lte, oneOf, type Where } from '../../../kernel/query.ts'
import { dayIn } from '../../../kernel/time.ts'
import type { ItemRow } from '../../../model/items.ts'
import { everyone, type WritableRows } from '../../../ports/store.ts'
import { isRebuilding, scanTimesOf, uncountItem } from '../../analytics/rebuild.ts'
import { analyticsCounters, rollups } from '../../counters/rollups.ts'
import { exportJob } from '../../exports/export.ts'
import { runCounts } from '../../items/transaction-hooks.ts'
import { runBlob } from '../../runs/rendering/blobs.ts'
import { errorBlob } from '../../suppressions/import/rows.ts'
import { discardPackage } from '../pages.ts'
import { type Counted, type DeletionScope, decidedEntries, existedThen, noteDeleted } from './deletion.ts'

/** Items of one transaction, each with its scans and counts. */
const chunk = 100

/** Thrown while the daily counts are rebuilt for another time zone: nothing can be subtracted until then. */
export class RecountInProgress extends Error {}

/** Deletes a chunk of items; returns false if none is left. */
const removeItems = async ({ context, scope }: DeletionScope, where: Where<ItemRow>): Promise<boolean> =>
  context.transact(async ({ rows, work }) => {
    const organisation = (await rows.organisations.get(everyone, scope.organisationId))!
    if (await isRebuilding(rows, scope.organisationId, scope.mode)) throw new RecountInProgress()
    const found = await rows.items.find(scope, where, { order: [{ field: 'createdAt' }], limit: chunk })
    const these = oneOf(found.map(({ id }) => id))
    for (const item of found) {
      await rows.rest()
      await removeFromCounts(rows, work, item, (ms) => dayIn(organisation.timeZone, ms))
    }
    await rows.scans.remove(scope, { itemId: these })
    await rows.erasables.remove(scope, { id: these })
    await rows.items.remove(scope, { id: these })
    await noteDeleted(rows, scope.organisationId, 'items', found.length)
    return found.length === chunk
  })

/** Subtracts an item from the days on which it counts, and from the open run. */
const removeFromCounts = async (
  rows: WritableRows,
  work: UnitOfWork,
  item: ItemRow,
  dayOf: (ms: number) => string,
): Promise<void> => {
  uncountItem(work.of(rollups), item, await scanTimesOf(rows, item), dayOf)
  if (item.runId !== null) work.of(runCounts).leave(item, item.runId)
}

/** Rejected rows of one transaction. */
const rowsChunk = 200

/** Deletes a Postbatch, also items that are added during it: its row goes once a transaction finds none. */
const deletePostbatch = async (deleting: DeletionScope, postbatchId: string): Promise<void> => {
  const { context, scope } = deleting
  const { services, transact, extend } = context
  for (;;) {
    while (await removeItems(deleting, { postbatchId })) await extend()
    const imports = await services.store.read((rows) => rows.imports.find(scope, { postbatchId }))
    for (const { id } of imports) {
      while (await removeBadRows(deleting, id)) await extend()
      await transact(({ rows }) => rows.imports.remove(scope, { id }))
    }
    const isDone = await transact(async ({ rows }) => {
      const [item] = await rows.items.find(scope, { postbatchId }, { limit: 1 })
      const [list] = await rows.imports.find(scope, { postbatchId }, { limit: 1 })
      if (item || list) return false
      await rows.postbatchTotals.remove(scope, { postbatchId })
      const removed = await rows.postbatches.remove(scope, { id: postbatchId })
      await noteDeleted(rows, scope.organisationId, 'postbatches', removed)
      return true
    })
    if (isDone) return
  }
}

const removeBadRows = ({ context, scope }: DeletionScope, importId: string): Promise<boolean> =>
  context.transact(async ({ rows }) => {
    const found = await rows.importErrors.find(scope, { importId }, { limit: rowsChunk })
    await rows.importErrors.remove(scope, { id: oneOf(found.map(({ id }) => id)) })
    return found.length === rowsChunk
  })

/** Deletes a chunk; false if nothing of its kind is left. Idempotent. */
type Step = (deleting: DeletionScope) => Promise<boolean>

const oldest = [{ field: 'createdAt' }] as const
const stepsChunk = 200
/** Rows with files per step: each takes a transaction or two. */
const files = 10

const requestLog: Step = async (deleting) => {
  const { context, scope } = deleting
  return context.transact(async ({ rows }) => {
    const found = await rows.requestLog.find(scope, existedThen(deleting, 'rlg'), {
      order: oldest,
      limit: stepsChunk,
    })
    await rows.requestLog.remove(scope, { id: oneOf(found.map(({ id }) => id)) })
    return found.length === stepsChunk
  })
}

/** Keeps entries that recipients may have requested, until a member has decided about them. */
const suppressions: Step = async (deleting) => {
  const { context, scope } = deleting
  return context.transact(async ({ rows }) => {
    let isMore = false
    for (const decided of decidedEntries) {
      const found = await rows.suppressions.find(scope, [existedThen(deleting, 'sup'), decided], {
        order: oldest,
        limit: stepsChunk,
      })
      await rows.suppressions.remove(scope, [decided, { id: oneOf(found.map(({ id }) => id)) }])
      isMore ||= found.length === stepsChunk
    }
    return isMore
  })
}

/**
 * Clears a run's parts before their files are deleted, so that no call finds a missing page. The row is
 * deleted last, because the files are found through it.
 */
const runs: Step = async (deleting) => {
  const { context, scope } = deleting
  const { services, transact } = context
  const found = await services.store.read((rows) =>
    rows.runs.find(scope, existedThen(deleting, 'run'), { order: oldest, limit: files }),
  )
  for (const run of found) {
    await transact(({ rows }) => rows.runs.update(scope, run.id, { parts: [], drawn: [] }))
    await discardPackage(services, run)
    for await (const key of services.blobs.list(runBlob(run.id, ''))) await services.blobs.remove(key)
    await transact(async ({ rows }) => {
      const remakes = await rows.runRemakes.find(scope, { runId: run.id })
      const handedOver = [run.id, ...remakes.map(({ id }) => id)]
      await rows.handOvers.remove(scope, { runId: oneOf(handedOver) })
      await rows.runRemakes.remove(scope, { runId: run.id })
      const removed = await rows.runs.remove(scope, { id: run.id })
      await noteDeleted(rows, scope.organisationId, 'runs', removed)
    })
    await context.extend()
  }
  return found.length === files
}

/** Returns a step that deletes the files of rows before the rows. */
const withFiles =
  <Row extends { id: string }>(
    name: 'renders' | 'uploads' | 'suppressionImports',
    prefix: IdPrefix,
    keysOf: (row: Row) => readonly (string | null)[],
  ): Step =>
  async (deleting) => {
    const { context, scope } = deleting
    const { services, transact } = context
    const found = await services.store.read((rows) =>
      (rows[name] as typeof rows.uploads).find(scope, existedThen(deleting, prefix), {
        order: oldest,
        limit: files,
      }),
    )
    for (const row of found) {
      for (const key of keysOf(row as unknown as Row)) if (key !== null) await services.blobs.remove(key)
    }
    await transact(({ rows }) =>
      (rows[name] as WritableRows['uploads']).remove(scope, { id: oneOf(found.map(({ id }) => id)) }),
    )
    return found.length === files
  }

const exports: Step = async (deleting) => {
  const { context, scope } = deleting
  return context.transact(async ({ rows, work }) => {
    const found = await rows.exports.find(scope, existedThen(deleting, 'exp'), {
      order: oldest,
      limit: stepsChunk,
    })
    await rows.exports.remove(scope, { id: oneOf(found.map(({ id }) => id)) })
    // The job finds no row and removes the parts.
    for (const row of found) work.enqueue(exportJob(row, 0))
    return found.length === stepsChunk
  })
}

const postbatches: Step = async (deleting) => {
  const { context, scope } = deleting
  const [postbatch] = await context.services.store.read((rows) =>
    rows.postbatches.find(scope, existedThen(deleting, 'pbt'), { order: oldest, limit: 1 }),
  )
  if (!postbatch) return false
  await deletePostbatch(deleting, postbatch.id)
  return true
}

/** Deletes bulk actions, with pending items and refusals. */
const itemActions: Step = async (deleting) => {
  const { context, scope } = deleting
  return context.transact(async ({ rows }) => {
    const [action] = await rows.itemActions.find(scope, existedThen(deleting, 'act'), {
      order: oldest,
      limit: 1,
    })
    if (!action) return false
    for (const name of ['itemActionChunks', 'itemActionFailures'] as const) {
      const table = rows[name] as WritableRows['itemActionChunks']
      const ofAction = { itemActionId: action.id }
      const found = await table.find(scope, ofAction, { limit: stepsChunk })
      await table.remove(scope, { id: oneOf(found.map(({ id }) => id)) })
      if (found.length === stepsChunk) return true
    }
    await rows.itemActions.remove(scope, { id: action.id })
    return true
  })
}

const items: Step = (deleting) => removeItems(deleting, existedThen(deleting, 'itm'))

const events: Step = async (deleting) => {
  const { context, scope } = deleting
  return context.transact(async ({ rows }) => {
    const found = await rows.events.find(scope, existedThen(deleting, 'evt'), {
      order: [{ field: 'sequence' }],
      limit: stepsChunk,
    })
    const ids = found.map(({ id }) => id)
    await rows.webhookDeliveries.remove(scope, { eventId: oneOf(ids) })
    await rows.events.remove(scope, { id: oneOf(ids) })
    await noteDeleted(rows, scope.organisationId, 'events' satisfies Counted, ids.length)
    return ids.length === stepsChunk
  })
}

const received: Step = async ({ context, scope, deletion }) => {
  const connectors = await context.services.store.read((rows) => rows.connectors.find(scope, {}))
  for (const { id } of connectors) {
    await context.transact(({ rows }) =>
      Promise.all([
        rows.connectorDeliveries.remove(scope, { connectorId: id, receivedAt: lte(deletion.testTime) }),
        rows.connectorPayloads.remove(scope, { connectorId: id, receivedAt: lte(deletion.testTime) }),
      ]),
    )
  }
  return false
}

/** Deletes cost centres that neither an item nor a remaining mailing uses. */
const billingGroups: Step = async ({ context, scope }) => {
  const groups = await context.services.store.read((rows) => rows.billingGroups.find(scope, {}))
  for (const { id, name: billingGroup } of groups) {
    await context.transact(async ({ rows }) => {
      const used = [
        ...(await rows.items.find(scope, { billingGroup }, { limit: 1 })),
        ...(await rows.postflows.find(scope, { billingGroup }, { limit: 1 })),
        ...(await rows.postbatches.find(scope, { billingGroup }, { limit: 1 })),
      ]
      if (used.length === 0) await rows.billingGroups.remove(scope, { id })
    })
    await context.extend()
  }
  return false
}

const days: Step = async ({ context, scope }) => {
  const nothing = Object.fromEntries(analyticsCounters.map((counter) => [counter, 0]))
  await context.transact(({ rows }) => rows.analyticsDays.remove(scope, nothing))
  return false
}

/**
 * Deletes stored answers, which show deleted data, by the prefix of their ids. Keeps the answer to the
 * request for this deletion, which is as old as the deletion.
 */
const answers: Step = async ({ context, scope, deletion }) => {
  const [start, end] = [`${scope.organisationId}|${scope.mode}|`, `${scope.organisationId}|${scope.mode}}`]
  return context.transact(async ({ rows }) => {
    const found = await rows.idempotency.find(
      everyone,
      { id: allOf(gt(start), lt(end)), status: isNotNull, expiresAt: lt(deletion.askedAt + idempotencyMs) },
      { limit: stepsChunk },
    )
    await rows.idempotency.remove(everyone, { id: oneOf(found.map(({ id }) => id)) })
    return found.length === stepsChunk
  })
}

/** In order: whatever acts on items precedes them, and events follow everything that they document. */
export const steps: readonly Step[] = [
  runs,
  itemActions,
  postbatches,
  items,
  withFiles('renders', 'rnd', ({ blobKey }: { id: string; blobKey: string | null }) => [blobKey]),
  exports,
  withFiles(
    'suppressionImports',
    'imp',
    ({ id, errorChunks }: { id: string; errorChunks: readonly number[] }) =>
      errorChunks.map((number) => errorBlob(id, number)),
  ),
  withFiles('uploads', 'upl', ({ blobKey }: { id: string; blobKey: string | null }) => [blobKey]),
  suppressions,
  events,
  received,
  requestLog,
  answers,
  days,
  billingGroups,
]
