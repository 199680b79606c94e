import { idempotencyMs } from '../../../engine/idempotency/idempotency.ts'
import type { IdPrefix } from '../../../engine/ids.ts'
import { allOf, gt, isNotNull, lt, lte, oneOf } from '../../../kernel/query.ts'
import { everyone, type WritableRows } from '../../../ports/store.ts'
import { analyticsCounters } from '../../counters/rollups.ts'
import { exportJob } from '../../exports/export.ts'
import { runBlob } from '../../runs/rendering/blobs.ts'
import { errorBlob } from '../../suppressions/import/chunk.ts'
import { discardPackage } from '../pages.ts'
import { type Deleting, existed } from './deleting.ts'
import { type Counted, decidedEntries, noteDeleted } from './deletion.ts'
import { removeItems } from './items.ts'
import { deletePostbatch } from './postbatches.ts'

/** Deletes a chunk; false where nothing is left of its kind. Does no harm when it runs again. */
type Step = (deleting: Deleting) => Promise<boolean>

const oldest = [{ field: 'createdAt' }] as const
/** Rows of one transaction. */
const chunk = 200
/** Rows with files of their own, each of which is a transaction or two. */
const files = 10

const requestLog: Step = async (deleting) => {
  const { context, scope } = deleting
  return context.transact(async ({ rows }) => {
    const found = await rows.requestLog.find(scope, existed(deleting, 'rlg'), { order: oldest, limit: chunk })
    await rows.requestLog.remove(scope, { id: oneOf(found.map(({ id }) => id)) })
    return found.length === chunk
  })
}

/** Entries that may be wishes of people stay until a member has decided about them. */
const suppressions: Step = async (deleting) => {
  const { context, scope } = deleting
  return context.transact(async ({ rows }) => {
    let isMore = false
    for (const decided of decidedEntries) {
      const found = await rows.suppressions.find(scope, [existed(deleting, 'sup'), decided], {
        order: oldest,
        limit: chunk,
      })
      await rows.suppressions.remove(scope, [decided, { id: oneOf(found.map(({ id }) => id)) }])
      isMore ||= found.length === chunk
    }
    return isMore
  })
}

/**
 * A run forgets its parts before they are deleted, so that no call meets a page that is gone; its row goes
 * last, because its files are found by it.
 */
const runs: Step = async (deleting) => {
  const { context, scope } = deleting
  const { services, transact } = context
  const found = await services.store.read((rows) =>
    rows.runs.find(scope, existed(deleting, 'run'), { order: oldest, limit: files }),
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

/** The row of a preview, a list or an import goes once its bytes are gone. */
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
      (rows[name] as typeof rows.uploads).find(scope, existed(deleting, prefix), {
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
    const found = await rows.exports.find(scope, existed(deleting, 'exp'), { order: oldest, limit: chunk })
    await rows.exports.remove(scope, { id: oneOf(found.map(({ id }) => id)) })
    // The job finds no row and removes the parts.
    for (const row of found) work.enqueue(exportJob(row, 0))
    return found.length === chunk
  })
}

const postbatches: Step = async (deleting) => {
  const { context, scope } = deleting
  const [postbatch] = await context.services.store.read((rows) =>
    rows.postbatches.find(scope, existed(deleting, 'pbt'), { order: oldest, limit: 1 }),
  )
  if (!postbatch) return false
  await deletePostbatch(deleting, postbatch.id)
  return true
}

/** What was asked of many items, with the items that it has not come to and those that refused. */
const itemActions: Step = async (deleting) => {
  const { context, scope } = deleting
  return context.transact(async ({ rows }) => {
    const [action] = await rows.itemActions.find(scope, existed(deleting, 'act'), { order: oldest, limit: 1 })
    if (!action) return false
    for (const name of ['itemActionChunks', 'itemActionFailures'] as const) {
      const table = rows[name] as WritableRows['itemActionChunks']
      const ofAction = { itemActionId: action.id }
      const found = await table.find(scope, ofAction, { limit: chunk })
      await table.remove(scope, { id: oneOf(found.map(({ id }) => id)) })
      if (found.length === chunk) return true
    }
    await rows.itemActions.remove(scope, { id: action.id })
    return true
  })
}

const items: Step = (deleting) => removeItems(deleting, existed(deleting, 'itm'))

/** Events with their deliveries. */
const events: Step = async (deleting) => {
  const { context, scope } = deleting
  return context.transact(async ({ rows }) => {
    const found = await rows.events.find(scope, existed(deleting, 'evt'), {
      order: [{ field: 'sequence' }],
      limit: chunk,
    })
    const ids = found.map(({ id }) => id)
    await rows.webhookDeliveries.remove(scope, { eventId: oneOf(ids) })
    await rows.events.remove(scope, { id: oneOf(ids) })
    await noteDeleted(rows, scope.organisationId, 'events' satisfies Counted, ids.length)
    return ids.length === chunk
  })
}

/** What connectors were sent; each keeps a few. */
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

/** Billing groups that neither an item nor a mailing that stays is charged to. */
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

/** Days on which nothing is left to count. */
const days: Step = async ({ context, scope }) => {
  const nothing = Object.fromEntries(analyticsCounters.map((counter) => [counter, 0]))
  await context.transact(({ rows }) => rows.analyticsDays.remove(scope, nothing))
  return false
}

/**
 * Answers that were kept for repeats show what is gone. They are found by the beginning of their ids, and the
 * one to the request for this deletion, which is as old as it, stays.
 */
const answers: Step = async ({ context, scope, deletion }) => {
  const [start, end] = [`${scope.organisationId}|${scope.mode}|`, `${scope.organisationId}|${scope.mode}}`]
  return context.transact(async ({ rows }) => {
    const found = await rows.idempotency.find(
      everyone,
      { id: allOf(gt(start), lt(end)), status: isNotNull, expiresAt: lt(deletion.askedAt + idempotencyMs) },
      { limit: chunk },
    )
    await rows.idempotency.remove(everyone, { id: oneOf(found.map(({ id }) => id)) })
    return found.length === chunk
  })
}

/**
 * In this order: what acts on items goes before them, and what happened goes last, since until then it tells
 * what has been.
 */
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
