import { setTimeout } from 'node:timers/promises'
import { tables } from '../../core/model/index.ts'
import { syncFile } from '../system/files.ts'
import { Scanner } from './scanner.ts'

/**
 * Copies a database in use into a new file, synced, in a thread of its own; returns the number of rows of
 * each table in the copy.
 */
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
 * Syncs during the writing: one sync at the end would keep the disk busy for so long that other commits wait
 * for it.
 */
const syncingMeanwhile = async (path: string, writing: Promise<void>): Promise<void> => {
  let done = false
  const finished = writing.finally(() => {
    done = true
  })
  // Its failure is reported where it is awaited below.
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
