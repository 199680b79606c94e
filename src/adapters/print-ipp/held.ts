import type { JobMaking, JobPlace } from './job-place.ts'
import { type IppQueue, IppRefused, type PrintJob } from './queue.ts'

/** The attempts of a run by their jobs in the queue. */
const attemptsOf = (runId: string, jobs: readonly PrintJob[]): Map<string, PrintJob[]> =>
  Map.groupBy(
    jobs.filter(({ name }) => name.startsWith(`${runId}.`)),
    ({ name }) => name.split('.')[1] ?? '',
  )

export const isGone = ({ state }: PrintJob): boolean => state === 'canceled' || state === 'aborted'
const isHeld = ({ state }: PrintJob): boolean => state === 'pending-held'
/** On paper, or on its way there. */
const isReleased = (job: PrintJob): boolean => !isHeld(job) && !isGone(job)

/** Releasing twice does no harm: the second time the printer says that it is not possible. */
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

/** Jobs that wait in the queue until all parts are there; releasing them makes the package appear. */
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
        // Where one part is on its way, a refusal of the next says nothing of the package.
        const message = error instanceof Error ? error.message : String(error)
        throw new Error(`The parts were released in part. ${message}`, { cause: error })
      }
      const jobs = (await attempts()).get(attempt) ?? []
      if (jobs.some(isGone)) throw new Error('A part was taken out of the queue while it was released.')
      return 'published'
    },
    async stop(except) {
      for (const [attempt, jobs] of await attempts()) {
        if (attempt === except) continue
        if (!jobs.some(isReleased)) await cancel(queue, jobs.filter(isHeld))
        // An attempt that broke off while it released: the rest of its parts belongs to what is printing.
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
