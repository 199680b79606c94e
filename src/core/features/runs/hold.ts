import { type Hold, holdNamed } from '../../engine/hold.ts'
import type { Services } from '../../engine/services.ts'
import type { RunRow } from '../../model/runs.ts'
import type { Rows, WritableRows } from '../../ports/store.ts'

/**
 * Nothing live is handed to a printer while this stands. A restored instance begins so: what it is about to print may have
 * been printed after its backup was made, and only people can tell.
 */
export interface PrintingHold extends Hold {
  /** Runs of which somebody has said that no printer has them. */
  except: string[]
}

const printing = holdNamed<Omit<PrintingHold, keyof Hold>>('printing-hold', { except: [] })

export const printingHold: (rows: Pick<Rows, 'facts'>) => Promise<PrintingHold | undefined> =
  printing.standing

/** What holds this run back, where anything does: test runs go to no real printer. */
export const holdOf = async (
  rows: Pick<Rows, 'facts'>,
  { id, mode }: Pick<RunRow, 'id' | 'mode'>,
): Promise<PrintingHold | undefined> => {
  const hold = mode === 'live' ? await printingHold(rows) : undefined
  return hold?.except.includes(id) ? undefined : hold
}

/** Whether somebody has said, while printing is held, that no printer has this run. */
export const isLetThrough = async (
  rows: Pick<Rows, 'facts'>,
  { id, mode }: Pick<RunRow, 'id' | 'mode'>,
): Promise<boolean> => mode === 'live' && (await printingHold(rows))?.except.includes(id) === true

/** Holds printing back from now on; where it is held already, what was said first stays. */
export const holdPrinting: (rows: WritableRows, said: Hold) => Promise<PrintingHold> = printing.begin

/** Lets one run through: somebody has said that no printer has it. */
export const printInSpiteOfHold = (rows: WritableRows, { id }: Pick<RunRow, 'id'>): Promise<void> =>
  printing.change(rows, (hold) =>
    hold.except.includes(id) ? hold : { ...hold, except: [...hold.except, id] },
  )

/** Lets printing go on: runs that waited are handed over within a minute. False where nothing was held. */
export const resumePrinting = ({ store }: Pick<Services, 'store'>): Promise<boolean> =>
  store.write(printing.end)
