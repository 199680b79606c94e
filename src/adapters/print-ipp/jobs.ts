import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type {
  HandOver,
  HandOverEntry,
  HandOverJournal,
  PackageFate,
  PrinterSetUp,
  PrintPartner,
} from '../../core/ports/print-partner.ts'
import type { PrinterNetwork } from '../print-package/connect.ts'
import type { PackagePlace } from '../print-package/place.ts'
import { chunksOf, writeAll } from '../system/files.ts'
import type { Sent } from './codec.ts'
import { type IppQueue, IppRefused, openQueue, type PrintJob } from './queue.ts'

export interface JobMaking {
  queue: IppQueue
  runId: string
  attributesOf(handOver: HandOver): Sent
}

/** The steps in which held and spooled jobs differ. */
export type JobPlace = Pick<PackagePlace, 'isThere' | 'hasBegun' | 'publish' | 'stop' | 'outcomeOf'> & {
  begin(attempt: string): void
  /** Accepts a part. `name` is the name of its job. */
  take(attempt: string, name: string, content: AsyncIterable<Uint8Array>, attributes: Sent): Promise<void>
  remove(attempt: string): Promise<void>
}

const attemptsOf = (runId: string, jobs: readonly PrintJob[]): Map<string, PrintJob[]> =>
  Map.groupBy(
    jobs.filter(({ name }) => name.startsWith(`${runId}.`)),
    ({ name }) => name.split('.')[1] ?? '',
  )

const isGone = ({ state }: PrintJob): boolean => state === 'canceled' || state === 'aborted'
const isHeld = ({ state }: PrintJob): boolean => state === 'pending-held'
/** True if a job is waiting to print, printing or printed. */
const isReleased = (job: PrintJob): boolean => !isHeld(job) && !isGone(job)

/** Releases a job. Does nothing if it was released before: the printer answers `not-possible`. */
const release = async (queue: IppQueue, id: number): Promise<void> => {
  await queue.release(id).catch((error: unknown) => {
    if (!(error instanceof IppRefused) || !error.status.includes('not-possible')) throw error
  })
}

const cancel = async (queue: IppQueue, jobs: readonly PrintJob[]): Promise<void> => {
  for (const { id } of jobs) {
    await queue.cancel(id).catch((error: unknown) => {
      if (!(error instanceof IppRefused)) throw error
    })
  }
}

/** Holds jobs in the queue until all parts have arrived; releasing them publishes the package. */
export const heldJobs = ({ queue, runId }: JobMaking): JobPlace => {
  const taken = new Map<string, number[]>()
  const attempts = async () => attemptsOf(runId, await queue.jobs())
  return {
    begin: (attempt) => void taken.set(attempt, []),
    async isThere() {
      for (const jobs of (await attempts()).values()) {
        if (jobs.some(isReleased) && !jobs.some(isHeld) && !jobs.some(isGone)) return true
      }
      return false
    },
    async hasBegun(attempt) {
      return !(await attempts()).get(attempt)?.some(isGone)
    },
    async take(attempt, name, content, attributes) {
      const held = { ...attributes, 'job-hold-until': 'indefinite' }
      taken.get(attempt)?.push(await queue.print(name, held, content))
    },
    async publish(attempt) {
      const ids = taken.get(attempt) ?? []
      try {
        for (const id of ids) await release(queue, id)
      } catch (error) {
        // Some parts may already be printing, so a refusal doesn't mean that nothing happened.
        const message = error instanceof Error ? error.message : String(error)
        throw new Error(`Only some of the parts were released. ${message}`, { cause: error })
      }
      const jobs = (await attempts()).get(attempt) ?? []
      if (jobs.some(isGone)) throw new Error('A part was removed from the queue while it was being released.')
      return 'published'
    },
    async stop(except) {
      for (const [attempt, jobs] of await attempts()) {
        if (attempt === except) continue
        if (!jobs.some(isReleased)) await cancel(queue, jobs.filter(isHeld))
        // The attempt broke off while releasing: its held parts belong to parts that are printing.
        else for (const { id } of jobs.filter(isHeld)) await release(queue, id)
      }
      const now = await attempts()
      return { has: (attempt) => now.get(attempt)?.every(isGone) ?? false, remove: async () => {} }
    },
    async outcomeOf({ attempt, note }) {
      const jobs = (await attempts()).get(attempt) ?? []
      const { parts = -1 } = JSON.parse(note ?? '{}') as { parts?: number }
      return jobs.length === parts && jobs.every(isReleased) ? 'delivered' : 'unknown'
    },
    async remove(attempt) {
      await cancel(queue, ((await attempts()).get(attempt) ?? []).filter(isHeld))
    },
  }
}

interface Spooled {
  name: string
  path: string
  attributes: Sent
}

/**
 * For printers that can't hold jobs: spools the parts on this server's disk and prints them one after the
 * other. After an interruption it is unknown what was printed, unless the printer still lists a job for every
 * part.
 */
export const spooledJobs = ({ queue, runId }: JobMaking, folder: string): JobPlace => {
  const parts = new Map<string, Spooled[]>()
  const printed = async (attempt: string): Promise<number> =>
    (await queue.jobs()).filter(
      ({ name, state }) =>
        name.startsWith(`${runId}.${attempt}.`) && state !== 'canceled' && state !== 'aborted',
    ).length
  return {
    begin: (attempt) => void parts.set(attempt, []),
    // Printers forget jobs; the journal is authoritative.
    isThere: async () => false,
    hasBegun: async (attempt) => parts.has(attempt),
    async take(attempt, name, content, attributes) {
      const own = parts.get(attempt)!
      const path = join(folder, `${own.length}.pdf`)
      const handle = await open(path, 'wx', 0o600)
      try {
        for await (const chunk of content) await writeAll(handle, chunk)
      } finally {
        await handle.close()
      }
      own.push({ name, path, attributes })
    },
    async publish(attempt) {
      let sent = 0
      try {
        for (const { name, path, attributes } of parts.get(attempt) ?? []) {
          await queue.print(name, attributes, chunksOf(path))
          sent++
        }
      } catch (error) {
        // If the first part was refused, nothing was printed.
        if (sent === 0) throw error
        const message = error instanceof Error ? error.message : String(error)
        throw new Error(`${sent} parts were printed. ${message}`, { cause: error })
      }
      return 'published'
    },
    stop: async () => ({ has: () => false, remove: async () => {} }),
    async outcomeOf({ attempt, note }) {
      const { parts: all = -1 } = JSON.parse(note ?? '{}') as { parts?: number }
      return (await printed(attempt)) === all ? 'delivered' : 'unknown'
    },
    async remove(attempt) {
      parts.delete(attempt)
    },
  }
}

/** Returns `fateOf`, which reports on the jobs of the handed-over attempt; others were cancelled. */
export const fateOfIpp =
  (
    printer: Pick<PrinterSetUp, 'settings'>,
    network: PrinterNetwork,
    journal: HandOverJournal,
  ): NonNullable<PrintPartner['fateOf']> =>
  async (runId) => {
    const attempt = attemptOf(await journal.entries(runId))
    if (attempt === undefined) return { state: 'done' }
    const queue = openQueue(printer, network)
    const jobs = (await queue.jobs()).filter(({ name }) => name.startsWith(`${runId}.${attempt}.`))
    return fateOfJobs(queue.host, jobs)
  }

/** Returns the delivered attempt, or the only one: if an operator confirmed it, its entry stays an intent. */
const attemptOf = (entries: readonly HandOverEntry[]): string | undefined => {
  const delivered = entries.find(({ state }) => state === 'delivered')
  return (delivered ?? (entries.length === 1 ? entries[0] : undefined))?.attempt
}

/** Returns the outcome by the jobs that the queue still lists. */
const fateOfJobs = (host: string, jobs: readonly PrintJob[]): PackageFate => {
  const gone = jobs.filter(isGone)
  if (gone.length > 0) {
    return {
      state: 'given_up',
      reason: `The printer ${host} did not finish ${gone.map(describeFailure).join(', ')}.`,
    }
  }
  return { state: jobs.every(({ state }) => state === 'completed') ? 'done' : 'waiting' }
}

/** Reasons that CUPS gives for every job that didn't complete. */
const genericReasons = ['none', 'processing-to-stop-point']

const describeFailure = ({ name, state, reasons }: PrintJob): string => {
  const part = name.split('.').slice(2).join('.')
  const why = reasons.filter((reason) => !genericReasons.includes(reason))
  return `${part} (${[state === 'canceled' ? 'cancelled' : state, ...why].join(', ')})`
}
