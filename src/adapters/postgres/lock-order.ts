import { platformId } from '../../core/engine/audit/security-log.ts'
import type { Table } from '../../core/kernel/table.ts'

/**
 * A body named an organisation out of the order in which all bodies take what they lock (decision 188). It has changed
 * nothing; run again with these organisations from its beginning, it is in order.
 */
export class OutOfOrder extends Error {
  readonly organisations: readonly string[]
  constructor(organisations: Iterable<string>, late: string) {
    super(`A transaction named ${late} after what comes behind it in the order of locks.`)
    this.name = 'OutOfOrder'
    this.organisations = [...organisations, late]
  }
}

/** Tables of people, who sign in before it is known which organisation they ask for. */
const ofPeople: ReadonlySet<string> = new Set([
  'links',
  'users',
  'second_factors',
  'sessions',
  'sign_in_attempts',
])

/** Whether rows of this table are behind organisations in the order of locks. */
const comesLast = ({ name, scope }: Table, how: 'read' | 'written', ownsSome: boolean): boolean => {
  // Whoever has the organisation has its rows; who writes them without it could meet one who does.
  if (scope !== 'none') return !ownsSome && how === 'written'
  // A new organisation is nobody's yet, and an old one was taken by its own row.
  if (name === 'organisations' || ofPeople.has(name)) return false
  // A job's lease and an idempotency key are looked at first: they say whether the body has a turn at all.
  return how === 'written' || (name !== 'jobs' && name !== 'idempotency')
}

/**
 * What one body has locked. All bodies of all servers take locks in one order, so that none of them ever waits in a circle:
 * what says whether it is the body's turn, then its organisations by their ids, then rows of no organisation (invoice numbers,
 * facts, waiting jobs).
 */
export class LockOrder {
  readonly #organisations = new Set<string>()
  #highest = ''
  #atTheEnd = false

  get organisations(): ReadonlySet<string> {
    return this.#organisations
  }

  /** `late`: something behind it in the order is locked already. */
  take(organisationId: string): 'taken' | 'next' | 'late' {
    // No organisation: entries of the audit log are added under it, behind everything else, and lock nothing that others want.
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
