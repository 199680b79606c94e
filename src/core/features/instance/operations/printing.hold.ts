import { defineOperation } from '../../../engine/operation.ts'
import { holdInput, printingSchema } from '../hold-schema.ts'
import { beginPrintingHold } from '../holds.ts'

export const holdPrintingOperation = defineOperation({
  id: 'printing.hold',
  method: 'POST',
  path: '/platform/printing/hold',
  summary: 'Hand no live run to the printer from now on',
  description:
    'For operators. Everything else goes on: live runs close and are rendered, and wait. Test runs are not held. Where printing is held already, that hold stays, with its reason.',
  permission: 'runs.manage',
  audience: 'user',
  effect: 'write',
  body: holdInput,
  output: printingSchema,
  handler: ({ rows, services }, { body }) => beginPrintingHold(services, rows, body.reason),
})
