import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { chunksOf, writeAll } from '../system/files.ts'
import type { Sent } from './encode.ts'
import type { JobMaking, JobPlace } from './job-place.ts'

interface Spooled {
  name: string
  path: string
  attributes: Sent
}

/**
 * For printers that hold no job: the parts wait on this server's disk and are printed one after the other. A
 * break in between leaves open what is on paper, unless the printer still knows a job of every part.
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
    // Jobs of a printer are forgotten sooner or later: the journal knows better.
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
        // A first part that was refused leaves nothing; after it a package is there in part.
        if (sent === 0) throw error
        const message = error instanceof Error ? error.message : String(error)
        throw new Error(`${sent} of the parts were printed. ${message}`, { cause: error })
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
