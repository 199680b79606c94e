import { defineOperation } from '../../../engine/operation.ts'
import { moveContext } from '../../items/move.ts'
import { choosePrinter } from '../choose-printer.ts'
import { runById, runToWire } from '../run.ts'
import { choosePrinterInput, runParams, runSchema } from '../schema.ts'

export const choosePrinterOperation = defineOperation({
  id: 'runs.choosePrinter',
  method: 'POST',
  path: '/runs/{id}/printer',
  summary: 'Choose the printer of a run',
  description:
    'After its cutoff and before its hand-over. The rules then choose nothing for it: it waits where that printer is away. A rendered run is tried at once.',
  permission: 'runs.manage',
  effect: 'write',
  params: runParams,
  body: choosePrinterInput,
  output: runSchema,
  errors: ['not_found', 'invalid_state'],
  async handler(context, { params, body }) {
    const run = await runById(context, params.id)
    return runToWire(await choosePrinter(moveContext(context), run, body.printerId))
  },
})
