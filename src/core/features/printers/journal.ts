import { oneOf } from '../../kernel/query.ts'
import type { HandOverRow } from '../../model/printers.ts'
import type { RunRow } from '../../model/runs.ts'
import { runOfHandOver } from '../../model/runs.ts'
import {
  AnotherAttempt,
  type HandOverEntry,
  type HandOverJournal,
  JournalFailed,
} from '../../ports/print-partner.ts'
import { everyone, type Rows, type Store, type WritableRows } from '../../ports/store.ts'
import type { Clock } from '../../ports/system.ts'

export interface RowJournalOptions {
  store: Pick<Store, 'read' | 'write'>
  clock: Clock
  /** Null for the default printer. */
  printerId: string | null
}

/**
 * Keeps the journal of hand-overs in rows, visible to every server. A run's entries include those of all
 * printers: one must not begin while another may have the run. Intents for one run exclude each other,
 * because each transaction locks the run's organisation. A remake has entries under its own id.
 */
export const createRowJournal = ({ store, clock, printerId }: RowJournalOptions): HandOverJournal => ({
  async entries(runId) {
    const rows = await guarded(() => store.read((rows) => rows.handOvers.find(everyone, { runId })))
    return rows.map(toEntry)
  },
  intend: (runId, attempt, note) =>
    guarded(() =>
      store.write(async (rows) => {
        const run = await runOf(rows, runId)
        // Locks the organisation, so that the later of two intents sees the earlier.
        await rows.organisations.get(everyone, run.organisationId)
        const noted = await rows.handOvers.find(ofRun(run), { runId })
        if (noted.length > 0) throw new AnotherAttempt()
        const { organisationId, mode } = run
        const entry = { id: attempt, organisationId, mode, runId, printerId, note: note ?? null }
        await rows.handOvers.insert({ ...entry, state: 'INTENDED', at: clock.now(), deliveredAt: null })
      }),
    ),
  deliver: (runId, attempt) =>
    guarded(() =>
      store.write(async (rows) => {
        const run = await runOf(rows, runId)
        const patch = { state: 'DELIVERED', deliveredAt: clock.now() } as const
        if (await rows.handOvers.update(ofRun(run), attempt, patch)) return
        throw new JournalFailed(`The journal entry of the hand-over ${attempt} is missing.`)
      }),
    ),
  forget: (runId, attempts) =>
    attempts.length === 0
      ? Promise.resolve()
      : guarded(() =>
          store.write(async (rows) => {
            const run = await runIfAny(rows, runId)
            if (run) await rows.handOvers.remove(ofRun(run), { runId, id: oneOf([...attempts]) })
          }),
        ),
})

/** Adds entries that an older version kept elsewhere. They are updated there; new entries go to rows. */
export const withOlderEntries = (rows: HandOverJournal, older: HandOverJournal): HandOverJournal => ({
  async entries(runId) {
    return [...(await rows.entries(runId)), ...(await older.entries(runId))]
  },
  async intend(runId, attempt, note) {
    if ((await older.entries(runId)).length > 0) throw new AnotherAttempt()
    await rows.intend(runId, attempt, note)
  },
  async deliver(runId, attempt) {
    const isOlder = (await older.entries(runId)).some((entry) => entry.attempt === attempt)
    await (isOlder ? older : rows).deliver(runId, attempt)
  },
  async forget(runId, attempts) {
    await rows.forget(runId, attempts)
    const known = (await older.entries(runId)).map(({ attempt }) => attempt)
    const own = known.filter((attempt) => attempts.includes(attempt))
    if (own.length > 0) await older.forget(runId, own)
  },
})

const toEntry = ({ id, state, note }: HandOverRow): HandOverEntry => ({
  attempt: id,
  state: state === 'DELIVERED' ? 'delivered' : 'intended',
  ...(note === null ? {} : { note }),
})

const ofRun = ({ organisationId, mode }: RunRow) => ({ organisationId, mode })

const runIfAny = (rows: Rows, runId: string): Promise<RunRow | undefined> =>
  rows.runs.get(everyone, runOfHandOver(runId))

const runOf = async (rows: WritableRows, runId: string): Promise<RunRow> => {
  const run = await runIfAny(rows, runId)
  if (!run) throw new JournalFailed(`There is no run ${runId}.`)
  return run
}

/** Marks errors of the store as errors of this instance, not of the printer. */
const guarded = async <T>(body: () => Promise<T>): Promise<T> => {
  try {
    return await body()
  } catch (error) {
    if (error instanceof JournalFailed || error instanceof AnotherAttempt) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new JournalFailed(`The hand-over could not be recorded (${reason}).`, { cause: error })
  }
}
