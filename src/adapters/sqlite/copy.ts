import { tables } from '../../core/tables.ts'
import { syncFile } from '../system/files.ts'
import { Scanner } from './scanner.ts'

/** Copies a database that others use into a new file, synced, in a thread of its own; counts the rows of the copy. */
export async function copyDatabase(file: string, to: string): Promise<Record<string, number>> {
  await inThread(file, (thread) => thread.copyTo(to))
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

async function inThread<T>(file: string, work: (thread: Scanner) => Promise<T>): Promise<T> {
  const thread = new Scanner({ file })
  try {
    return await work(thread)
  } finally {
    await thread.close()
  }
}
