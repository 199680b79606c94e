import { defineOperation } from '../../../engine/operation.ts'
import { moveContext } from '../../items/move.ts'
import { assertProven, proofOf } from '../../people/proof.ts'
import { choosePrinter } from '../choose-printer.ts'
import { runById, runToWire } from '../run.ts'
import { choosePrinterInput, runParams, runSchema } from '../schema.ts'

export const choosePrinterOperation = defineOperation({
  id: 'runs.choosePrinter',
  method: 'POST',
  path: '/runs/{id}/printer',
  summary: 'Choose the printer of a run',
  description:
    'After its cutoff and before its hand-over. The rules then choose nothing for it: it waits where that printer is away. A rendered run is tried at once. A portal session sends the password of its user for a live run.',
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
    return runToWire(chosen)
  },
})
