import { type JobContext, organisationOf } from '../../engine/jobs/job.ts'
import { found, Problem } from '../../kernel/errors.ts'
import type { Finding } from '../../kernel/finding.ts'
import { oneOf } from '../../kernel/query.ts'
import { assertRevision } from '../../kernel/revision.ts'
import type { ItemActionChunkRow, ItemActionFailureRow, ItemActionRow } from '../../model/item-actions.ts'
import { isOver, itemActionLifecycle } from '../../model/item-actions.ts'
import type { ItemRow } from '../../model/items.ts'
import { everyone } from '../../ports/store.ts'
import { readMoveContext } from '../items/chunks.ts'
import { approve, cancel, reject } from '../items/decide.ts'
import { wrongState } from '../items/item.ts'
import type { MoveContext } from '../items/move.ts'
import { contentFindings, reprintable, reprintItem, reprintTerms } from '../items/reprint.ts'
import { saveItem } from '../items/save.ts'
import { currentCatalogue } from '../products/current-catalogue.ts'
import { removeChunks } from './item-action.ts'

interface Next {
  action: ItemActionRow
  chunk: ItemActionChunkRow
  /** By id; read only where they have to be measured. */
  items: ReadonlyMap<string, ItemRow>
}

/** The findings of items that are to be reprinted, or why there are none. */
type Measured = ReadonlyMap<string, Finding[] | Problem>

/**
 * Acts on the next items of an action. One transaction moves them, counts them and takes them off what is
 * still to be done, so that a job which starts anew does nothing twice. Returns whether others are left.
 */
export const carryOutNext = async (context: JobContext, id: string): Promise<boolean> => {
  const { services, transact } = context
  const next = await nextChunk(context, id)
  if (!next) return false
  const { action, chunk } = next
  const measured: Measured = action.action === 'REPRINT' ? await measure(context, next) : new Map()
  // A job on the real clock may run past a cutoff; on a test clock nothing else happens meanwhile.
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

/** Removes what a stopped action has not come to. */
export const forgetStopped = async (context: JobContext, id: string): Promise<void> => {
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
    // They are measured on the sheet of the catalogue, which another server may have changed.
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

/** A problem is the answer of one item; anything else is a fault, after which the job is tried again. */
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

/** Throws the problem that the operation on this item alone would answer, before anything has changed. */
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
