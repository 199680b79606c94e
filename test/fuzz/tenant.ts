import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Surroundings } from './generate.ts'
import type { Dice } from './random.ts'
import type { Tenant } from './server.ts'

const recipients = (
  JSON.parse(readFileSync(join(import.meta.dirname, '../../examples/recipients.json'), 'utf8')) as {
    recipient: Record<string, unknown>
  }[]
).map(({ recipient }) => recipient)

/**
 * Prefixes of what belongs to one mode (docs/interface.md#live-and-test); the other ids belong to the
 * organisation.
 */
const ofOneMode = /^(itm|pfl|pbt|imp|run|rnd|exp|sup|evt|whd)_/
export const idPattern = /\b[a-z]{2,3}_[0-9A-HJKMNP-TV-Z]{26}\b/g

/** Path segments and field names → the prefix of the ids they take, as answers have shown it. */
const prefixOf = new Map<string, string>()

/** Who asks: one organisation in one mode, and what it has made so far. */
export class Asker {
  readonly mark: string
  readonly #ids = new Map<string, string[]>()
  readonly #keys: string[] = []
  readonly tenant: Tenant

  constructor(tenant: Tenant, letter: string) {
    this.tenant = tenant
    this.mark = `zq${letter}${tenant.mode === 'live' ? 'Live' : 'Test'}zq`
  }

  /** Keeps what an answer shows, for later requests. */
  learn(segment: string, body: unknown): void {
    const rows = Array.isArray(body) ? body : ((body as { data?: unknown[] })?.data ?? [body])
    if (!Array.isArray(rows)) return
    for (const row of rows as { id?: unknown; key?: unknown }[]) {
      if (typeof row?.id === 'string' && /^[a-z]{2,3}_/.test(row.id)) {
        const prefix = row.id.slice(0, row.id.indexOf('_'))
        prefixOf.set(segment, prefix)
        prefixOf.set(`${singular(segment)}id`, prefix)
        this.#keep(prefix, row.id)
      }
      if (typeof row?.key === 'string' && row.key.length < 42) this.#keys.push(row.key)
    }
    for (const [id] of JSON.stringify(body ?? null).matchAll(idPattern))
      this.#keep(id.slice(0, id.indexOf('_')), id)
  }

  #keep(prefix: string, id: string): void {
    const known = this.#ids.get(prefix) ?? []
    this.#ids.set(prefix, known)
    if (known.includes(id)) return
    if (known.length < 200) known.push(id)
    else known[known.length % 7] = id
  }

  /** An id for a path parameter below a segment, or for a field like `postflowId`. */
  idFor(name: string, dice: Dice): string | undefined {
    if (name === 'key' && this.#keys.length > 0) return dice.pick(this.#keys)
    const known = this.#ids.get(
      prefixOf.get(name) ?? prefixOf.get(name.toLowerCase().replace(/ids$/, 'id')) ?? '',
    )
    return known && known.length > 0 ? dice.pick(known) : undefined
  }

  around(dice: Dice): Surroundings {
    return {
      dice,
      mark: this.mark,
      idFor: (name) => this.idFor(name, dice),
      recipient: () => ({ ...dice.pick(recipients), companyName: `${this.mark} BV` }),
    }
  }
}

const singular = (segment: string): string =>
  segment.replaceAll('-', '').toLowerCase().replace(/ies$/, 'y').replace(/sses$/, 'ss').replace(/s$/, '')

/** Whose an id is: an organisation its own, anything else whose request made it. */
export class Ownership {
  readonly #owners: Map<string, Asker>
  #known = 0

  constructor(askers: readonly Asker[]) {
    this.#owners = new Map(askers.map((asker) => [asker.tenant.organisationId, asker]))
  }

  /** Ids and marks in an answer that another tenant owns and that the request did not name. */
  foreign(
    operation: string,
    asker: Asker,
    others: readonly Asker[],
    asked: string,
    answer: string,
  ): string[] {
    const found: string[] = []
    for (const other of others) {
      if (other === asker) continue
      const apart = other.tenant.organisationId !== asker.tenant.organisationId
      if (apart && answer.includes(other.mark) && !asked.includes(other.mark)) found.push(other.mark)
    }
    for (const [id] of answer.matchAll(idPattern)) {
      const owner = this.#owners.get(id)
      if (owner === undefined || owner === asker || asked.includes(id)) continue
      // The ledger and the invoices are the organisation's: a test key reads them (decision 10). Exports of it, the audit log
      // and the request log are of both modes too.
      const ofBothModes =
        /^(billing|invoices|auditLog|developers\.requestLog|exports\.file)/.test(operation) ||
        // A live key's endpoint gets test events too, and may be narrowed to a test Postflow or Postbatch.
        (asker.tenant.mode === 'live' && /^webhooks\./.test(operation) && /^(pfl|pbt)_/.test(id))
      const otherOrganisation = owner.tenant.organisationId !== asker.tenant.organisationId
      if (otherOrganisation || (ofOneMode.test(id) && !ofBothModes)) found.push(id)
    }
    return found
  }

  /** Notes ids that this asker has made. */
  own(asker: Asker, id: string): void {
    // Enough to notice a leak; not so many that the client becomes the slow one.
    if (this.#known > 500_000 || this.#owners.has(id)) return
    this.#owners.set(id, asker)
    this.#known++
  }
}
