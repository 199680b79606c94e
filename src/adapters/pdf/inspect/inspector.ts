import type { InspectInput, Inspection } from '../../../core/ports/renderer.ts'
import { WorkerPool } from '../pool.ts'
import { inspectFile } from './inspect.ts'

/** No honest file of the sizes that are taken comes near it. */
const TIMEOUT_MS = 20_000
/** WebAssembly's memory only grows, and fonts that were opened stay: a thread serves so many files and goes. */
const FILES_PER_THREAD = 25

export interface Inspector {
  inspect(input: InspectInput): Promise<Inspection>
  close(): Promise<void>
}

/**
 * One file at a time, in a thread of its own: what a hostile file can reach is that thread's memory and its twenty
 * seconds, never a run that is being rendered. Without threads it is looked at right here.
 */
export const createInspector = (threaded: boolean, timeoutMs = TIMEOUT_MS): Inspector => {
  const pool = threaded ? new WorkerPool(1) : undefined
  let last: Promise<unknown> = Promise.resolve()
  let files = 0

  const inThread = async (threads: WorkerPool, { kind, load }: InspectInput): Promise<Inspection> => {
    const bytes = await load()
    if (files++ % FILES_PER_THREAD === 0) await threads.restart()
    let timer: NodeJS.Timeout | undefined
    const timeout = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), timeoutMs)
    })
    try {
      const done = await Promise.race([threads.ask('inspect', { kind, bytes }, [bytes]), timeout])
      if (done) return done
      await threads.restart()
      return tooHard(`It could not be read within ${timeoutMs / 1000} seconds.`)
    } catch {
      // A thread that ran out of memory is gone; the next file gets a new one.
      await threads.restart()
      return tooHard('It could not be read with the memory that a file may use.')
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    inspect(input) {
      const inspection = last.then(async () =>
        pool ? inThread(pool, input) : inspectFile(input.kind, await input.load()),
      )
      last = inspection.catch(() => undefined)
      return inspection
    },
    async close() {
      await pool?.close()
    },
  }
}

const tooHard = (message: string): Inspection => ({
  findings: [{ code: 'file_too_complex', severity: 'error', message }],
})
