import type { PrinterHealth } from '../../model/printers.ts'
import type { RunRow } from '../../model/runs.ts'
import { everyone, type WritableRows } from '../../ports/store.ts'
import { printerIdOf, type RunPrinter } from './default-printer.ts'

/** How a printer was when it was asked or handed something. */
export type Found = Pick<PrinterHealth, 'ok' | 'detail'>

/** Keeps how the printer was. Its revision stays: nobody changed the printer. */
export const noteHealth = async (
  rows: Pick<WritableRows, 'printers'>,
  printerId: string,
  { ok, detail }: Found,
  at: number,
): Promise<void> => void (await rows.printers.update(everyone, printerId, { health: { ok, detail, at } }))

/** Keeps how the printer of a live run was. The twins of test mode say nothing of the printers. */
export const noteHealthOf = async (
  rows: Pick<WritableRows, 'printers'>,
  run: Pick<RunRow, 'mode'> & RunPrinter,
  found: Found,
  at: number,
): Promise<void> => {
  if (run.mode === 'live') await noteHealth(rows, printerIdOf(run), found, at)
}

/** What is kept of a printer that took a package. */
export const tookIt: Found = { ok: true, detail: 'It took what it was handed.' }
