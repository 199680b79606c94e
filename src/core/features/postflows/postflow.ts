import type { ModeScope } from '../../engine/caller.ts'
import type { WriteContext } from '../../engine/context.ts'
import type { NewJob } from '../../engine/jobs/kinds.ts'
import { found } from '../../kernel/errors.ts'
import { oneOf, type Where } from '../../kernel/query.ts'
import { toDateTime, toDateTimeOrNull } from '../../kernel/time.ts'
import type { ItemRow, ItemStatus } from '../../model/items.ts'
import { type PostflowRow, type PostflowStatus, postflowLifecycle } from '../../model/postflows.ts'
import type { Rows } from '../../ports/store.ts'
import { mailingToWire } from '../items/mailing.ts'
import { type Resolving, resolveMailingSettings } from '../items/mailing-settings.ts'
import { type MoveContext, moveItem } from '../items/move.ts'
import { detachFromRun } from '../items/scheduling.ts'
import { canBeTakenBack, resettleItem } from '../items/settle.ts'
import type { Postflow, PostflowPatch } from './schema.ts'

export const postflowToWire = (row: PostflowRow): Postflow => ({
  id: row.id,
  ...mailingToWire(row),
  status: row.status,
  approval: row.approval,
  duplicateWindowDays: row.duplicateWindowDays,
  revision: row.revision,
  createdAt: toDateTime(row.createdAt),
  updatedAt: toDateTime(row.updatedAt),
  activatedAt: toDateTimeOrNull(row.activatedAt),
  archivedAt: toDateTimeOrNull(row.archivedAt),
})

export const postflowById = async (rows: Rows, scope: ModeScope, id: string): Promise<PostflowRow> =>
  found(await rows.postflows.get(scope, id), 'Postflow')

/** Once activated, a Postflow keeps its product: its items are priced and have runs. */
export const settingsOf = (
  context: Resolving,
  body: PostflowPatch,
  present: PostflowRow | undefined,
): Promise<Partial<PostflowRow>> =>
  resolveMailingSettings(context, body, present, {
    keepsProduct: present !== undefined && present.status !== 'DRAFT',
  })

/** Changes the status. Throws 409 if the lifecycle forbids it. The caller moves the items. */
export const movePostflow = async (
  { rows, scope, now }: Pick<WriteContext, 'rows' | 'scope' | 'now'>,
  postflow: PostflowRow,
  to: PostflowStatus,
): Promise<PostflowRow> => {
  postflowLifecycle.assert(postflow.status, to)
  const changed = {
    status: to,
    activatedAt: to === 'ACTIVE' ? (postflow.activatedAt ?? now) : postflow.activatedAt,
    archivedAt: to === 'ARCHIVED' ? now : postflow.archivedAt,
    revision: postflow.revision + 1,
    updatedAt: now,
  }
  await rows.postflows.update(scope, postflow.id, changed)
  return { ...postflow, ...changed }
}

export const moveItemsJob = (postflow: PostflowRow, now: number, holdScheduled = false): NewJob => ({
  kind: 'postflows.moveItems',
  // Each change of status has its own job: waiting jobs of one subject would merge their `holdScheduled`.
  subject: `${postflow.id}|${postflow.revision}`,
  organisationId: postflow.organisationId,
  mode: postflow.mode,
  dueAt: now,
  payload: { postflowId: postflow.id, holdScheduled },
})

export interface ItemsMove {
  where: Where<ItemRow>
  each(context: MoveContext, item: ItemRow): Promise<ItemRow | undefined>
}

/** Returns which items to move and how; undefined for a draft, whose items stay. */
export const itemsMoveOf = (postflow: PostflowRow, holdScheduled: boolean): ItemsMove | undefined => {
  const postflowId = postflow.id
  switch (postflow.status) {
    case 'PAUSED': {
      const held: ItemStatus[] = ['PENDING_APPROVAL', 'HELD', 'READY']
      const status = oneOf(holdScheduled ? [...held, 'SCHEDULED' as const] : held)
      return { where: { postflowId, status }, each: hold }
    }
    case 'ACTIVE':
      return {
        where: { postflowId, status: 'HELD', heldReason: 'POSTFLOW_PAUSED' },
        each: resettleItem,
      }
    case 'ARCHIVED':
      return {
        where: { postflowId, status: oneOf(['NEEDS_ATTENTION', 'PENDING_APPROVAL', 'HELD', 'READY']) },
        each: async (context, item) =>
          moveItem(context, item, 'CANCELLED', { reason: 'Its Postflow was archived.' }),
      }
    case 'DRAFT':
      return undefined
  }
}

const hold = async (context: MoveContext, item: ItemRow): Promise<ItemRow | undefined> => {
  if (item.heldReason === 'POSTFLOW_PAUSED') return undefined
  if (!(await canBeTakenBack(context, item))) return undefined
  const patch = item.status === 'SCHEDULED' ? await detachFromRun(context, item) : {}
  return moveItem(context, item, 'HELD', { heldReason: 'POSTFLOW_PAUSED', patch })
}
