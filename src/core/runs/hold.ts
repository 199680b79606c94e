import { everyone, type Rows, type WritableRows } from '../ports/store.ts'
import type { Services } from '../services.ts'
import type { RunRow } from './store.ts'

/**
 * Nothing live is handed to a printer while this stands. A restored instance begins so: what it is about to print may have
 * been printed after its backup was made, and only people can tell.
 */
export interface PrintingHold {
  /** ms of real time. */
  since: number
  /** A sentence for operators. */
  reason: string
  /** Runs of which somebody has said that no printer has them. */
  except: string[]
}

const factId = 'printing-hold'

export const printingHold = async (rows: Pick<Rows, 'facts'>): Promise<PrintingHold | undefined> => {
  const fact = await rows.facts.get(everyone, factId)
  return fact && (JSON.parse(fact.value) as PrintingHold)
}

/** What holds this run back, where anything does: test runs go to no real printer. */
export const holdOf = async (
  rows: Pick<Rows, 'facts'>,
  { id, mode }: Pick<RunRow, 'id' | 'mode'>,
): Promise<PrintingHold | undefined> => {
  const hold = mode === 'live' ? await printingHold(rows) : undefined
  return hold?.except.includes(id) ? undefined : hold
}

/** Holds printing back from now on; where it is held already, what was said first stays. */
export const holdPrinting = async (
  rows: WritableRows,
  said: Omit<PrintingHold, 'except'>,
): Promise<PrintingHold> => {
  const standing = await printingHold(rows)
  if (standing) return standing
  const hold = { ...said, except: [] }
  await rows.facts.insert({ id: factId, value: JSON.stringify(hold) })
  return hold
}

/** Lets one run through: somebody has said that no printer has it. */
export const printInSpiteOfHold = async (rows: WritableRows, { id }: Pick<RunRow, 'id'>): Promise<void> => {
  await rows.facts.get(everyone, factId, { lock: 'wait' })
  const hold = await printingHold(rows)
  if (!hold || hold.except.includes(id)) return
  await rows.facts.update(everyone, factId, {
    value: JSON.stringify({ ...hold, except: [...hold.except, id] }),
  })
}

/** Lets printing go on: runs that waited are handed over within a minute. False where nothing was held. */
export const resumePrinting = ({ store }: Pick<Services, 'store'>): Promise<boolean> =>
  store.write(
    async (rows) => (await rows.facts.remove(everyone, [{ field: 'id', op: 'eq', value: factId }])) > 0,
  )

const unknownOutcome =
  'This instance was restored from a backup that was made while the run was being handed over. Ask the printer, then say so.'

/**
 * What a restore makes of the rows of a backup: nothing live is printed before somebody says so, and whether a run that was
 * just being handed over was printed is for the printer to tell. Returns how many of those there are.
 */
export const afterRestore = async (
  rows: WritableRows,
  { backupAt, now }: { backupAt: number; now: number },
): Promise<{ uncertainRuns: number }> => {
  const at = new Date(backupAt).toISOString()
  await holdPrinting(rows, {
    since: now,
    reason: `Restored from a backup of ${at}: what was handed over after that may be printed a second time.`,
  })
  const uncertainRuns = await rows.runs.updateWhere(
    everyone,
    [
      { field: 'status', op: 'eq', value: 'HANDING_OVER' },
      { field: 'mode', op: 'eq', value: 'live' },
    ],
    { uncertain: true, reason: unknownOutcome, updatedAt: now },
  )
  return { uncertainRuns }
}
