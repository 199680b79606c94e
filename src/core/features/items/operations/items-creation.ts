import type { ReadContext, WriteContext } from '../../../engine/context.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { batched } from '../../../engine/together.ts'
import { Problem } from '../../../kernel/errors.ts'
import { hasErrors } from '../../../kernel/finding.ts'
import { toDateTimeOrNull } from '../../../kernel/time.ts'
import type { HeldReason, ItemRow, ItemStatus } from '../../../model/items.ts'
import { passesCap } from '../../ledger/spending.ts'
import { cutoffFor } from '../../products/cutoffs.ts'
import { specificationOf } from '../../products/specifications.ts'
import { itemSuppression } from '../../suppressions/match.ts'
import { checkItems, createBulk, createItems, prepareBulk } from '../create.ts'
import { answerToSender, itemToWire } from '../item.ts'
import { judgeItem } from '../judge-batch.ts'
import { type CheckedItem, ofPostflow } from '../new-item.ts'
import { readBatch } from '../read-batch.ts'
import { waitsOf } from '../ready-for-live.ts'
import { bulkInput, bulkResult, itemInput, itemSchema, validationResult } from '../schema.ts'
import { eventsOfValidation } from '../validate.ts'

export const createItem = defineOperation({
  id: 'items.create',
  method: 'POST',
  path: '/items',
  summary: 'Create a mail item',
  description:
    'Validates, reserves and schedules in one step; the answer shows the resulting status. Problems that the customer can correct don’t refuse the item: it becomes NEEDS_ATTENTION with findings.',
  permission: 'items.write',
  readsItems: 'own',
  rateClass: 'itemCreate',
  effect: 'write',
  body: itemInput,
  output: itemSchema,
  status: 201,
  location: '/items/{id}',
  errors: ['invalid_state'],
  emits: ['item.created', ...eventsOfValidation],
  prepare: (context, { body }) => checkItems(context, [ofPostflow(body)]),
  ...batched(
    async (context, calls: readonly { context: Pick<WriteContext, 'caller'>; prepared: CheckedItem[] }[]) => {
      const created = await createItems(
        context,
        calls.flatMap(({ prepared }) => prepared),
      )
      const senders = calls.flatMap(({ context: { caller }, prepared }) => prepared.map(() => caller))
      return created.map((item, index) =>
        item instanceof Problem ? item : answerToSender(senders[index]!, itemToWire(context.services, item)),
      )
    },
  ),
})

export const createItemsInBulk = defineOperation({
  id: 'items.createBulk',
  method: 'POST',
  path: '/items/bulk',
  summary: 'Create up to 500 mail items',
  description:
    'Returns a result for each row, in order. A row that can’t be read, or whose Postflow accepts no items, is `invalid` and doesn’t refuse the others.',
  permission: 'items.write',
  readsItems: 'own',
  rateClass: 'itemCreate',
  effect: 'write',
  body: bulkInput,
  output: bulkResult,
  emits: ['item.created', ...eventsOfValidation],
  prepare: (context, { body }) => prepareBulk(context, body.items, itemInput, ofPostflow),
  handler: (context, _input, prepared) => createBulk(context, prepared),
})

export const validateItem = defineOperation({
  id: 'items.validate',
  method: 'POST',
  path: '/items/validate',
  summary: 'Validate an item without creating it',
  description: 'Applies the rules, findings, price and errors of `items.create` without writing anything.',
  permission: 'items.write',
  readsItems: 'internal',
  rateClass: 'itemCreate',
  effect: 'read',
  body: itemInput,
  output: validationResult,
  errors: ['invalid_state'],
  prepare: (context, { body }) => checkItems(context, [ofPostflow(body)]),
  async handler(context, _input, prepared) {
    const { rows, scope } = context
    const judged = judgeItem(await readBatch(context, prepared), prepared[0]!, { refuseBad: false })
    if (!('item' in judged)) throw judged
    const { item, verdict, destination } = judged
    const end =
      destination.status === 'READY'
        ? await endOf(context, item)
        : { heldReason: null, cutoff: null, ...destination }
    const { suppression } = verdict
    const isLive = scope.mode === 'live'
    const sheet = isLive ? await specificationOf(context.services, rows, item.specificationId) : undefined
    return answerToSender(context.caller, {
      valid: !suppression && !hasErrors(verdict.findings),
      status: end.status,
      heldReason: end.heldReason,
      findings: verdict.findings,
      suppression: suppression ? itemSuppression(suppression) : null,
      waits: sheet ? await waitsOf(context, sheet, [item.recipient.country]) : [],
      templateVersionId: item.templateVersionId,
      priceCents: item.priceCents,
      currency: item.currency,
      cancellableUntil: toDateTimeOrNull(end.cutoff),
    })
  },
})

interface End {
  status: ItemStatus
  heldReason: HeldReason | null
  cutoff: number | null
}

/**
 * Returns the status that an item without errors would get: HELD by a cap or for funds, SCHEDULED, or READY
 * without a run.
 */
const endOf = async (
  { rows, services, organisation, shared, now }: ReadContext,
  item: Pick<ItemRow, 'mode' | 'priceCents' | 'specificationId' | 'sendOn' | 'apiKeyId'>,
): Promise<End> => {
  if (item.mode === 'live' && (await passesCap(rows, organisation, item, now))) {
    return { status: 'HELD', heldReason: 'SPENDING_CAP', cutoff: null }
  }
  if (item.mode === 'live' && organisation.billingMode === 'PREPAID' && item.priceCents > 0) {
    const account = await rows.accounts.get(shared, organisation.id)
    if (!account || account.balanceCents - account.reservedCents < item.priceCents) {
      return { status: 'HELD', heldReason: 'INSUFFICIENT_FUNDS', cutoff: null }
    }
  }
  const specification = await specificationOf(services, rows, item.specificationId)
  const cutoff = cutoffFor(specification.cutoff, now, item.sendOn)
  if (organisation.status === 'SUSPENDED' || cutoff === undefined) {
    return { status: 'READY', heldReason: null, cutoff: null }
  }
  return { status: 'SCHEDULED', heldReason: null, cutoff }
}
