import { platformId } from '../../core/engine/audit/security-log.ts'
import type { Table } from '../../core/kernel/table.ts'

/**
 * A body named an organisation outside the order in which all bodies lock rows (docs/design/several-servers.md). It has changed
 * nothing; run again with these organisations locked first, it follows the order.
 */
export class OutOfOrder extends Error {
  readonly organisations: readonly string[]
  constructor(organisations: Iterable<string>, late: string) {
    super(`A transaction named ${late} after what comes behind it in the order of locks.`)
    this.name = 'OutOfOrder'
    this.organisations = [...organisations, late]
  }
}

/** Tables of people, who sign in before their organisation is known. */
const ofPeople: ReadonlySet<string> = new Set([
  'links',
  'users',
  'second_factors',
  'sessions',
  'sign_in_attempts',
])

/** Whether rows of this table come after organisations in the order of locks. */
const comesLast = ({ name, scope }: Table, how: 'read' | 'written', ownsSome: boolean): boolean => {
  // A body that has locked the organisation has its rows; one that writes them without it could conflict with
  // it.
  if (scope !== 'none') return !ownsSome && how === 'written'
  // A new organisation has no other users yet, and an existing one was locked by its own row.
  if (name === 'organisations' || ofPeople.has(name)) return false
  // A job's lease and an idempotency key are read first, because they say whether the body should run at all.
  return how === 'written' || (name !== 'jobs' && name !== 'idempotency')
}

/**
 * The locks of one body. All bodies of all servers lock in one order, so that none of them waits in a circle:
 * first what says whether the body should run, then its organisations by their ids, then rows of no
 * organisation (invoice numbers, facts, waiting jobs).
 */
export class LockOrder {
  readonly #organisations = new Set<string>()
  #highest = ''
  #atTheEnd = false

  get organisations(): ReadonlySet<string> {
    return this.#organisations
  }

  /** `late`: the body has already locked rows that come later in the order. */
  take(organisationId: string): 'taken' | 'next' | 'late' {
    // This is no organisation: entries of the audit log are added under it, after everything else, and lock
    // nothing that other bodies need.
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
