import { setTimeout } from 'node:timers/promises'
import { tables } from '../../core/model/index.ts'
import { syncFile } from '../system/files.ts'
import { Scanner } from './scanner.ts'

/** Copies a database that others use into a new file, synced, in a thread of its own; counts the rows of the copy. */
export const copyDatabase = async (file: string, to: string): Promise<Record<string, number>> => {
  await inThread(file, (thread) => syncingMeanwhile(to, thread.copyTo(to)))
  const rows = await inThread(to, async (thread) => {
    const counted: Record<string, number> = {}
    for (const { name } of Object.values(tables)) {
      const [row] = await thread.query(`select count(*) as rows from "${name}"`)
      counted[name] = Number(row?.rows)
    }
    return counted
  })
  await syncFile(to)
  return rows
}

const syncEveryMs = 100

/**
 * Syncs what is written while it is written: all of it at once would keep the disk busy for so long that the commits of
 * everybody else wait behind it.
 */
const syncingMeanwhile = async (path: string, writing: Promise<void>): Promise<void> => {
  let done = false
  const finished = writing.finally(() => {
    done = true
  })
  // Its failure is told by whoever awaits it below.
  finished.catch(() => {})
  while (!done) {
    await setTimeout(syncEveryMs)
    // The file may not be there yet; the sync that counts comes at the end.
    await syncFile(path).catch(() => {})
  }
  await finished
}

const inThread = async <T>(file: string, work: (thread: Scanner) => Promise<T>): Promise<T> => {
  const thread = new Scanner({ file })
  try {
    return await work(thread)
  } finally {
    await thread.close()
  }
}
