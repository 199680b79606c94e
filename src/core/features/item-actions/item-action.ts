import { onBehalfOf, permissionWithdrawn } from '../../engine/access/authority.ts'
import { recordedActor } from '../../engine/audit/actor.ts'
import type { Caller, ModeScope } from '../../engine/caller.ts'
import type { ReadContext, WriteContext } from '../../engine/context.ts'
import { type JobContext, organisationOf } from '../../engine/jobs/job.ts'
import type { JobCaller, NewJob } from '../../engine/jobs/kinds.ts'
import { shownAt } from '../../engine/mode-clock.ts'
import { found, problem } from '../../kernel/errors.ts'
import { oneOf } from '../../kernel/query.ts'
import { dayMs, toDateTime, toDateTimeOrNull } from '../../kernel/time.ts'
import type { ItemActionChunkRow, ItemActionKind, ItemActionRow } from '../../model/item-actions.ts'
import { isOver, itemActionLifecycle } from '../../model/item-actions.ts'
import { itemLimits } from '../../model/item-limits.ts'
import type { Rows } from '../../ports/store.ts'
import { itemsPerChunk } from '../items/chunks.ts'
import type { Chosen } from './chosen.ts'
import type { ItemAction, ItemActionInput } from './schema.ts'
import { itemActionProblems } from './sentences.ts'

export const itemActionToWire = (
  { organisation }: Pick<ReadContext, 'organisation'>,
  row: ItemActionRow,
): ItemAction => ({
  id: row.id,
  isTest: row.mode === 'test',
  action: row.action,
  reason: row.reason,
  charge: row.charge,
  status: row.status,
  failureCode: row.failureCode,
  totalCount: row.totalCount,
  doneCount: row.succeededCount + row.failedCount,
  succeededCount: row.succeededCount,
  failedCount: row.failedCount,
  createdAt: toDateTime(row.createdAt),
  completedAt: toDateTimeOrNull(row.completedAt),
  expiresAt: toDateTime(shownAt(row.expiresAt, organisation, row.mode)),
})

export const itemActionById = async (rows: Rows, scope: ModeScope, id: string): Promise<ItemActionRow> =>
  found(await rows.itemActions.get(scope, id), 'item action')

/** Throws 403 if the caller may not do this to a single item. */
export const assertMay = ({ scopes }: Pick<Caller, 'scopes'>, action: ItemActionKind): void => {
  if (action === 'APPROVE' || action === 'REJECT' || scopes.includes('items.write')) return
  throw problem(itemActionProblems.sentence('insufficient_scope.action', { action }))
}

/** Throws 409 if too many actions are unfinished. */
export const assertRoom = async (rows: Rows, scope: ModeScope): Promise<void> => {
  const unfinished = await rows.itemActions.count(scope, { status: oneOf(['PENDING', 'PROCESSING']) })
  if (unfinished < itemLimits.unfinishedActions) return
  throw problem(itemActionProblems.sentence('invalid_state.too_many_actions', { count: unfinished }))
}

export const newItemAction = (
  { services, scope, now, caller }: Pick<WriteContext, 'services' | 'scope' | 'now' | 'caller'>,
  { action, reason, charge = true, expectedFingerprint }: ItemActionInput,
  { id, count, conditions }: Chosen,
): ItemActionRow => ({
  id,
  ...scope,
  action,
  reason: reason ?? null,
  charge,
  status: 'PENDING',
  totalCount: count,
  succeededCount: 0,
  failedCount: 0,
  createdAt: now,
  updatedAt: now,
  completedAt: null,
  // In real time, also in test mode.
  expiresAt: services.clock.now() + itemLimits.actionDays * dayMs,
  conditions,
  apiKeyId: caller.lineId ?? null,
  askedBy: recordedActor(caller),
  failureCode: null,
  expectedFingerprint: (conditions && expectedFingerprint) ?? null,
})

/** Returns job arguments that require the same scopes of the caller as `itemActions.create`. */
export const callerOf = (caller: Caller, { action, charge }: Pick<ItemActionRow, 'action' | 'charge'>) =>
  onBehalfOf(caller, [
    action === 'APPROVE' || action === 'REJECT' ? ['items.approve', 'items.write'] : ['items.write'],
    ...(charge ? [] : [['runs.manage' as const]]),
  ])

/** Refuses the action because its caller lost the permission. Its remaining chunks stay for a restart. */
export const withdraw = ({ transact, services, job, now }: JobContext, id: string): Promise<void> =>
  transact(async ({ rows }) => {
    const action = await rows.itemActions.get(organisationOf(job), id)
    if (!action || isOver(action.status)) return
    itemActionLifecycle.assert(action.status, 'REFUSED')
    const at = action.mode === 'live' ? services.clock.now() : now
    await rows.itemActions.update(action, id, {
      status: 'REFUSED',
      failureCode: permissionWithdrawn,
      updatedAt: at,
      completedAt: at,
    })
  })

/** `first` is the position of the first item. */
interface Named {
  itemIds: readonly string[]
  revisions?: readonly number[] | undefined
  first?: number
}

/** Splits the items so that each chunk fits one transaction. */
export const chunksOf = (
  { id, organisationId, mode, expiresAt }: ItemActionRow,
  { itemIds, revisions, first = 0 }: Named,
): ItemActionChunkRow[] => {
  const chunks: ItemActionChunkRow[] = []
  for (let index = 0; index < itemIds.length; index += itemsPerChunk) {
    const position = first + index
    chunks.push({
      id: `${id}|${position}`,
      organisationId,
      mode,
      itemActionId: id,
      position,
      itemIds: itemIds.slice(index, index + itemsPerChunk),
      revisions: revisions?.slice(index, index + itemsPerChunk) ?? null,
      expiresAt,
    })
  }
  return chunks
}

const removedAtOnce = 200

/** Removes an action's chunks in several transactions, because there may be thousands. */
export const removeChunks = async ({ job, transact, extend }: JobContext, id: string): Promise<void> => {
  const removeSome = () =>
    transact(async ({ rows }) => {
      const found = await rows.itemActionChunks.find(
        organisationOf(job),
        { itemActionId: id },
        { order: [{ field: 'position' }], limit: removedAtOnce },
      )
      if (found.length > 0)
        await rows.itemActionChunks.remove(organisationOf(job), { id: oneOf(found.map((one) => one.id)) })
      return found.length
    })
  while ((await removeSome()) === removedAtOnce) await extend()
}

/** Returns the job for an action, due on the clock of the items' mode, which their cutoffs use. */
export const itemActionJob = (row: ItemActionRow, dueAt: number, caller: JobCaller): NewJob => ({
  kind: row.conditions ? 'itemActions.gather' : 'itemActions.carryOut',
  subject: row.id,
  organisationId: row.organisationId,
  mode: row.mode,
  dueAt,
  payload: { itemActionId: row.id, ...caller },
})
