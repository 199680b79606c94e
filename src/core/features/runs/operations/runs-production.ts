import { recordedActor } from '../../../engine/audit/actor.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { moveContext } from '../../items/move.ts'
import { assertProven, proofOf } from '../../people/sessions/sign-in.ts'
import {
  cancelRun,
  choosePrinter,
  closeRun,
  completeRun,
  excludeItems,
  renderRun,
  requestHandOver,
} from '../operating.ts'
import { runById, runToWire } from '../run.ts'
import {
  cancelInput,
  choosePrinterInput,
  excludeInput,
  handOverInput,
  runParams,
  runSchema,
} from '../schema.ts'

export const closeRunNow = defineOperation({
  id: 'runs.close',
  method: 'POST',
  path: '/runs/{id}/close',
  summary: 'Close a run before its cutoff',
  description:
    'Only OPEN runs. Its items can no longer be cancelled; rendering and hand-over follow automatically.',
  permission: 'runs.manage',
  effect: 'write',
  params: runParams,
  output: runSchema,
  errors: ['not_found', 'invalid_state'],
  emits: ['run.cutoff_reached'],
  async handler(context, { params }) {
    return runToWire(context, await closeRun(moveContext(context), await runById(context, params.id)))
  },
})

export const excludeFromRun = defineOperation({
  id: 'runs.exclude',
  method: 'POST',
  path: '/runs/{id}/exclude',
  summary: 'Exclude items from a run',
  description:
    'Allowed before the hand-over, but not during rendering. The items become FAILED and their money is released. A rendered run is rendered again without them.',
  permission: 'runs.manage',
  readsItems: 'internal',
  effect: 'write',
  params: runParams,
  body: excludeInput,
  output: runSchema,
  errors: ['not_found', 'invalid_state'],
  emits: ['item.failed'],
  async handler(context, { params, body }) {
    return runToWire(
      context,
      await excludeItems(moveContext(context), await runById(context, params.id), body.items, body.reason),
    )
  },
})

export const choosePrinterOperation = defineOperation({
  id: 'runs.choosePrinter',
  method: 'POST',
  path: '/runs/{id}/printer',
  summary: 'Choose the printer of a run',
  description:
    'Allowed between cutoff and hand-over. Printer rules no longer apply to the run: it waits while that printer is unavailable. A rendered run is handed over immediately. From the portal, include the user’s password for a live run.',
  permission: 'runs.manage',
  effect: 'write',
  params: runParams,
  body: choosePrinterInput,
  output: runSchema,
  errors: ['not_found', 'invalid_state'],
  prepare: (context, { body }) => proofOf(context, body),
  async handler(context, { params, body }, proof) {
    const run = await runById(context, params.id)
    const chosen = await choosePrinter(moveContext(context), run, body.printerId)
    if (proof) await proof.confirm(context.rows)
    else if (run.mode === 'live' && body.printerId !== run.givenPrinterId) assertProven(context, proof)
    return runToWire(context, chosen)
  },
})

export const renderRunNow = defineOperation({
  id: 'runs.render',
  method: 'POST',
  path: '/runs/{id}/render',
  summary: 'Render a run',
  description: 'Resumes a run that waits or failed during rendering. Finished parts are kept.',
  permission: 'runs.manage',
  effect: 'write',
  params: runParams,
  output: runSchema,
  errors: ['not_found', 'invalid_state'],
  async handler(context, { params }) {
    return runToWire(context, await renderRun(moveContext(context), await runById(context, params.id)))
  },
})

export const handOverOperation = defineOperation({
  id: 'runs.handOver',
  method: 'POST',
  path: '/runs/{id}/hand-over',
  summary: 'Hand over a run',
  description:
    'Hands over a rendered or failed run immediately. An uncertain run requires `printed`: `false` hands it over again, `true` records that the printer has it. For a rendered run `true` means that its package was printed elsewhere. For a run that the printer accepted but did not finish, `true` means that its pieces are on paper or requested as remakes, and `false` prints them again as a remake.',
  permission: 'runs.manage',
  readsItems: 'internal',
  effect: 'write',
  params: runParams,
  body: handOverInput,
  output: runSchema,
  errors: ['not_found', 'invalid_state', 'not_ready_for_live'],
  emits: ['run.handed_to_printer'],
  async handler(context, { params, body }) {
    const run = await runById(context, params.id)
    const by = recordedActor(context.caller)
    return runToWire(context, await requestHandOver(moveContext(context), run, body.printed, by))
  },
})

export const cancelRunNow = defineOperation({
  id: 'runs.cancel',
  method: 'POST',
  path: '/runs/{id}/cancel',
  summary: 'Cancel a run',
  description:
    'Allowed before the hand-over. Its items return to READY with their money reserved and join the next run.',
  permission: 'runs.manage',
  effect: 'write',
  params: runParams,
  body: cancelInput,
  output: runSchema,
  errors: ['not_found', 'invalid_state'],
  emits: ['item.ready', 'item.scheduled'],
  async handler(context, { params, body }) {
    return runToWire(
      context,
      await cancelRun(moveContext(context), await runById(context, params.id), body.reason),
    )
  },
})

export const completeRunNow = defineOperation({
  id: 'runs.complete',
  method: 'POST',
  path: '/runs/{id}/complete',
  summary: 'Report that the carrier delivered a run',
  description: 'Otherwise the run completes after its delivery time.',
  permission: 'runs.manage',
  effect: 'write',
  params: runParams,
  output: runSchema,
  errors: ['not_found', 'invalid_state'],
  emits: ['item.completed'],
  async handler(context, { params }) {
    return runToWire(context, await completeRun(moveContext(context), await runById(context, params.id)))
  },
})
