import { recordedActor } from '../../../engine/audit/actor.ts'
import type { ModeScope } from '../../../engine/caller.ts'
import type { ReadContext } from '../../../engine/context.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { problem } from '../../../kernel/errors.ts'
import { assertRevision } from '../../../kernel/lifecycle.ts'
import { oneOf } from '../../../kernel/query.ts'
import { toDateTime } from '../../../kernel/time.ts'
import { type PostbatchRow, postbatchLifecycle } from '../../../model/postbatches.ts'
import type { Rows } from '../../../ports/store.ts'
import { totalsOf } from '../../counters/postbatch-totals.ts'
import { mailingOfPostbatch } from '../../items/mailing.ts'
import { assertReady } from '../../items/mailing-settings.ts'
import { pagesOf } from '../../items/price-terms.ts'
import { assertReadyForLive } from '../../items/ready-for-live.ts'
import { assertPrintable } from '../../printers/choice.ts'
import { currentCatalogue } from '../../products/current-catalogue.ts'
import { crossesPriceStep } from '../../products/prices.ts'
import { specificationOf } from '../../products/specifications.ts'
import { copyItemsJob, copyOfPostbatch, originalById } from '../draft.ts'
import { moveItemsJob } from '../items.ts'
import { chargeOf, maySeeMoney, releaseReservation, reserveWhole, takeWhole } from '../money.ts'
import { emitPostbatchEvent, movePostbatch, postbatchById } from '../postbatch.ts'
import { postbatchCopyInput, postbatchParams, postbatchRejectInput, postbatchSchema } from '../schema.ts'
import { countAgainForOthers } from '../sent-before.ts'
import { postbatchProblems } from '../sentences.ts'
import { validateJob } from '../validate.ts'
import { postbatchToWire } from '../wire.ts'

/**
 * Throws 409 if the number of items has crossed a quantity step since validation: the quote would show the
 * prices of another number.
 */
const assertPriced = async (
  { services, rows }: Pick<ReadContext, 'services' | 'rows'>,
  { specificationId, pricedQuantity }: PostbatchRow,
  itemCount: number,
): Promise<void> => {
  const catalogue = await currentCatalogue(services, rows)
  const specification = await specificationOf(services, rows, specificationId)
  const before = pricedQuantity ?? itemCount
  if (!crossesPriceStep(catalogue, specification, before, itemCount)) return
  throw problem(postbatchProblems.sentence('invalid_state.quantity_step', { before, count: itemCount }))
}

/**
 * Throws 409 while an import, copy or correction may still change items, or if a copy has stopped: the
 * content must not change during validation or after approval.
 */
const assertNothingUnderWay = async (rows: Rows, postbatch: PostbatchRow): Promise<void> => {
  const { id, organisationId, mode, copiedUntil, copyFailureCode, salutationCorrections } = postbatch
  if (salutationCorrections !== null)
    throw problem(postbatchProblems.sentence('invalid_state.corrections_under_way'))
  if (copyFailureCode !== null) {
    const params = { id, original: String(postbatch.copyOf) }
    throw problem(postbatchProblems.sentence('invalid_state.copy_stopped', params))
  }
  if (copiedUntil !== null) throw problem(postbatchProblems.sentence('invalid_state.copy_under_way', { id }))
  const [found] = await rows.imports.find(
    { organisationId, mode },
    { postbatchId: id, status: oneOf(['MAPPED', 'PROCESSING']), dryRun: false },
    { limit: 1 },
  )
  if (found) throw problem(postbatchProblems.sentence('invalid_state.import_under_way', { id: found.id }))
}

export const validatePostbatch = defineOperation({
  id: 'postbatches.validate',
  method: 'POST',
  path: '/postbatches/{id}/validate',
  summary: 'Validate a Postbatch',
  description:
    'A job checks every item again: its template, duplicates, the suppression list, the price. `postbatch.validated` reports that it is VALIDATED.',
  permission: 'postflows.write',
  effect: 'write',
  params: postbatchParams,
  output: postbatchSchema,
  status: 202,
  location: '/postbatches/{id}',
  errors: ['not_found', 'invalid_state'],
  emits: ['postbatch.validated', 'item.needs_attention', 'item.suppressed', 'item.held'],
  async handler(context, { params }) {
    const { rows, scope, shared, work, now } = context
    const postbatch = await postbatchById(rows, scope, params.id)
    const validating = await movePostbatch(context, postbatch, 'VALIDATING', now, { validatedAt: null })
    await assertNothingUnderWay(rows, postbatch)
    if ((await totalsOf(rows, postbatch, [postbatch.id])).length === 0) {
      throw problem(postbatchProblems.sentence('invalid_state.no_items_yet'))
    }
    const version = await rows.templateVersions.get(shared, postbatch.templateVersionId)
    if (!version) throw new Error(`The template version ${postbatch.templateVersionId} does not exist.`)
    assertReady(version)
    work.enqueue(validateJob(validating, now))
    return postbatchToWire(context, validating)
  },
})

export const approvePostbatch = defineOperation({
  id: 'postbatches.approve',
  method: 'POST',
  path: '/postbatches/{id}/approve',
  summary: 'Approve a validated Postbatch',
  description:
    'Reserves the amount of its quote completely or not at all: 409 `insufficient_funds`, with figures if you have `billing.read`, or `spending_cap_reached` for a spending cap of the organisation or the approving key. A live Postbatch must be ready to send: 409 `not_ready_for_live` lists everything that is missing. A job then schedules its items in the earliest run with a cutoff on or after `sendOn`. Items that need attention are excluded and CANCELLED.',
  permission: 'items.approve',
  impliedBy: 'postflows.write',
  effect: 'write',
  params: postbatchParams,
  output: postbatchSchema,
  ifMatch: true,
  errors: [
    'not_found',
    'invalid_state',
    'not_ready_for_live',
    'insufficient_funds',
    'spending_cap_reached',
    'revision_conflict',
  ],
  emits: [
    'postbatch.approved',
    'postbatch.scheduled',
    'item.ready',
    'item.scheduled',
    'item.suppressed',
    'item.cancelled',
    'balance.low',
  ],
  async handler(context, { params, ifMatch }) {
    const { rows, scope, services, organisation, caller, work, now } = context
    const postbatch = await postbatchById(rows, scope, params.id)
    assertRevision(ifMatch, postbatch.revision, 'Postbatch')
    postbatchLifecycle.assert(postbatch.status, 'APPROVED')
    await assertNothingUnderWay(rows, postbatch)
    const { itemCount, amountCents } = chargeOf(await totalsOf(rows, postbatch, [postbatch.id]))
    if (itemCount === 0) {
      throw problem(postbatchProblems.sentence('invalid_state.nothing_to_send'))
    }
    await assertPrintable(services, rows, {
      ...postbatch,
      pages: await pagesOf(services, rows, postbatch),
    })
    await assertPriced(context, postbatch, itemCount)
    await assertReadyForLive(context, mailingOfPostbatch(postbatch))
    const { currency } = await specificationOf(services, rows, postbatch.specificationId)
    const cost = { amountCents, currency, keyId: caller.lineId ?? null, seesMoney: maySeeMoney(caller) }
    const taken = await takeWhole(context, organisation, postbatch, cost, now)
    const reservedCents = await reserveWhole(context, organisation, postbatch, cost, now)
    const approved = await movePostbatch(context, postbatch, 'APPROVED', now, { reservedCents, ...taken })
    work.enqueue(moveItemsJob(approved, now))
    await countAgainForOthers(context, approved, now)
    return postbatchToWire(context, approved)
  },
})

export const rejectPostbatch = defineOperation({
  id: 'postbatches.reject',
  method: 'POST',
  path: '/postbatches/{id}/reject',
  summary: 'Reject a validated Postbatch',
  description:
    'Only in VALIDATED. It becomes a DRAFT again with all its items, can be corrected, and must be validated again before approval. `rejection` says who rejected it and why.',
  permission: 'items.approve',
  impliedBy: 'postflows.write',
  effect: 'write',
  params: postbatchParams,
  body: postbatchRejectInput,
  output: postbatchSchema,
  ifMatch: true,
  errors: ['not_found', 'invalid_state', 'revision_conflict'],
  emits: ['postbatch.rejected'],
  async handler(context, { params, body, ifMatch }) {
    const { rows, scope, caller, now } = context
    const postbatch = await postbatchById(rows, scope, params.id)
    assertRevision(ifMatch, postbatch.revision, 'Postbatch')
    const { status } = postbatch
    if (status !== 'VALIDATED') {
      throw problem(postbatchProblems.sentence('invalid_state.not_to_reject', { status }))
    }
    const rejected = await movePostbatch(context, postbatch, 'DRAFT', now, {
      validatedAt: null,
      rejectedAt: now,
      rejectedBy: recordedActor(caller),
      rejectionReason: body.reason,
    })
    await emitPostbatchEvent(context, rejected, 'postbatch.rejected', now)
    return postbatchToWire(context, rejected)
  },
})

export const cancelPostbatch = defineOperation({
  id: 'postbatches.cancel',
  method: 'POST',
  path: '/postbatches/{id}/cancel',
  summary: 'Cancel a Postbatch',
  description:
    'Possible until the cutoff of its run (`cancellableUntil`), to the millisecond. Reserved money is released; a job CANCELS its items, and none of them is printed.',
  permission: 'postflows.write',
  readsItems: 'internal',
  effect: 'write',
  params: postbatchParams,
  output: postbatchSchema,
  errors: ['not_found', 'invalid_state'],
  emits: ['postbatch.cancelled', 'item.cancelled'],
  async handler(context, { params }) {
    const { rows, scope, organisation, work, now } = context
    const postbatch = await postbatchById(rows, scope, params.id)
    postbatchLifecycle.assert(postbatch.status, 'CANCELLED')
    await assertBeforeCutoff(rows, scope, postbatch, now)
    await releaseReservation(context, organisation, postbatch, { toItems: false }, now)
    const nothing = { reservedCents: 0, takenCents: 0 }
    const cancelled = await movePostbatch(context, postbatch, 'CANCELLED', now, nothing)
    work.enqueue(moveItemsJob(cancelled, now))
    if (cancelled.approvedAt !== null) await countAgainForOthers(context, cancelled, now)
    return postbatchToWire(context, cancelled)
  },
})

/** Throws 409 from the cutoff *time* on, even if the cutoff's job has not run yet. */
const assertBeforeCutoff = async (
  rows: Rows,
  scope: ModeScope,
  postbatch: PostbatchRow,
  now: number,
): Promise<void> => {
  const totals = await totalsOf(rows, postbatch, [postbatch.id])
  const runIds = new Set(
    totals.flatMap(({ status, runId }) => (status === 'SCHEDULED' && runId ? [runId] : [])),
  )
  for (const id of runIds) {
    const run = await rows.runs.get(scope, id)
    if (!run || (run.status === 'OPEN' && now < run.cutoffAt)) continue
    throw problem(
      postbatchProblems.sentence('invalid_state.run_closed', {
        status: postbatch.status,
        time: toDateTime(run.cutoffAt),
      }),
    )
  }
}

export const copyPostbatch = defineOperation({
  id: 'postbatches.copy',
  method: 'POST',
  path: '/postbatches/{id}/copy',
  summary: 'Copy a Postbatch',
  description:
    'Creates a Postbatch in the mode of the call: a live Postbatch can be copied from one in test mode, never the other way round. Takes over the settings and the same template version; a job copies good recipients with merge fields, references and `addressOverride`. `copy` shows the progress; the copy can’t be validated before it is complete. Copying stops if its caller loses the permission: `copy.failureCode` says so, the copied recipients stay, and another copy of the original takes all. Recipients that need attention, are suppressed, were cancelled individually, reprinted or erased are left out. Every recipient is checked again. Nothing is reserved or charged.',
  permission: 'postflows.write',
  rateClass: 'upload',
  effect: 'write',
  params: postbatchParams,
  body: postbatchCopyInput,
  output: postbatchSchema,
  status: 201,
  location: '/postbatches/{id}',
  errors: ['not_found', 'invalid_state'],
  emits: ['item.created', 'item.held', 'item.needs_attention', 'item.suppressed'],
  async handler(context, { params, body }) {
    const { rows, work, scope, now } = context
    const original = await originalById(rows, scope, params.id)
    await assertNothingUnderWay(rows, original)
    const postbatch = await copyOfPostbatch(context, original, body)
    await rows.postbatches.insert(postbatch)
    work.enqueue(copyItemsJob(postbatch, now, context.caller))
    return postbatchToWire(context, postbatch)
  },
})
