import { onBehalfOf } from '../../engine/access/authority.ts'
import type { Caller, ModeScope } from '../../engine/caller.ts'
import type { WriteContext } from '../../engine/context.ts'
import type { NewJob } from '../../engine/jobs/kinds.ts'
import type { Services } from '../../engine/services.ts'
import { found } from '../../kernel/errors.ts'
import { hasErrors } from '../../kernel/finding.ts'
import { addDays, dayIn } from '../../kernel/time.ts'
import { itemLimits } from '../../model/item-limits.ts'
import type { ItemRow } from '../../model/items.ts'
import type { PostbatchRow } from '../../model/postbatches.ts'
import type { Rows } from '../../ports/store.ts'
import { resolveMailingSettings } from '../items/mailing-settings.ts'
import type { NewItem } from '../items/new-item.ts'

/** What every new Postbatch begins with, whatever it prints. `now` in ms on the clock of its mode. */
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

/** Copies the recipients of the Postbatch that this one was made from. */
export const copyItemsJob = (copy: PostbatchRow, now: number, caller: Caller): NewJob => ({
  kind: 'postbatches.copyItems',
  subject: copy.id,
  organisationId: copy.organisationId,
  mode: copy.mode,
  dueAt: now,
  payload: { postbatchId: copy.id, ...onBehalfOf(caller, [['postflows.write']]) },
})

/**
 * What may be copied into this mode: a call in live mode sees its Postbatches of test mode too. A call in test
 * mode never sees a live one, whose recipients are people. Throws 404.
 */
export const originalById = async (rows: Rows, scope: ModeScope, id: string): Promise<PostbatchRow> => {
  const own = await rows.postbatches.get(scope, id)
  if (own || scope.mode === 'test') return found(own, 'Postbatch')
  return found(await rows.postbatches.get({ ...scope, mode: 'test' }, id), 'Postbatch')
}

/** The row of a copy before its items. Throws 422 for a category that the mode of the copy does not have. */
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
  // Each mode has its own categories: what the original may print is not known to be allowed here.
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

/** The day, unless it is over or too far ahead: the test clock may be at another one. */
const dayAhead = (sendOn: string | null, timeZone: string, now: number): string | null => {
  if (sendOn === null) return null
  const today = dayIn(timeZone, now)
  return sendOn < today || sendOn > addDays(today, itemLimits.sendOnDays) ? null : sendOn
}

/** Whether an item is one that its sender meant to send, and whose recipient is still known. */
export const isCopied = (item: ItemRow, original: Pick<PostbatchRow, 'status'> | undefined): boolean => {
  const { status, findings, erasureRequestedAt, erasedAt, reprintOf } = item
  if (erasureRequestedAt !== null || erasedAt !== null || reprintOf !== null) return false
  if (status === 'NEEDS_ATTENTION' || status === 'SUPPRESSED') return false
  // With the whole of it, good items are cancelled as well as bad ones.
  return status !== 'CANCELLED' || (original?.status === 'CANCELLED' && !hasErrors(findings))
}

/** The same recipient for another Postbatch, with what their sender decided about duplicates and addresses. */
export const itemFor = (
  { id: postbatchId }: PostbatchRow,
  { recipient, data, reference, billingGroup, metadata, addressOverride }: ItemRow,
): NewItem => ({
  recipient,
  data,
  reference,
  billingGroup,
  metadata,
  addressOverride,
  sendOn: null,
  postflowId: null,
  postbatchId,
})
