import type { Scheduler } from '../../src/core/engine/services.ts'
import type { Store } from '../../src/core/ports/store.ts'

/** A simulated process that dies at a write. */
export interface Death {
  /** Waits for running work, restores the store, and returns whether the process died. */
  over(): Promise<boolean>
}

const noJobs = { activeCount: () => 0 }

/**
 * Simulates that the process dies at the write after `survivingWrites`: that write and all later ones throw,
 * and running transactions complete, as on a database. `over` waits for the `jobs` of the process to fail
 * before it restores the store: a job that still waits for a file or a digest would otherwise continue with
 * its lease, and hold its work until after the end of the test.
 */
export const dieAfterWrites = (
  store: Store,
  survivingWrites: number,
  jobs: Pick<Scheduler, 'activeCount'> = noJobs,
): Death => {
  const write = store.write.bind(store)
  const read = store.read.bind(store)
  let left = survivingWrites
  let died = false
  let active = 0
  const counted = <T>(work: Promise<T>): Promise<T> => {
    active++
    return work.finally(() => active--)
  }
  store.read = (body) => counted(read(body))
  store.write = async (body, options) => {
    if (left-- > 0) return counted(write(body, options))
    died = true
    throw new Error('The process was killed.')
  }
  return {
    async over() {
      const isQuiet = () => active === 0 && jobs.activeCount() === 0
      for (let turn = 0; turn < 50; turn = isQuiet() ? turn + 1 : 0) {
        await new Promise((resolve) => setImmediate(resolve))
      }
      Object.assign(store, { write, read })
      return died
    },
  }
}

/**
 * Yields numbers of writes or steps that a process survives, one for each run of a test. In memory it yields
 * every number. On a database or a bucket, where a process takes seconds, it yields every third; SQLite,
 * PostgreSQL and S3 try different ones. `TEST_KILLS=all` tries all numbers everywhere.
 */
export function* survivedWrites(): Generator<number> {
  const { LETTERSHOP_TEST_STORE: store, LETTERSHOP_TEST_BLOBS: blobs, TEST_KILLS: kills } = process.env
  const first = ['sqlite', 'postgres', 's3'].indexOf(store ?? blobs ?? '')
  const isEach = first < 0 || kills === 'all'
  for (let writes = isEach ? 0 : first; ; writes += isEach ? 1 : 3) yield writes
}
