import type { Transaction } from '../../engine/context.ts'
import type { Services } from '../../engine/services.ts'
import { type RunRemakeRow, remakeLifecycle } from '../../model/run-remakes.ts'
import type { RunRow } from '../../model/runs.ts'
import type { WritableRows } from '../../ports/store.ts'
import { partnerNameOf } from '../printers/desk.ts'
import { watchPrinting } from './watch-printing.ts'

export const moveRemake = async (
  rows: WritableRows,
  remake: RunRemakeRow,
  to: RunRemakeRow['status'],
  now: number,
  fields: Partial<RunRemakeRow> = {},
): Promise<RunRemakeRow> => {
  remakeLifecycle.assert(remake.status, to)
  const patch = { waitReason: null, ...fields, status: to, revision: remake.revision + 1, updatedAt: now }
  await rows.runRemakes.update(remake, remake.id, patch)
  return { ...remake, ...patch }
}

/** HANDING_OVER → HANDED_TO_PRINTER, with the event. `reference` is what the printer calls it. */
export const finishRemake = async (
  services: Services,
  transaction: Transaction,
  run: RunRow,
  remake: RunRemakeRow,
  now: number,
  reference: string | null,
): Promise<RunRemakeRow> => {
  const { rows, work } = transaction
  const { organisationId, mode } = run
  const finished = await moveRemake(rows, remake, 'HANDED_TO_PRINTER', now, {
    uncertain: false,
    partner: await partnerNameOf(services, rows, run),
    partnerReference: reference,
    handedToPrinterAt: now,
  })
  await watchPrinting(transaction, run, now, remake.id)
  work.emit({
    type: 'run.remade',
    organisationId,
    mode,
    at: now,
    data: {
      run: { id: run.id, status: run.status },
      remake: { number: remake.number, itemCount: remake.sequences.length },
    },
    runId: run.id,
  })
  return finished
}
