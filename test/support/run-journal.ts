import { createMemoryClock } from '../../src/adapters/memory/clock.ts'
import { createMemoryStore } from '../../src/adapters/memory/store.ts'
import { createRowJournal } from '../../src/core/features/printers/journal.ts'
import type { HandOverJournal } from '../../src/core/ports/print-partner.ts'
import { run } from '../contract/store/samples.ts'

/** Returns a hand-over journal on an in-memory store, in which `run_0` to `run_4` and these runs exist. */
export const runJournal = async (...runIds: readonly string[]): Promise<HandOverJournal> => {
  const store = createMemoryStore()
  await store.write(async (rows) => {
    for (const id of ['run_0', 'run_1', 'run_2', 'run_3', 'run_4', ...runIds]) await rows.runs.insert(run(id))
  })
  return createRowJournal({ store, clock: createMemoryClock(), printerId: 'prn_1' })
}
