import type { ReadContext } from '../../../engine/context.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { hasErrors } from '../../../kernel/finding.ts'
import { toDateTimeOrNull } from '../../../kernel/time.ts'
import type { ItemRow } from '../../../model/items.ts'
import type { HeldReason, ItemStatus } from '../../../model/items-lifecycle.ts'
import { passesCap } from '../../ledger/spending.ts'
import { cutoffFor } from '../../products/cutoff.ts'
import { specificationOf } from '../../products/specification.ts'
import { itemSuppression } from '../../suppressions/match.ts'
import { acceptingMailing, assertSendOn } from '../accept.ts'
import { BillingGroups } from '../billing-groups.ts'
import { Corrections } from '../corrections.ts'
import { checkItems } from '../create.ts'
import { itemInput } from '../input-schema.ts'
import { answerToSender } from '../item.ts'
import { Lookups } from '../lookups.ts'
import { newItem, ofPostflow } from '../new-item.ts'
import { validationResult } from '../schema.ts'
import { destinationOf } from '../settle.ts'
import { checkRows } from '../validate.ts'
import { waitsOf } from '../waits.ts'

export const validateItem = defineOperation({
  id: 'items.validate',
  method: 'POST',
  path: '/items/validate',
  summary: 'Try an item without creating it',
  description: 'The same rules, findings, price and errors as `items.create`; nothing is written.',
  permission: 'items.write',
  readsItems: 'internal',
  rateClass: 'itemCreate',
  effect: 'read',
  body: itemInput,
  output: validationResult,
  errors: ['invalid_state'],
  prepare: (context, { body }) => checkItems(context, [ofPostflow(body)]),
  async handler(context, _input, prepared) {
    const { rows, scope, organisation, now } = context
    const checked = prepared[0]!
    const lookups = new Lookups(rows, scope)
    const mailing = await acceptingMailing(lookups, checked.input)
    assertSendOn(checked.input.sendOn, organisation.timeZone, now)
    const { billingGroup } = checked.input
    ;(await BillingGroups.of(rows, scope, [billingGroup])).assertRoom(billingGroup)
    const { correctionOfItemId } = checked.input
    ;(await Corrections.of(rows, scope, [correctionOfItemId])).claim(correctionOfItemId, checked.id)
    const item = await newItem(context, mailing, checked)
    await lookups.readEntries([item])
    const verdict = await checkRows(lookups, mailing, item, now)
    verdict.findings.unshift(...checked.findings)
    const destination = destinationOf(verdict, mailing, item)
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

/** Where an item without errors would come to rest: HELD for funds, SCHEDULED, or READY without a run. */
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
