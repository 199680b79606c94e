import { platformId } from '../../core/engine/audit/security-log.ts'
import type { Table } from '../../core/kernel/table.ts'

/**
 * A transaction tried to lock an organisation out of order (docs/design/several-servers.md). It is rolled
 * back; if it runs again with `organisations` locked first, it follows the order.
 */
export class OutOfOrder extends Error {
  readonly organisations: readonly string[]
  constructor(organisations: Iterable<string>, late: string) {
    super(`A transaction named ${late} out of lock order.`)
    this.name = 'OutOfOrder'
    this.organisations = [...organisations, late]
  }
}

/** Tables of users, which sign-in accesses before the organisation is known. */
const userTables: ReadonlySet<string> = new Set([
  'links',
  'users',
  'second_factors',
  'sessions',
  'sign_in_attempts',
])

/** Whether rows of this table are locked after organisations. */
const comesLast = ({ name, scope }: Table, how: 'read' | 'written', ownsSome: boolean): boolean => {
  // A transaction that has locked the organisation owns its rows. Writing them without that lock could
  // conflict with such a transaction.
  if (scope !== 'none') return !ownsSome && how === 'written'
  // A new organisation has no other users yet, and an existing one was locked by its own row.
  if (name === 'organisations' || userTables.has(name)) return false
  // Leases of jobs and idempotency keys are read first, because they decide whether the transaction runs at
  // all.
  return how === 'written' || (name !== 'jobs' && name !== 'idempotency')
}

/**
 * Tracks the lock order of a transaction. All transactions of all servers lock in the same order, so that
 * they can't deadlock: first what decides whether to run, then organisations by id, then rows of no
 * organisation (invoice numbers, facts, waiting jobs).
 */
export class LockOrder {
  readonly #organisations = new Set<string>()
  #highest = ''
  #atTheEnd = false

  get organisations(): ReadonlySet<string> {
    return this.#organisations
  }

  /** Returns `next` if the organisation must be locked now, `late` if later rows are already locked. */
  take(organisationId: string): 'taken' | 'next' | 'late' {
    // `platformId` is no organisation. Entries of the audit log are added under it after everything else, and
    // lock nothing that others need.
    if (organisationId === platformId) return 'taken'
    if (this.#organisations.has(organisationId)) return 'taken'
    if (this.#atTheEnd || organisationId < this.#highest) return 'late'
    this.#organisations.add(organisationId)
    this.#highest = organisationId
    return 'next'
  }

  note(table: Table, how: 'read' | 'written'): void {
    if (comesLast(table, how, this.#organisations.size > 0)) this.#atTheEnd = true
  }
}
