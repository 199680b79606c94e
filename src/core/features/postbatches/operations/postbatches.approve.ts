import { defineOperation } from '../../../engine/operation.ts'
import { problem } from '../../../kernel/errors.ts'
import { assertRevision } from '../../../kernel/revision.ts'
import { postbatchLifecycle } from '../../../model/postbatches-lifecycle.ts'
import { totalsOf } from '../../counters/postbatch-totals.ts'
import { mailingOfPostbatch } from '../../items/mailing.ts'
import { assertReadyForLive } from '../../items/ready-for-live.ts'
import { pagesOf } from '../../items/terms.ts'
import { assertPrintable } from '../../printers/assert-able.ts'
import { specificationOf } from '../../products/specification.ts'
import { moveItemsJob } from '../items.ts'
import { reserveWhole, takeWhole } from '../money.ts'
import { maySeeMoney } from '../obstacles.ts'
import { movePostbatch, postbatchById, postbatchToWire } from '../postbatch.ts'
import { assertPriced } from '../priced.ts'
import { chargeOf } from '../quote.ts'
import { postbatchParams, postbatchSchema } from '../schema.ts'
import { countAgainForOthers } from '../sent-before.ts'
import { postbatchProblems } from '../sentences.ts'
import { assertNothingUnderWay } from '../under-way.ts'

export const approvePostbatch = defineOperation({
  id: 'postbatches.approve',
  method: 'POST',
  path: '/postbatches/{id}/approve',
  summary: 'Approve a validated Postbatch',
  description:
    'Reserves what its quote says, all of it or nothing: 409 `insufficient_funds`, with the figures for who has `billing.read`, and so for a spending cap of the organisation or of the key that approves: `spending_cap_reached`. A live one must be fit to be sent: 409 `not_ready_for_live` names everything that is missing. A job then schedules its items in the earliest run whose cutoff falls on or after `sendOn`. Items that need attention stay out and are CANCELLED.',
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
      throw problem(postbatchProblems.say('invalid_state.nothing_to_send'))
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
