import type { ModeScope } from '../../engine/caller.ts'
import type { WriteContext } from '../../engine/context.ts'
import { found } from '../../kernel/errors.ts'
import { toDateTime, toDateTimeOrNull } from '../../kernel/time.ts'
import type { PostflowRow } from '../../model/postflows.ts'
import { type PostflowStatus, postflowLifecycle } from '../../model/postflows.ts'
import type { Rows } from '../../ports/store.ts'
import { mailingToWire } from '../items/mailing.ts'
import { type Resolving, resolveMailingSettings } from '../items/mailing-settings.ts'
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

/**
 * The columns that a create or patch sets. Once activated, a Postflow keeps its product: its items are priced
 * and run.
 */
export const settingsOf = (
  context: Resolving,
  body: PostflowPatch,
  present: PostflowRow | undefined,
): Promise<Partial<PostflowRow>> =>
  resolveMailingSettings(context, body, present, {
    keepsProduct: present !== undefined && present.status !== 'DRAFT',
  })

/**
 * Moves a Postflow to another status. Throws 409 where the lifecycle forbids that. The caller moves its
 * items.
 */
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
