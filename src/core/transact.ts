import type { Transaction } from './context.ts'
import type { Services } from './services.ts'
import { Work } from './work.ts'

/**
 * One transaction with its unit of work: rows first, then what the work gathered, committed together. Wakes
 * the ticker afterwards when a job or a delivery waits.
 */
export const transact = async <T>(
  services: Services,
  body: (transaction: Transaction) => Promise<T>,
): Promise<T> => {
  let due = false
  const result = await services.store.write(async (rows) => {
    const work = new Work(services)
    const value = await body({ rows, work })
    due = await work.flush(rows)
    return value
  })
  if (due) services.wake()
  return result
}
