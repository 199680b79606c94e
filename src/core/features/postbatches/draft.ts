import { onBehalfOf } from '../../engine/access/authority.ts'
import type { Caller, ModeScope } from '../../engine/caller.ts'
import type { WriteContext } from '../../engine/context.ts'
import type { NewJob } from '../../engine/jobs/kinds.ts'
import type { Services } from '../../engine/services.ts'
import { found } from '../../kernel/errors.ts'
import { hasErrors } from '../../kernel/finding.ts'
import { addDays, dayIn } from '../../kernel/time.ts'
import { itemLimits } from '../../model/item-limits.ts'
import { copiedOf, type ItemRow } from '../../model/items.ts'
import type { PostbatchRow } from '../../model/postbatches.ts'
import type { Rows } from '../../ports/store.ts'
import { resolveMailingSettings } from '../items/mailing-settings.ts'
import type { NewItem } from '../items/new-item.ts'

/** Initial fields of every new Postbatch. `now` in ms on the clock of its mode. */
export const newDraft = (services: Services, { organisationId, mode }: ModeScope, now: number) =>
  ({
    id: services.ids.next('pbt'),
    organisationId,
    mode,
    status: 'DRAFT',
    copyOf: null,
    copiedUntil: null,
    copyLeftOut: null,
    copyFailureCode: null,
    reservedCents: 0,
    revision: 1,
    createdAt: now,
    updatedAt: now,
    validatedAt: null,
    approvedAt: null,
    scheduledAt: null,
    inProductionAt: null,
    completedAt: null,
    cancelledAt: null,
    takenCents: null,
    spentMonth: null,
    spentKeyId: null,
    pricedQuantity: null,
    rejectedAt: null,
    rejectedBy: null,
    rejectionReason: null,
    sentBefore: null,
    salutationCorrections: null,
    warnings: null,
  }) satisfies Partial<PostbatchRow>

/** Returns the job that copies the recipients of the original. */
export const copyItemsJob = (copy: PostbatchRow, now: number, caller: Caller): NewJob => ({
  kind: 'postbatches.copyItems',
  subject: copy.id,
  organisationId: copy.organisationId,
  mode: copy.mode,
  dueAt: now,
  payload: { postbatchId: copy.id, ...onBehalfOf(caller, [['postflows.write']]) },
})

/**
 * Returns the original of a copy into this mode. A live call also sees Postbatches of test mode; a test call
 * never sees a live one, whose recipients are real. Throws 404.
 */
export const originalById = async (rows: Rows, scope: ModeScope, id: string): Promise<PostbatchRow> => {
  const own = await rows.postbatches.get(scope, id)
  if (own || scope.mode === 'test') return found(own, 'Postbatch')
  return found(await rows.postbatches.get({ ...scope, mode: 'test' }, id), 'Postbatch')
}

/** Returns the row of a copy without items. Throws 422 for a category that the copy's mode lacks. */
export const copyOfPostbatch = async (
  context: WriteContext,
  original: PostbatchRow,
  changes: { name?: string | undefined; advertisingCategory?: string | null | undefined },
): Promise<PostbatchRow> => {
  const { rows, scope, shared, services, organisation, now } = context
  const { templateVersionId, advertisingCategory, returnAddressId } = original
  const returnAddress = returnAddressId && (await rows.returnAddresses.get(shared, returnAddressId))
  const settings = {
    templateVersionId,
    advertisingCategory:
      changes.advertisingCategory === undefined ? advertisingCategory : changes.advertisingCategory,
    returnAddressId: returnAddress ? returnAddressId : null,
    billingGroup: original.billingGroup,
  }
  // Each mode has its own categories, so the original's category may not be allowed here.
  const present = original.mode === scope.mode ? original : { ...original, advertisingCategory: null }
  const resolved = await resolveMailingSettings(context, settings, present, { keepsProduct: false })
  return {
    ...original,
    ...resolved,
    ...newDraft(services, scope, now),
    name: changes.name ?? original.name,
    sendOn: dayAhead(original.sendOn, organisation.timeZone, now),
    copyOf: original.id,
    copiedUntil: '',
    copyLeftOut: 0,
  } as PostbatchRow
}

/** Returns null for a day that is past or too far ahead: the original may be on the test clock. */
const dayAhead = (sendOn: string | null, timeZone: string, now: number): string | null => {
  if (sendOn === null) return null
  const today = dayIn(timeZone, now)
  return sendOn < today || sendOn > addDays(today, itemLimits.sendOnDays) ? null : sendOn
}

/** Whether to copy an item: one meant to be sent, no reprint, and with a recipient who is not erased. */
export const isCopied = (item: ItemRow, original: Pick<PostbatchRow, 'status'> | undefined): boolean => {
  const { status, findings, erasureRequestedAt, erasedAt, reprintOf } = item
  if (erasureRequestedAt !== null || erasedAt !== null || reprintOf !== null) return false
  if (status === 'NEEDS_ATTENTION' || status === 'SUPPRESSED') return false
  // Cancelling the whole Postbatch cancels good items as well as bad ones.
  return status !== 'CANCELLED' || (original?.status === 'CANCELLED' && !hasErrors(findings))
}

/**
 * Returns the same recipient for another Postbatch, with the sender's decisions about duplicates and
 * addresses.
 */
export const itemFor = ({ id: postbatchId }: PostbatchRow, item: ItemRow): NewItem => ({
  ...copiedOf(item),
  sendOn: null,
  postflowId: null,
  postbatchId,
})
