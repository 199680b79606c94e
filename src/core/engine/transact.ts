import type { WriteOptions } from '../ports/store.ts'
import { auditedRows } from './audit/audited-rows.ts'
import { type Actor, Changes } from './audit/changes.ts'
import type { Transaction } from './context.ts'
import type { Hint } from './events/hint.ts'
import type { Services } from './services.ts'
import { Work } from './unit-of-work.ts'

/**
 * Runs a transaction with its unit of work: rows first, then what the work gathered, committed together.
 * Afterwards wakes the ticker where a job or a delivery became due, and the streams of those who listen.
 * With an `actor`, changes to settings are written to the audit log in the same transaction. `options`
 * are the store's.
 */
export const transact = async <T>(
  services: Services,
  body: (transaction: Transaction) => Promise<T>,
  actor?: Actor,
  options?: Pick<WriteOptions, 'party' | 'size'>,
): Promise<T> => {
  let due = false
  let told: ReadonlySet<string> | undefined
  let hints: readonly Hint[] = []
  let changed: Changes | undefined
  const result = await services.store.write(async (rows) => {
    const work = new Work(services)
    const changes = actor && new Changes()
    const value = await body({ rows: changes ? auditedRows(rows, changes) : rows, work })
    due = await work.flush(rows)
    told = work.organisationsOfEvents
    hints = work.hints
    if (changes) {
      const entries = changes.toRows(services, actor, work.recorded)
      if (entries.length > 0) await rows.auditLog.insertMany(entries)
    }
    changed = changes
    return value
  }, options)
  if (actor) changed?.logSecurityEvents(services.log, actor)
  if (due) services.wake()
  if (told && told.size > 0) services.live.noteCommitted(told)
  if (hints.length > 0) services.live.noteHints(hints)
  return result
}
