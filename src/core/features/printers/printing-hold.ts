import { type Hold, holdNamed } from '../../engine/hold.ts'
import type { RunRow } from '../../model/runs.ts'
import type { Rows, WritableRows } from '../../ports/store.ts'

/**
 * While active, no live run is handed to a printer. A restored instance starts with it: runs that it is about
 * to print may have been printed after the backup, which only operators can find out.
 */
export interface PrintingHold extends Hold {
  /** Ids of runs that no printer has, as an operator has confirmed. */
  except: string[]
}

const printing = holdNamed<Omit<PrintingHold, keyof Hold>>('printing-hold', { except: [] })

export const printingHold: (rows: Pick<Rows, 'facts'>) => Promise<PrintingHold | undefined> =
  printing.standing

/** Returns the hold on a run. Test runs are never held, because they go to no real printer. */
export const holdOf = async (
  rows: Pick<Rows, 'facts'>,
  { id, mode }: Pick<RunRow, 'id' | 'mode'>,
): Promise<PrintingHold | undefined> => {
  const hold = mode === 'live' ? await printingHold(rows) : undefined
  return hold?.except.includes(id) ? undefined : hold
}

/** True if an operator has confirmed during the hold that no printer has this run. */
export const isExempt = async (
  rows: Pick<Rows, 'facts'>,
  { id, mode }: Pick<RunRow, 'id' | 'mode'>,
): Promise<boolean> => mode === 'live' && (await printingHold(rows))?.except.includes(id) === true

/** Starts the hold; an existing one keeps its reason. */
export const holdPrinting: (rows: WritableRows, hold: Hold) => Promise<PrintingHold> = printing.begin

/** Exempts a run after an operator has confirmed that no printer has it. */
export const exemptFromHold = (rows: WritableRows, { id }: Pick<RunRow, 'id'>): Promise<void> =>
  printing.change(rows, (hold) =>
    hold.except.includes(id) ? hold : { ...hold, except: [...hold.except, id] },
  )

/** Ends the hold: waiting runs are handed over within a minute. Returns false if there was none. */
export const resumePrinting: (rows: WritableRows) => Promise<boolean> = printing.end
